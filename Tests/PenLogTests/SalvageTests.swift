import Evdev
import Glibc
import Ink
import InkTestSupport
import Testing

@testable import PenLog

@Suite("What is whole of damaged recordings")
struct SalvageTests {
    /// Two devices that report by turns.
    private static let recording = made(400)

    private static func made(_ frames: Int) -> Recording {
        Recording(
            devices: (0..<2).map { number in
                var description = DeviceDescription(name: "Pen \(number)", bus: 3, vendor: 0x56a, product: 9, version: 1)
                description.keys = [Key.toolPen, Key.touch]
                description.axes = [
                    Axis.x: AxisInfo(minimum: 0, maximum: 20_000, resolution: 100),
                    Axis.y: AxisInfo(minimum: 0, maximum: 20_000, resolution: 100),
                ]
                return RecordedDevice(
                    description: description,
                    frames: (0..<frames).map { index in
                        LogSamples.frame(
                            at: 1_000_000 + Int64(index) * 5000 + Int64(number) * 7,
                            [(3, 0, Int32(index * 3 + number)), (3, 1, Int32(9000 - index)), (1, 0x14a, Int32(index / 20 % 2))])
                    })
            })
    }

    private static let single = Recording(devices: Array(recording.devices.prefix(1)))

    private static func evemu() throws -> [UInt8] { Array(EvemuWriter.text(of: try #require(single.devices.first)).utf8) }
    private static func yaml() -> [UInt8] { Array(LibinputWriter.text(of: recording).utf8) }

    /// Whether all frames are of the whole recording, in its order, apart from those that begin after a gap.
    private static func isPart(_ part: Recording, of whole: Recording) -> Bool {
        zip(part.devices, whole.devices).allSatisfy { part, whole in
            var rest = whole.frames[...]
            return part.frames.allSatisfy { frame in
                var plain = frame
                plain.followsDrop = false
                guard let place = rest.firstIndex(of: plain) else { return false }
                rest = rest[(place + 1)...]
                return true
            }
        }
    }

    @Test("evemu that is cut off gives all whole frames, and says from which line on something is left out")
    func cutEvemu() throws {
        let text = try Self.evemu()
        for length in stride(from: text.count - 1, to: text.count / 3, by: -501) {
            let cut = Array(text.prefix(length))
            let recording = try Recording.parse(cut, name: "a.events")
            let reports = cut.split(separator: UInt8(ascii: "\n")).count { String(decoding: $0, as: UTF8.self).contains(" 0000 0000 0") }
            #expect(recording.devices.first?.frames.count == reports && Self.isPart(recording, of: Self.single))
            let lines = cut.count { $0 == UInt8(ascii: "\n") } + (cut.last == UInt8(ascii: "\n") ? 0 : 1)
            if length < text.count - 1, !recording.leftOut.isEmpty {
                #expect(recording.leftOut.count == 1 && recording.leftOut[0].hasPrefix("left out: "), "\(recording.leftOut)")
                #expect(recording.leftOut[0].contains("line \(lines)") || recording.leftOut[0].contains("lines from line"))
            }
        }
    }

    @Test("a damaged line of evemu costs the frame around it, and the next one follows a loss")
    func damagedLine() throws {
        var lines = String(decoding: try Self.evemu(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        // the second line of the tenth frame: each has four
        let first = try #require(lines.firstIndex { $0.hasPrefix("E:") })
        lines[first + 37] = "E: 1.045000 0003 000q 8991"
        let recording = try Recording.parse(Array(lines.joined(separator: "\n").utf8), name: "a.events")
        let frames = try #require(recording.devices.first?.frames)
        let whole = try #require(Self.single.devices.first?.frames)
        #expect(
            frames.count == 399 && Array(frames.prefix(9)) == Array(whole.prefix(9))
                && Array(frames.suffix(389)) == Array(whole.suffix(389)))
        #expect(frames[9].followsDrop && frames[9].events == whole[10].events && frames.count { $0.followsDrop } == 1)
        #expect(
            recording.leftOut == [
                "left out: 4 lines from line \(first + 37): \"E: 1.045000 0003 000q 8991\" is wrong: \"000q\" is not a hexadecimal number up to ffff"
            ])
    }

    @Test("libinput's YAML that is cut off gives all whole frames of all devices before the cut")
    func cutYAML() throws {
        let text = Self.yaml()
        for length in stride(from: text.count - 1, to: text.count / 8, by: -2003) {
            let recording = try Recording.parse(Array(text.prefix(length)), name: "a.yml")
            let whole = String(decoding: text.prefix(length), as: UTF8.self)
            let reports = whole.split(separator: "\n").count { $0.hasSuffix(",   0,   0,       0]") }
            let frames = recording.devices.reduce(0) { $0 + $1.frames.count }
            #expect(frames >= reports - 1 && frames <= reports && Self.isPart(recording, of: Self.recording))
            // nothing is missing where only the blanks before the next entry are there
            let begun = whole.reversed().drop { $0.isWhitespace }.first
            #expect(begun == "]" || !recording.leftOut.isEmpty || whole.hasSuffix(":"), "\(whole.suffix(30))")
        }
    }

    @Test("a line that is no YAML costs its entry, and reading goes on with the next, also of the next device")
    func damagedYAML() throws {
        let text = String(decoding: Self.yaml(), as: UTF8.self)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let rows = lines.indices.filter { lines[$0].hasPrefix("    - [") }
        // an event of the first device, and one of the second
        let (one, two) = (rows[41], rows[rows.count - 60])
        lines[one] = "    - [  1, 05000{,   3,   0,   "
        lines[two] = lines[two].replacing("]", with: "\u{1}")
        let recording = try Recording.parse(Array(lines.joined(separator: "\n").utf8), name: "a.yml")
        #expect(recording.devices.map(\.frames.count) == [399, 399] && Self.isPart(recording, of: Self.recording))
        #expect(recording.devices.map { $0.frames.count { $0.followsDrop } } == [1, 1])
        #expect(recording.devices.map(\.description) == Self.recording.devices.map(\.description))
        #expect(recording.leftOut.count == 2 && recording.leftOut.allSatisfy { $0.hasPrefix("left out: ") && $0.contains(" from line ") })
        // the entry begins two lines before its second event, and indices count from 0
        #expect(recording.leftOut.first?.contains("5 lines from line \(one - 1): ") == true, "\(recording.leftOut), line \(one + 1)")
    }

    @Test("a damaged description costs what is damaged of it, and no frame")
    func damagedDescription() throws {
        let text = String(decoding: Self.yaml(), as: UTF8.self).replacing("id: [3, 1386, 9, 1]", with: "id: [3, 13x6, 9, 1]")
        let recording = try Recording.parse(Array(text.utf8), name: "a.yml")
        #expect(recording.devices.map(\.frames) == Self.recording.devices.map(\.frames))
        #expect(recording.devices.first?.description.axes == Self.recording.devices.first?.description.axes)
        #expect(recording.leftOut.count == 2 && recording.leftOut.allSatisfy { $0.contains("13x6") }, "\(recording.leftOut)")
    }

    // MARK: Five hundred damaged files

    enum Reader: String, CaseIterable {
        case log, packedLog, evemu, libinput
    }

    @Test(
        "of five hundred damaged files most comes in, nothing ends the program, and what is whole is not refused",
        arguments: Reader.allCases)
    func damagedFiles(reader: Reader) throws {
        var random = SeededGenerator.printingSeed()
        let (bytes, name, whole) = try Self.file(reader)
        let total = whole.devices.reduce(0) { $0 + $1.frames.count }
        var (frames, refused) = (0, 0)
        for number in 0..<500 {
            let damaged = Self.damaged(bytes, using: &random)
            guard let recording = try? Recording.parse(damaged, name: name) else {
                refused += 1
                continue
            }
            let count = recording.devices.reduce(0) { $0 + $1.frames.count }
            frames += min(count, total)
            if number % 10 == 0 { for device in recording.devices { _ = pointerEvents(of: device) } }
        }
        let share = Double(frames) / Double(500 * total)
        print(
            "\(reader.rawValue): \(Int(share * 1000)) ‰ of the frames of 500 damaged files came in, \(refused) were refused")
        // cut anywhere, a third of them have half on average; the others miss a little
        #expect(share > (reader == .packedLog ? 0.5 : 0.6))
        #expect(refused < 50)
    }

    private static func file(_ reader: Reader) throws -> (bytes: [UInt8], name: String, recording: Recording) {
        let small = made(60)
        switch reader {
        case .evemu:
            let single = Recording(devices: Array(small.devices.prefix(1)))
            return (Array(EvemuWriter.text(of: single.devices[0]).utf8), "a.events", single)
        case .libinput: return (Array(LibinputWriter.text(of: small).utf8), "a.yml", small)
        case .log:
            let records = slow(400)
            return (try LogSamples.bytes(records).bytes, "a.inklog", Recording(records))
        case .packedLog:
            return try LogSamples.inFolder { folder in
                let path = folder + "/1.inklog"
                // a dozen frames of Zstandard: of a file cut off within the first nothing is whole
                let records = slow(2000)
                let writer = try LogWriter(creating: path, LogSamples.header)
                for record in records.dropFirst() { try writer.append(record) }
                try writer.end(at: Instant(microseconds: 9))
                let packed = try LogPacking.pack(path, frameBytes: 2048)
                return (try LogFile.contents(of: packed), "a.inklog.zst", Recording(records))
            }
        }
    }

    /// A slow pen: twenty frames a second.
    private static func slow(_ frames: Int) -> [LogRecord] {
        LogSamples.long(frames).enumerated().map { index, record in
            guard case .frame(let device, let frame) = record else { return record }
            let events = frame.events.map { ($0.type, $0.code, $0.value) }
            return .frame(device: device, LogSamples.frame(at: 5_000_000 + 50_000 * Int64(index), events))
        }
    }

    /// Cut off, one bit changed, or two bytes exchanged.
    private static func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var damaged = bytes
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged.removeLast(bytes.count - place)
        case 1: damaged[place] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        default: damaged.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        }
        return damaged
    }
}

@Suite("Recordings that are converted frame by frame")
struct RecordingConversionTests {
    /// The converted file, and what became of it.
    private func convert(
        _ bytes: [UInt8], _ source: ExchangeFormat, to target: ExchangeFormat
    ) throws -> (bytes: [UInt8], outcome: RecordingConversion.Outcome) {
        try LogSamples.inFolder { folder in
            let path = folder + "/a.bin"
            let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
            defer { close(descriptor) }
            let conversion = try #require(RecordingConversion(RecordingFile(RecordingInput(bytes), as: source), to: target))
            let outcome = try conversion.write(to: descriptor)
            return (try RecordingInput(path: path).all(limit: 1 << 30).bytes, outcome)
        }
    }

