internal import System

/// What other programs say.
enum ProgramOutput {
    /// A program's standard output; nil if it cannot be run, says nothing in time, or says too much. How it ends does not count: some say
    /// what is so, and fail.
    static func text(_ command: [String], seconds: Int = 3) -> String? {
        guard let program = command.first else { return nil }
        let bytes = ChildProcess.output(of: program, Array(command.dropFirst()), within: seconds * 1000)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
