internal import System

/// Standard error: what a person should know. What it does not take is lost.
enum StandardError {
    /// It is a terminal.
    static var isTerminal: Bool { System.StandardError.isTerminal }

    /// Writes a message after the program's name, made fit for a terminal.
    static func say(_ message: String) { write("inkctl: \(DisplayText.escaped(message))\n") }

    /// Writes the text as it is.
    static func write(_ text: String) { System.StandardError.write(text) }
}
