import Glibc
import Ink
import InkTestSupport
import PenLog
import Testing

@Suite("Pen logs that were cut off or changed")
struct LogDamageTests {
    @Test("cut off anywhere, a log has every record that was whole, no other, and goes on")
    func truncation() throws {
        let records = LogSamples.everything + LogSamples.long(60).dropFirst(2)
        let (bytes, ends) = try LogSamples.bytes(records)
        for length in 8..<bytes.count {
            let log = try LogFile(Array(bytes.prefix(length)))
            let whole = ends.count { $0 <= length }
            #expect(log.records == Array(records.prefix(whole)))
            #expect((log.damage == nil) == (length == 8 || ends.contains(length)))
        }
        for length in 0..<8 { #expect(throws: LogError.noLog) { try LogFile(Array(bytes.prefix(length))) } }
    }

    @Test("ten thousand random cuts of a long log, each opened and written on")
    func cutsAndContinues() throws {
        let records = LogSamples.long(150)
        let (bytes, ends) = try LogSamples.bytes(records)
        let more = LogRecord.frame(device: 7, LogSamples.frame(at: 77, [(3, 0, 5), (3, 1, -5)]))
        var random = SeededGenerator(seed: 11)
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            for _ in 0..<10_000 {
                let length = Int.random(in: 8...bytes.count, using: &random)
                let whole = ends.count { $0 <= length }
                try write(bytes.prefix(length), to: path)
                let writer = try LogWriter(continuing: path)
                #expect(writer.size == (whole == 0 ? 8 : ends[whole - 1]))
                try writer.append(more)
                try writer.flush()
                // reading all of them whole would take minutes: their ends say as much
                guard whole % 15 == 0 else { continue }
                #expect(try LogFile(path: path).records == Array(records.prefix(whole)) + [more])
            }
        }
    }

    @Test("a changed byte ends a log before it, and nothing is invented")
    func changes() throws {
        let records = LogSamples.everything + LogSamples.long(300).dropFirst(2)
        let (bytes, ends) = try LogSamples.bytes(records)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            var changed = bytes
            let place = Int.random(in: 8..<bytes.count, using: &random)
            changed[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            let log = try LogFile(changed)
            #expect(log.records == Array(records.prefix { _ in true }.prefix(ends.count { $0 <= place })))
            #expect(log.damage != nil)
        }
    }

    @Test("a log that is being written is not taken for one that was cut off")
    func inUse() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            let writer = try LogWriter(creating: path, LogSamples.header)
            #expect(throws: LogError.system(operation: "lock", path: path, code: EWOULDBLOCK)) { try LogWriter(continuing: path) }
            try writer.end(at: Instant(microseconds: 9))
        }
    }

    @Test("a device's number that no device has is damage, not the end of the program")
    func hostileNumber() throws {
        var frames = InkBytesWriter()
        for number in [UInt64.max, 0, 0] { frames.write(unsigned: number) }
        let record: [UInt8] = [4, UInt8(frames.bytes.count)] + frames.bytes
        let checksum = crc(record)
        let log = try LogFile(LogEncoder.beginning + record + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
        #expect(log.records == [] && log.damage != nil)
    }

    @Test("fuzz: records with a right checksum and any content are read or refused")
    func fuzz() throws {
        let (good, ends) = try LogSamples.bytes(LogSamples.everything)
        var (read, refused) = (0, 0)
        Fuzz.run(seed: 3) { random in
            let index = Int.random(in: 0..<ends.count, using: &random)
            let begin = index == 0 ? 8 : ends[index - 1]
            var record = Array(good[begin..<ends[index] - 4])
            for _ in 0...Int.random(in: 0..<3, using: &random) {
                let place = Int.random(in: 0..<record.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: record[place] = UInt8.random(in: 0...255, using: &random)
                case 1: record.insert(UInt8.random(in: 0...255, using: &random), at: place)
                default: if record.count > 1 { record.remove(at: place) }
                }
            }
            let checksum = crc(record)
            let log = try? LogFile(Array(good.prefix(begin)) + record + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
            if let log, log.damage == nil { read += 1 } else { refused += 1 }
            if let log { _ = Recording(log.records) }
        }
        #expect(read > 0 && refused > 0)
    }

    /// Bit by bit, so as not to share a mistake with the tested code.
    private func crc(_ bytes: [UInt8]) -> UInt32 {
        var rest: UInt32 = ~0
        for byte in bytes {
            rest ^= UInt32(byte)
            for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0x82f6_3b78 : rest >> 1 }
        }
        return ~rest
    }

    private func write(_ bytes: some Collection<UInt8>, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        let bytes = Array(bytes)
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}

@Suite("Pen log files")
struct LogFileTests {
    @Test("a log is its owner's alone, and never written over another file")
    func creation() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            let writer = try LogWriter(creating: path, LogSamples.header)
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(throws: LogError.system(operation: "make", path: path, code: EEXIST)) {
                try LogWriter(creating: path, LogSamples.header)
            }
            #expect(Int(status.st_size) == writer.size)
        }
    }

    @Test("what is flushed is in the file, and so is the end")
    func writing() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            let records = LogSamples.long(500)
            let writer = try LogWriter(creating: path, LogSamples.header)
            for record in records.dropFirst() { try writer.append(record) }
            try writer.flush()
            #expect(try LogFile(path: path).records == records)
            try writer.end(at: Instant(microseconds: 9))
            #expect(try LogFile(path: path).records.last == .ended(at: Instant(microseconds: 9)))
        }
    }

    @Test("packed, a log is smaller, the same, and its owner's alone; damaged, it is refused")
    func packing() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            let records = LogSamples.long(5000)
            let writer = try LogWriter(creating: path, LogSamples.header)
            for record in records.dropFirst() { try writer.append(record) }
            try writer.end(at: Instant(microseconds: 9))
            let plain = writer.size
            let packed = try LogPacking.pack(path)
            #expect(files(in: folder, ending: "log") == [] && packed == path + ".zst")
            var status = stat()
            #expect(stat(packed, &status) == 0 && status.st_mode & 0o777 == 0o600 && Int(status.st_size) < plain)
            #expect(try LogFile(path: packed).records == records + [.ended(at: Instant(microseconds: 9))])
            #expect(truncate(packed, status.st_size / 2) == 0)
            #expect(throws: LogError.self) { try LogFile(path: packed) }
        }
    }
}
