import Evdev
import Glibc
import Ink
import Testing

@testable import PenLog

@Suite("Pen log")
struct LogTests {
    @Test("every kind of record comes back as it was written")
    func everything() throws {
        let records = LogSamples.everything
        let log = try LogFile(try LogSamples.bytes(records).bytes)
        #expect(log.records == records)
        #expect(log.isWhole && log.unknown == 0)
    }

    @Test("frames in a row share records, and nothing changes by that")
    func batches() throws {
        let records = LogSamples.long(3000)
        var encoder = LogEncoder()
        var bytes = LogEncoder.beginning
        for record in records { try encoder.encode(record, to: &bytes) }
        encoder.close(&bytes)
        #expect(try LogFile(bytes).records == records)
        #expect(bytes.count < (try LogSamples.bytes(records).bytes.count))
    }

    @Test("a pen of 200 Hz takes less than 3 KiB a second, even if every frame is written by itself")
    func size() throws {
        let samples = try Recording.read(projectRoot + "/Tests/Fixtures/sample-session.events")
        let frames = try #require(samples.devices.first?.frames)
        let seconds = Double(try #require(frames.last?.time.since(frames[0].time))) / 1_000_000
        var encoder = LogEncoder()
        var bytes: [UInt8] = []
        for frame in frames { try encoder.encode(.frame(device: 1, frame), to: &bytes) }
        encoder.close(&bytes)
        #expect(Double(bytes.count) / seconds < 3 * 1024)
        // of a pen that never rests
        let steady = try LogSamples.bytes(LogSamples.long(2000))
        #expect(Double(steady.bytes.count) / 10 < 4 * 1024)
    }

    @Test("a record of a kind that is not known yet is passed over")
    func unknown() throws {
        var bytes = try LogSamples.bytes([.began(LogSamples.header)]).bytes
        let later: [UInt8] = [99, 2, 1, 2]
        let checksum = Checksum.of(later[...])
        bytes += later + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) }
        var encoder = LogEncoder()
        try encoder.encode(.resumed(at: Instant(microseconds: 3)), to: &bytes)
        let log = try LogFile(bytes)
        #expect(log.records.count == 2 && log.unknown == 1 && log.isWhole)
    }

    @Test("the checksum is CRC-32C")
    func checksum() {
        // RFC 3720, B.4
        #expect(Checksum.of([UInt8](repeating: 0, count: 32)[...]) == 0x8a91_36aa)
        #expect(Checksum.of([UInt8](repeating: 0xff, count: 32)[...]) == 0x62a8_ab43)
        #expect(Checksum.of(Array(UInt8(0)..<32)[...]) == 0x46dd_794e)
    }

    @Test("what is no log, or a newer one, is refused with what to do")
    func refused() throws {
        #expect(throws: LogError.noLog) { try LogFile(Array("E: 0.000 0003".utf8)) }
        #expect(throws: LogError.noLog) { try LogFile([]) }
        var header = LogSamples.header
        header.version = 2
        let bytes = try LogSamples.bytes([.began(header)]).bytes
        #expect(throws: LogError.newer(2)) { try LogFile(bytes) }
        #expect(LogError.newer(2).description.contains("use a newer program"))
    }

    @Test("anchors show how long the machine slept, and that the clock was set")
    func anchors() {
        let before = LogSamples.anchor
        let after = TimeAnchor(monotonic: 6_000_000, boot: 3_610_000_000, wall: before.wall + 3_601_000_000 - 7_000_000)
        #expect(after.slept(since: before) == 3_600_000_000)
        #expect(after.wallWasSet(since: before) == -7_000_000)
    }

    @Test("a recording becomes a log and comes back, and a log plays like any recording")
    func recording() throws {
        let recording = try Recording.read(projectRoot + "/Tests/Fixtures/sample-session.events")
        let bytes = try LogSamples.bytes(recording.records(LogSamples.header)).bytes
        #expect(try Recording.parse(bytes) == recording)
    }

    @Test("a device that was away, or not recorded for a while, begins anew")
    func interruptions() throws {
        var other = LogSamples.device
        other.description.name = "another"
        let frames = (0..<4).map { LogSamples.frame(at: Int64($0), [(3, 0, Int32($0))]) }
        let time = Instant(microseconds: 9)
        let recording = Recording([
            .began(LogSamples.header), .frame(device: 7, frames[0]), .device(LogSamples.device), .frame(device: 7, frames[0]),
            .removed(device: 7, at: time), .frame(device: 7, frames[0]), .device(other), .frame(device: 7, frames[1]),
            .paused(reason: "locked", at: time), .resumed(at: time), .frame(device: 7, frames[2]), .frame(device: 7, frames[3]),
        ])
        #expect(recording.devices.map(\.frames) == [[frames[0]], [frames[1]], [frames[2], frames[3]]])
        #expect(recording.devices.map(\.description.name) == [LogSamples.device.description.name, "another", "another"])
    }

    @Test("a pen's own serial number has a pseudonym, and what is played keeps it")
    func serials() {
        let names = Pseudonym(salt: [1, 2, 3])
        let hidden = names.of(serial: 0x1234_5678, isPlayed: false)
        #expect(hidden != 0x1234_5678 && hidden == names.of(serial: 0x1234_5678, isPlayed: false))
        #expect(hidden != Pseudonym(salt: [4]).of(serial: 0x1234_5678, isPlayed: false) && hidden != names.of(serial: 5, isPlayed: false))
        #expect(names.of(serial: hidden, isPlayed: true) == hidden && names.of(serial: hidden, isPlayed: false) != hidden)
        #expect([0, -1].map { names.of(serial: $0, isPlayed: false) } == [0, -1])
        #expect(names.of(names.of("ABC")) == names.of("ABC"))
    }

    @Test("serial numbers are hashed with a salt that stays where it was made")
    func pseudonyms() throws {
        try LogSamples.inFolder { folder in
            let names = try Pseudonym(saltFile: folder + "/salt")
            #expect(names.of("ABC123") == (try Pseudonym(saltFile: folder + "/salt")).of("ABC123"))
            #expect(names.of("ABC123") != (try Pseudonym(saltFile: folder + "/other")).of("ABC123"))
            #expect(names.of("ABC123") != names.of("ABC124") && !names.of("ABC123").contains("ABC"))
            #expect(names.of("") == "")
            var status = stat()
            #expect(stat(folder + "/salt", &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }
}
