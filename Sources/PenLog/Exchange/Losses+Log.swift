extension Losses {
    /// What a log has beside frames of devices and annotations of these keys.
    init(of log: LogFile, but kept: Set<String>) {
        self.init()
        let records = log.records
        let keys = records.compactMap { if case .annotation(let annotation) = $0 { annotation.key } else { nil } }
        add("all", of: keys.count { !kept.contains($0) }, "annotation")
        if log.damage != nil { add("what follows the damage", of: 1, "log") }
        add("all", of: log.unknown, "record of a newer kind")
        add("all", of: records.count { if case .stroke = $0 { true } else { false } }, "stroke's end")
        add("all", of: records.count { if case .arbitration = $0 { true } else { false } }, "decision about fingers")
        add("all", of: records.count { if case .paused = $0 { true } else { false } }, "pause")
        add("all", of: records.count { if case .anchor = $0 { true } else { false } }, "time of day")
        add("all", of: records.count { if case .lost = $0 { true } else { false } }, "note of lost frames")
    }
}

extension LogFile {
    /// A log from its bytes, packed or not; what comes after a damage is missing.
    init(exchanged bytes: [UInt8]) throws(RecordingError) {
        do {
            self = try LogFile(bytes)
        } catch {
            throw RecordingError(problem: "the log cannot be read", remedy: "\(error)")
        }
    }

    /// A file of these records.
    static func bytes(of records: [LogRecord]) throws(RecordingError) -> [UInt8] {
        var bytes = LogEncoder.beginning
        var encoder = LogEncoder()
        do {
            for record in records { try encoder.encode(record, to: &bytes) }
        } catch {
            throw RecordingError(problem: "the log cannot be written", remedy: "\(error)")
        }
        encoder.close(&bytes)
        return bytes
    }
}
