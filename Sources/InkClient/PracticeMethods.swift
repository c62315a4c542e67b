public import InkProtocol

/// The methods of org.inkd.Practice. All throw the errors of `call`. Methods with a lesson's number may be refused with `NoSuchLesson`.
extension InkConnection {
    /// Begins a lesson. Refused with `InvalidValue`, and if the text cannot be written, with `InvalidInk`, `NoSuchHand`, `NoGlyph`.
    public func beginLesson(_ parameters: PracticeInterface.Begin.Parameters) throws(ClientError) -> PracticeInterface.Begin.Reply {
        try call(PracticeInterface.Begin.self, parameters)
    }

    /// Evaluates a stroke as an attempt at the next stroke of the lesson. Refused with `Finished`.
    public func tryStroke(x: [Double], y: [Double], in lesson: Int) throws(ClientError) -> PracticeInterface.Try.Reply {
        try call(PracticeInterface.Try.self, .init(lesson: lesson, x: x, y: y))
    }

    /// Ends a lesson.
    public func endLesson(_ lesson: Int) throws(ClientError) {
        _ = try call(PracticeInterface.End.self, .init(lesson: lesson))
    }
}
