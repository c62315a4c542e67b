internal import Glibc

/// Where complaints go.
enum StandardError {
    /// Writes a line that says who complains. What cannot be written is lost.
    static func tell(_ words: any CustomStringConvertible) {
        let line = Array("inkd-overlay: \(words)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
