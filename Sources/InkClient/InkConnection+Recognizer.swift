public import InkProtocol

/// The methods of org.inkd.Recognizer and org.inkd.Adaptation. All throw as `call` does.
extension InkConnection {
    /// What can be read.
    public func recognizerAbilities() throws(ClientError) -> RecognizerInterface.Query.Reply {
        try call(RecognizerInterface.Query.self, .init())
    }

    /// Reads text. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognize(
        _ strokes: [RecognizerInterface.Ink], alternatives: Int? = nil, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Recognize.Reply {
        try recognize(.init(strokes: strokes, alternatives: alternatives), timeout: timeout)
    }

    /// Reads text with what is known of it. Refused as the other one, and with `InvalidHint`, `NoLanguage`.
    public func recognize(
        _ parameters: RecognizerInterface.Recognize.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Recognize.Reply {
        try call(RecognizerInterface.Recognize.self, parameters, timeout: timeout)
    }

    /// Reads all strokes as one symbol. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognizeSymbol(
        _ parameters: RecognizerInterface.RecognizeSymbol.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> [RecognizerInterface.Symbol] {
        try call(RecognizerInterface.RecognizeSymbol.self, parameters, timeout: timeout).candidates
    }

    /// Reads all strokes as one shape. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognizeShape(
        _ parameters: RecognizerInterface.RecognizeShape.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.RecognizeShape.Reply {
        try call(RecognizerInterface.RecognizeShape.self, parameters, timeout: timeout)
    }

    /// Reads a stroke over earlier ones as a gesture; nil if it is text. Refused with `InvalidInk`, `InkTooLarge`, `InvalidHint`, `NoModel`,
    /// `Busy`.
    public func recognizeGesture(
        _ parameters: RecognizerInterface.RecognizeGesture.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Gesture? {
        try call(RecognizerInterface.RecognizeGesture.self, parameters, timeout: timeout).gesture
    }

    /// Learns this user's hand from corrected words. Refused with `AdaptationInterface.InvalidExample`, `TooFewExamples`, `NothingGained`,
    /// `Unusable`, `Busy`.
    public func adapt(to examples: [AdaptationInterface.Example]) throws(ClientError) -> Watch<AdaptationInterface.Adapt> {
        try watch(AdaptationInterface.Adapt.self, .init(examples: examples))
    }

    /// What was learnt of this user's hand.
    public func adaptation() throws(ClientError) -> AdaptationInterface.State {
        try call(AdaptationInterface.Status.self, .init()).state
    }

    /// Forgets what was learnt of this user's hand. Refused with `AdaptationInterface.Unusable`.
    public func resetAdaptation() throws(ClientError) -> AdaptationInterface.State {
        try call(AdaptationInterface.Reset.self, .init()).state
    }
}
