import Evdev
import Glibc
import Ink
import InkTestSupport
import Testing

@testable import PenLog

@Suite("Pen logs that were cut off or changed")
struct LogDamageTests {
    @Test("cut off anywhere, a log has every record that was whole, no other, and goes on")
    func truncation() throws {
        let records = LogSamples.everything + LogSamples.long(60).dropFirst(2)
        let (bytes, ends) = try LogSamples.bytes(records)
        // before some frames comes the state of their coding: a log that ends behind it lacks nothing either
        var boundaries: Set = [8]
        var place = 8
        while place < bytes.count {
            place = try LogRecordFinder.record(in: bytes, at: place).get().end
            boundaries.insert(place)
        }
        #expect(boundaries.isSuperset(of: ends))
        for length in 8..<bytes.count {
            let log = try LogFile(Array(bytes.prefix(length)))
            let whole = ends.count { $0 <= length }
            #expect(log.records == Array(records.prefix(whole)))
            #expect(log.isWhole == boundaries.contains(length))
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

    @Test("a changed byte costs what lies between it and the next state, and nothing is invented")
    func changes() throws {
        let records = LogSamples.everything + LogSamples.long(300).dropFirst(2)
        let (bytes, ends) = try LogSamples.bytes(records)
        let written = Set(records)
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1000 {
            var changed = bytes
            let place = Int.random(in: 8..<bytes.count, using: &random)
            changed[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            let log = try LogFile(changed)
            let before = ends.count { $0 <= place }
            #expect(Array(log.records.prefix(before)) == Array(records.prefix(before)))
            #expect(log.records.dropFirst(before).allSatisfy { written.contains($0) || $0.isAfterGap })
            #expect(!log.isWhole)
        }
    }

    @Test("behind a damage frames come again within five seconds, the first after a loss and with the state of then")
    func resuming() throws {
        let records = LogSamples.long(6000)
        let (bytes, ends) = try LogSamples.bytes(records)
        var random = SeededGenerator(seed: 8)
        for _ in 0..<100 {
            var changed = bytes
            let place = Int.random(in: ends[1]..<bytes.count - 40_000, using: &random)
            changed[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            let log = try LogFile(changed)
            let damage = try #require(log.damages.first)
            let lost = try #require(damage.until) - (damage.from ?? 0)
            // a damage between two frames may cost another record alone
            let missing = Self.frames(records) - Self.frames(log.records)
            #expect(log.damages.count == 1 && (lost > 0) == (missing > 0) && 0...5_100_000 ~= lost, "\(damage), \(missing) missing")
            let gap = try #require(log.records.firstIndex { $0.isAfterGap })
            guard case .frame(_, let frame) = log.records[gap] else { continue }
            // what the pen's axes were then
            let earlier = records.compactMap { if case .frame(_, let frame) = $0 { frame } else { nil } }.last { $0.time <= frame.time }
            let state = try #require(earlier)
            for event in state.events { #expect(frame.events.contains { $0.code == event.code && $0.value == event.value }) }
            let rest = log.records.dropFirst(gap + 1)
            #expect(Array(rest) == Array(records.suffix(rest.count)) && rest.count > 40 * 25)
        }
    }

    @Test("a device whose record is damaged comes back with the next list of devices")
    func lostDevice() throws {
        let records = LogSamples.long(6000)
        let (bytes, ends) = try LogSamples.bytes(records)
        var changed = bytes
        changed[ends[0] + 20] ^= 1
        let recording = Recording(try LogFile(changed).records)
        #expect(recording.devices.map(\.description) == [LogSamples.device.description])
        #expect(try #require(recording.devices.first).frames.count > 4900)
    }

    @Test("a log whose first eight bytes are damaged is a log")
    func lostMagic() throws {
        let records = LogSamples.long(20)
        var bytes = try LogSamples.bytes(records).bytes
        bytes[3] ^= 16
        #expect(LogFile.isLog(bytes))
        let log = try LogFile(bytes)
        #expect(log.records == records && !log.isWhole)
    }

    @Test("readers that know no states read the same frames")
    func olderReaders() throws {
        let records = LogSamples.long(6000)
        let (bytes, _) = try LogSamples.bytes(records)
        // what a reader does that passes over kinds it does not know
        var plain = LogEncoder.beginning
        var place = 8
        var states = 0
        while place < bytes.count {
            let found = try LogRecordFinder.record(in: bytes, at: place).get()
            if found.kind > 12 { states += 1 } else { plain += bytes[place..<found.end] }
            place = found.end
        }
        #expect(states >= 6)
        let log = try LogFile(plain)
        #expect(log.records == records && log.isWhole)
    }

    @Test("a file that goes on behind a damage in it can be read from there")
    func continuing() throws {
        let records = LogSamples.long(150)
        let (bytes, ends) = try LogSamples.bytes(records)
        let more = LogRecord.frame(device: 7, LogSamples.frame(at: 90_000_000, [(3, 0, 5), (3, 1, -5)]))
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            var changed = bytes
            changed[ends[60] + 3] ^= 1
            try write(changed, to: path)
            let writer = try LogWriter(continuing: path)
            try writer.append(more)
            try writer.flush()
            let log = try LogFile(path: path)
            #expect(log.records.last == more && Array(log.records.prefix(60)) == Array(records.prefix(60)))
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
        #expect(log.records == [] && !log.isWhole)
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
            if let log, log.isWhole { read += 1 } else { refused += 1 }
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

    /// The number of frames, without those that only tell the state behind a damage.
    private static func frames(_ records: [LogRecord]) -> Int {
        records.count { if case .frame(_, let frame) = $0 { !frame.followsDrop } else { false } }
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
    @Test("a packed log whose first frame is lost has what follows the next list of devices and state")
    func lostBeginning() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            // two minutes: a list of devices each
            let records = LogSamples.long(24_000)
            let writer = try LogWriter(creating: path, LogSamples.header)
            for record in records.dropFirst() { try writer.append(record) }
            try writer.end(at: Instant(microseconds: 9))
            // five seconds are 11 KB: the first list and the state behind it are lost as well
            let packed = try LogPacking.pack(path, frameBytes: 32 << 10)
            var bytes = try LogFile.contents(of: packed)
            bytes[0] ^= 1
            let log = try LogFile(bytes, path: packed)
            #expect(log.packing.count == 1 && !log.isWhole)
            let recording = Recording(log.records)
            #expect(recording.devices.map(\.description) == [LogSamples.device.description])
            // from the list after a minute on, which is half
            let frames = try #require(recording.devices.first?.frames)
            #expect(frames.count > 10_000 && frames.first?.followsDrop == true && frames.count { $0.followsDrop } == 1)
        }
    }

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

    @Test("packed, a log is smaller, the same, and its owner's alone; cut off, what is before the cut is read")
    func packing() throws {
        try LogSamples.inFolder { folder in
            let records = LogSamples.long(5000)
            func write(_ path: String) throws -> Int {
                let writer = try LogWriter(creating: path, LogSamples.header)
                for record in records.dropFirst() { try writer.append(record) }
                try writer.end(at: Instant(microseconds: 9))
                return writer.size
            }
            let path = folder + "/1.inklog"
            let plain = try write(path)
            let packed = try LogPacking.pack(path)
            #expect(files(in: folder, ending: "log") == [] && packed == path + ".zst")
            var status = stat()
            #expect(stat(packed, &status) == 0 && status.st_mode & 0o777 == 0o600 && Int(status.st_size) < plain)
            #expect(try LogFile(path: packed).records == records + [.ended(at: Instant(microseconds: 9))])
            #expect(truncate(packed, 20) == 0)
            let error = #expect(throws: LogError.self) { try LogFile(path: packed) }
            #expect(error?.description.contains("cut off at byte 20") == true)
            // in several frames: libarchive writes no checksum, and a cut in the last block costs that block
            let several = folder + "/2.inklog"
            _ = try write(several)
            let short = try LogPacking.pack(several, frameBytes: 4096)
            #expect(stat(short, &status) == 0 && truncate(short, status.st_size - 3) == 0)
            let cut = try LogFile(path: short)
            #expect(cut.records == Array(records.prefix(cut.records.count)) && cut.records.count > records.count * 3 / 4)
            #expect(cut.packing.count == 1 && !cut.isWhole)
        }
    }

    @Test("a damaged frame of a packed log costs that frame, and what follows begins after a loss")
    func damagedFrame() throws {
        try LogSamples.inFolder { folder in
            let path = folder + "/1.inklog"
            let records = LogSamples.long(120_000)
            let writer = try LogWriter(creating: path, LogSamples.header)
            for record in records.dropFirst() { try writer.append(record) }
            try writer.end(at: Instant(microseconds: 9))
            try #require(writer.size > 3 * (256 << 10))
            let packed = try LogPacking.pack(path)
            let whole = try LogFile.contents(of: packed)
            let written = Set(records)
            let second = try #require((4..<whole.count - 4).first { LogPacking.isPacked(whole[$0...]) })
            // a bit in a frame, which may be taken for content and is noticed by the records alone; and the begin of the second frame
            for place in [whole.count * 3 / 8, second] {
                var bytes = whole
                bytes[place] ^= 8
                let log = try LogFile(bytes)
                #expect(log.records.filter { !written.contains($0) && !$0.isAfterGap && $0 != .ended(at: Instant(microseconds: 9)) } == [])
                #expect(log.records.count > records.count / 2 && log.records.count < records.count)
                #expect(log.records.contains { $0.isAfterGap } && log.records.last == .ended(at: Instant(microseconds: 9)))
                #expect(log.warnings.count >= 1 && (place != second || log.warnings.count <= 3), "\(log.warnings)")
            }
        }
    }
}

extension LogRecord {
    /// Whether it is a frame behind a damage.
    fileprivate var isAfterGap: Bool { if case .frame(_, let frame) = self { frame.followsDrop } else { false } }
}