    @Test("it gives the same files as writing the whole recording", arguments: ["stroke.yml", "stroke.events"])
    func same(name: String) throws {
        let recording = try Recording.read(fixture(name))
        let bytes = try RecordingInput(path: fixture(name)).all(limit: 1 << 30).bytes
        let source: ExchangeFormat = name.hasSuffix("yml") ? .libinput : .evemu
        let (yaml, outcome) = try convert(bytes, source, to: .libinput)
        #expect(String(decoding: yaml, as: UTF8.self) == LibinputWriter.text(of: recording) && outcome.losses.isEmpty)
        let (evemu, _) = try convert(bytes, source, to: .evemu)
        #expect(String(decoding: evemu, as: UTF8.self) == EvemuWriter.text(of: try #require(recording.devices.first)))
        let (log, _) = try convert(bytes, source, to: .log)
        let played = Recording(try LogFile(log).records)
        // a log says nothing of devices that reported nothing, and nothing of other types of codes
        #expect(played.devices.map(\.frames) == recording.devices.map(\.frames).filter { !$0.isEmpty })
    }

    @Test("frames of several devices get into a log in the order of their times")
    func order() throws {
        let records = LogSamples.long(40)
        var recording = Recording(records)
        recording.devices.append(try #require(recording.devices.first))
        for index in recording.devices[1].frames.indices {
            let frame = recording.devices[1].frames[index]
            recording.devices[1].frames[index] = LogSamples.frame(
                at: frame.time.microseconds + 2, frame.events.map { ($0.type, $0.code, $0.value) })
        }
        let yaml = Array(LibinputWriter.text(of: recording).utf8)
        let log = try LogFile(try convert(yaml, .libinput, to: .log).bytes)
        let devices = log.records.compactMap { if case .frame(let device, _) = $0 { device } else { nil } }
        #expect(devices == recording.timeline.map(\.device) && devices.prefix(4) == [0, 1, 0, 1])
    }

    @Test("a label goes with a recording through every format, and losses are what is missing when the file is read again")
    func label() throws {
        var records = LogSamples.long(40)
        records.insert(.annotation(Annotation(key: "label", text: "The quick “fox”", at: Instant(microseconds: 5_000_000))), at: 1)
        let log = try LogSamples.bytes(records).bytes
        for format in [ExchangeFormat.evemu, .libinput] {
            let (bytes, outcome) = try convert(log, .log, to: format)
            #expect(try Recording.parse(bytes, name: "a." + format.endings[0]).label == "The quick “fox”")
            #expect(outcome.losses.sentences.contains("the serial number of 1 device"))
            #expect(!outcome.losses.sentences.contains { $0.contains("label") || $0.contains("frames") })
            let back = try LogFile(try convert(bytes, format, to: .log).bytes)
            #expect(Recording(back.records).label == "The quick “fox”")
            #expect(Recording(back.records).devices.map(\.frames) == Recording(records).devices.map(\.frames))
        }
    }

    @Test("a damaged source is converted as far as it is whole, and the outcome says what is missing")
    func damaged() throws {
        var log = try LogSamples.bytes(LogSamples.long(6000)).bytes
        log[log.count / 2] ^= 1
        let (bytes, outcome) = try convert(log, .log, to: .libinput)
        #expect(outcome.leftOut.count == 1 && outcome.frames > 4900 && outcome.frames < 6000)
        #expect(try Recording.parse(bytes, name: "a.yml").devices.first?.frames.count == outcome.frames)
    }
}
