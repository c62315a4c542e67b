internal import Synchronization

/// What is written for one ink.
struct Answer: Sendable, Equatable {
    /// For standard output, without the end of its last line.
    var output: String
    /// For standard error.
    var complaint: String?
    /// The ink could not be read.
    var isRefusal = false
}

/// Writes answers, and remembers whether there was a refusal among them.
final class AnswerWriter: Sendable {
    private let refused = Atomic(false)

    /// An ink could not be read.
    var hasRefused: Bool { refused.load(ordering: .acquiring) }

    /// Writes the answer.
    ///
    /// - Throws: `unwritable`.
    func write(_ answer: Answer) throws(InkctlError) {
        if answer.isRefusal { refused.store(true, ordering: .releasing) }
        try StandardOutput.writeLine(answer.output)
        if let complaint = answer.complaint { StandardError.say(complaint) }
    }
}
