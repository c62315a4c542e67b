internal import FoundationEssentials
public import InkProtocol

/// The methods of org.inkd.Editor for pointer input. All throw the errors of `call`, and may be refused with `NoSuchEditor`, `NoPart`.
extension InkConnection {
    /// Maximum number of events per call. It keeps a call well below the limit of its size.
    static let eventsPerCall = 4000

    /// Writes strokes with a pointer, as a person would. Unless `processGestures` is false, strokes may be recognized as gestures. Refused
    /// with `InvalidPointerEvents`. The strokes are sent in calls of at most 4000 events, and the error's index is relative to its call.
    @discardableResult
    public func write(
        _ strokes: [InkInterface.NewStroke], in editor: String, kind: EditorInterface.PointerKind = .pen, processGestures: Bool = true
    ) throws(ClientError) -> EditorInterface.State {
        try send(EditorInterface.PointerEvent.events(of: strokes, kind: kind), to: editor, processGestures: processGestures)
    }

    /// Sends pointer events. Refused with the errors of `write`.
    @discardableResult
    public func send(
        _ events: [EditorInterface.PointerEvent], to editor: String, processGestures: Bool = true
    ) throws(ClientError) -> EditorInterface.State {
        var rest = events[...]
        var state: EditorInterface.State
        repeat {
            let piece = Array(rest.prefix(Self.eventsPerCall))
            rest = rest.dropFirst(Self.eventsPerCall)
            state = try call(
                EditorInterface.PointerEvents.self, .init(editor: editor, events: piece, processGestures: processGestures)
            ).state
        } while !rest.isEmpty
        return state
    }

    /// Cancels the strokes in progress.
    @discardableResult
    public func cancelPointer(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.PointerCancel.self, .init(editor: editor)).state
    }

    /// Assigns a tool to a kind of pointer.
    @discardableResult
    public func setTool(
        _ tool: EditorInterface.Tool, for kind: EditorInterface.PointerKind, in editor: String
    ) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetTool.self, .init(editor: editor, kind: kind, tool: tool)).state
    }
}

extension EditorInterface.PointerEvent {
    /// Converts strokes to pointer events: pen-down at the first sample, pen-up at the last. A stroke with one sample is a tap, and a
    /// stroke without samples is omitted. Missing forces, tilts and times stay unknown. Pens, widths and masks are omitted, because
    /// pointers do not have them.
    public static func events(of strokes: [InkInterface.NewStroke], kind: EditorInterface.PointerKind = .pen) -> [Self] {
        strokes.flatMap { stroke in
            var samples = zip(stroke.x, stroke.y).enumerated().map { index, place -> Self in
                func value(_ axis: [Double]?) -> Double? { axis.flatMap { index < $0.count ? $0[index] : nil } }
                return Self(
                    phase: .move, x: place.0, y: place.1, time: value(stroke.time),
                    force: value(stroke.force), kind: kind, azimuth: value(stroke.azimuth), altitude: value(stroke.altitude))
            }
            if samples.count == 1 { samples += samples }
            if !samples.isEmpty { (samples[0].phase, samples[samples.count - 1].phase) = (.down, .up) }
            return samples
        }
    }
}

/// The methods of org.inkd.Recorder. All throw the errors of `call` or `watch`.
extension InkConnection {
    /// Starts recording the user's devices. Refused with `AlreadyRecording`, `Full`, `Unusable`.
    public func startRecording(label: String? = nil, writer: String? = nil) throws(ClientError) -> RecorderInterface.State {
        try call(RecorderInterface.Start.self, .init(label: label, writer: writer)).state
    }

    /// Stops the user's recording. When the call returns, the recording is completely on disk. Refused with `NotRecording`.
    public func stopRecording() throws(ClientError) -> RecorderInterface.Recording {
        try call(RecorderInterface.Stop.self, .init()).recording
    }

    /// Adds an annotation to the recording. Refused with `NotRecording`.
    public func annotateRecording(_ key: String, _ text: String) throws(ClientError) {
        _ = try call(RecorderInterface.Annotate.self, .init(key: key, text: text))
    }

    /// Returns the state of the recorder: the user's own recording, and other users' recordings of devices that this user may use.
    public func recorderState() throws(ClientError) -> RecorderInterface.GetState.Reply {
        try call(RecorderInterface.GetState.self, .init())
    }

    /// Watches the recorder. Each change of its state is reported.
    public func watchRecorder() throws(ClientError) -> Watch<RecorderInterface.Watch> {
        try watch(RecorderInterface.Watch.self, .init())
    }

    /// Returns the user's recordings, the oldest first, their total size, and the limit.
    public func recordings() throws(ClientError) -> RecorderInterface.List.Reply {
        try call(RecorderInterface.List.self, .init())
    }

    /// Returns a file of a recording, which is read piece by piece. Refused with `NoSuchRecording`, `NoSuchFile`.
    /// - Parameter progress: a closure that is called with the number of bytes received and the total.
    public func readRecording(
        _ name: String, file: String, _ progress: (_ read: Int, _ size: Int) -> Void = { _, _ in }
    ) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try call(RecorderInterface.Read.self, .init(name: name, file: file, offset: bytes.count))
            let data = Data(base64Encoded: piece.data) ?? Data()
            bytes += data
            progress(bytes.count, piece.size)
            // if the daemon returned no bytes, the loop would not end
            if bytes.count >= piece.size || data.isEmpty { return bytes }
        }
    }

    /// Deletes a recording and all its files. Refused with `NoSuchRecording`, `RecordingInUse`, `Unusable`.
    public func deleteRecording(_ name: String) throws(ClientError) {
        _ = try call(RecorderInterface.Delete.self, .init(name: name))
    }
}

