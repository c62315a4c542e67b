public import InkProtocol

/// The methods of org.inkd.Practice. All throw as `call` does; those that name a lesson are refused with `NoSuchLesson`.
extension InkConnection {
    /// Begins a lesson. Refused with `InvalidValue`; also with `InvalidInk`, `NoSuchHand`, `NoGlyph` if the text cannot be written.
    public func beginLesson(_ parameters: PracticeInterface.Begin.Parameters) throws(ClientError) -> PracticeInterface.Begin.Reply {
        try call(PracticeInterface.Begin.self, parameters)
    }

    /// Judges a stroke. Refused with `Finished`.
    public func tryStroke(x: [Double], y: [Double], in lesson: Int) throws(ClientError) -> PracticeInterface.Try.Reply {
        try call(PracticeInterface.Try.self, .init(lesson: lesson, x: x, y: y))
    }

    /// Ends a lesson.
    public func endLesson(_ lesson: Int) throws(ClientError) {
        _ = try call(PracticeInterface.End.self, .init(lesson: lesson))
    }
}
