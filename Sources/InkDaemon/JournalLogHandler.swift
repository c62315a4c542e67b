internal import Glibc
internal import Logging

/// Writes to standard error in journald's format: the severity as a numeric prefix, one line per message.
struct JournalLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    /// Whether the log goes to systemd rather than to a terminal.
    private let isJournal = Self.isJournal(STDERR_FILENO)

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(severity(event.level))>" : "inkd: \(event.level): "
        // device names are external input: no control characters reach a terminal
        let text = event.message.description.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
        let line = prefix + text + "\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }

    /// Whether the descriptor is the stream named by JOURNAL_STREAM. A shell started by a service inherits the variable, but not the
    /// stream.
    private static func isJournal(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(descriptor, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    /// Returns the severity number of sd-daemon(3).
    private func severity(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
