internal import Glibc

/// The process's standard error: what a person should know. What it does not take is lost.
public enum StandardError {
    /// It is a terminal.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Writes the text as it is, at once.
    public static func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { Descriptor.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    /// Writes the text and the end of its line.
    public static func writeLine(_ text: String) { write(text + "\n") }
}
