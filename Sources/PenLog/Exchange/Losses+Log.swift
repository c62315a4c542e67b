extension Losses {
    /// What a log has beside frames of devices and a label.
    init(of records: [LogRecord]) {
        self.init()
        let keys = records.compactMap { if case .annotation(let annotation) = $0 { annotation.key } else { nil } }
        add("all", of: keys.count - (keys.contains("label") ? 1 : 0), "annotation")
        add("all", of: records.count { if case .stroke = $0 { true } else { false } }, "stroke's end")
        add("all", of: records.count { if case .arbitration = $0 { true } else { false } }, "decision about fingers")
        add("all", of: records.count { if case .paused = $0 { true } else { false } }, "pause")
        add("all", of: records.count { if case .anchor = $0 { true } else { false } }, "time of day")
        add("all", of: records.count { if case .lost = $0 { true } else { false } }, "note of lost frames")
    }
}

extension LogFile {
    /// A log's records from its bytes, packed or not; what comes after a damage is missing.
    static func records(of bytes: [UInt8]) throws(RecordingError) -> [LogRecord] {
        do {
            return try LogFile(bytes).records
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