/// The methods of org.inkd.Recognizer and org.inkd.Adaptation. All throw the errors of `call`.
extension InkConnection {
    /// Returns the supported languages and scripts.
    public func recognizerAbilities() throws(ClientError) -> RecognizerInterface.Query.Reply {
        try call(RecognizerInterface.Query.self, .init())
    }

    /// Recognizes text. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognize(
        _ strokes: [RecognizerInterface.Ink], alternatives: Int? = nil, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Recognize.Reply {
        try recognize(.init(strokes: strokes, alternatives: alternatives), timeout: timeout)
    }

    /// Recognizes text with hints. Sends much ink in parts. Refused like the other overload, and with `InvalidHint`, `NoLanguage`.
    public func recognize(
        _ parameters: RecognizerInterface.Recognize.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Recognize.Reply {
        var parameters = parameters
        if let strokes = parameters.strokes, parameters.transfer == nil,
            let transfer = try sendIfLarge(strokes, samples: strokes.reduce(0) { $0 + $1.x.count })
        {
            (parameters.strokes, parameters.transfer) = (nil, transfer)
        }
        return try call(RecognizerInterface.Recognize.self, parameters, timeout: timeout)
    }

    /// Recognizes all strokes as one symbol. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognizeSymbol(
        _ parameters: RecognizerInterface.RecognizeSymbol.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> [RecognizerInterface.Symbol] {
        try call(RecognizerInterface.RecognizeSymbol.self, parameters, timeout: timeout).candidates
    }

    /// Recognizes all strokes as one formula. Refused with `InvalidInk`, `InkTooLarge`, `InvalidHint`, `NoModel`, `Busy`.
    public func recognizeFormula(
        _ parameters: RecognizerInterface.RecognizeFormula.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.RecognizeFormula.Reply {
        try call(RecognizerInterface.RecognizeFormula.self, parameters, timeout: timeout)
    }

    /// Recognizes all strokes as one shape. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognizeShape(
        _ parameters: RecognizerInterface.RecognizeShape.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.RecognizeShape.Reply {
        try call(RecognizerInterface.RecognizeShape.self, parameters, timeout: timeout)
    }

    /// Recognizes all strokes as a sketch of one thing. Refused with `InvalidInk`, `InkTooLarge`, `NoModel`, `Busy`.
    public func recognizeSketch(
        _ parameters: RecognizerInterface.RecognizeSketch.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.RecognizeSketch.Reply {
        try call(RecognizerInterface.RecognizeSketch.self, parameters, timeout: timeout)
    }

    /// Recognizes all strokes as one character of a script that is recognized by character, not by word. Refused with `InvalidInk`,
    /// `InkTooLarge`, `InvalidHint`, `NoLanguage`, `NoModel`, `Busy`.
    public func recognizeCharacter(
        _ parameters: RecognizerInterface.RecognizeCharacter.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> [RecognizerInterface.CharacterCandidate] {
        try call(RecognizerInterface.RecognizeCharacter.self, parameters, timeout: timeout).candidates
    }

    /// Recognizes all strokes as several characters, side by side or one over the other. Refused with the errors of `recognizeCharacter`.
    public func recognizeCharacters(
        _ parameters: RecognizerInterface.RecognizeCharacters.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.RecognizeCharacters.Reply {
        try call(RecognizerInterface.RecognizeCharacters.self, parameters, timeout: timeout)
    }

    /// Recognizes a stroke that was drawn over earlier strokes as a gesture; returns nil if it is text. Refused with `InvalidInk`,
    /// `InkTooLarge`, `InvalidHint`, `NoModel`, `Busy`.
    public func recognizeGesture(
        _ parameters: RecognizerInterface.RecognizeGesture.Parameters, timeout: Duration? = nil
    ) throws(ClientError) -> RecognizerInterface.Gesture? {
        try call(RecognizerInterface.RecognizeGesture.self, parameters, timeout: timeout).gesture
    }

    /// Trains an adaptation to this user's handwriting with corrected words. Refused with `AdaptationInterface.InvalidExample`,
    /// `TooFewExamples`, `NothingGained`, `Unusable`, `Busy`.
    public func adapt(to examples: [AdaptationInterface.Example]) throws(ClientError) -> Watch<AdaptationInterface.Adapt> {
        try watch(AdaptationInterface.Adapt.self, .init(examples: examples))
    }

    /// Returns the state of the adaptation to this user's handwriting.
    public func adaptation() throws(ClientError) -> AdaptationInterface.State {
        try call(AdaptationInterface.Status.self, .init()).state
    }

    /// Deletes this user's adaptation, and returns the new state. Refused with `AdaptationInterface.Unusable`.
    public func resetAdaptation() throws(ClientError) -> AdaptationInterface.State {
        try call(AdaptationInterface.Reset.self, .init()).state
    }
}
