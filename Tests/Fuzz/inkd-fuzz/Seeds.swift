import Compression
import Editing
import Evdev
import Foundation
import Ink
import InkProtocol
import InkStore
import InkTestSupport
import JSON
import Varlink

@testable import PenLog

/// An input to begin with.
struct Seed {
    /// The name of its file.
    let name: String
    /// What is in it.
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// Inputs to begin with that are better written by the program than kept as files: what its own writers make, and a call of every method.
enum Seeds {
    /// The tests' files, which the program is run beside.
    static let fixtures = "Tests/Fixtures"

    /// The inputs of each target by their names.
    /// - Throws: what the writers throw.
    static func all() throws -> [String: [Seed]] {
        let own: [String: [Seed]] = [
            "frames": frames, "udev": udev, "ink": ink, "varlink": messages,
            "interface": Interfaces.descriptions.map { Seed($0.key, Array($0.value.utf8)) },
            "log": try log(), "unpack": try packed(), "package": try package(), "rows": RowSeeds.all(items, reading),
            "model": [language, ModelCheck.learnt].compactMap(\.self),
            "jsonl": [
                Seed(
                    "batch",
                    Array(
                        #"{"contentType":"Text","xDPI":96,"yDPI":96,"strokeGroups":[{"strokes":[{"x":[1,2.5],"y":[3,4],"t":[0,8],"p":[0.5,1]}]}]}"#
                            .utf8))
            ],
        ]
        return own.merging(try files()) { $0 + $1 }
    }

    /// A pen that was plugged in, and one that was pulled out.
    private static let udev: [Seed] = ["add", "remove"].map { action in
        let properties = "ACTION=\(action)\0DEVPATH=/devices/virtual/input/input7/event3\0SUBSYSTEM=input\0ID_INPUT_TABLET=1\0"
        func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let header = word((0xfeed_cafe as UInt32).bigEndian) + word(40) + word(40) + word(UInt32(properties.utf8.count))
        return Seed(action, Array("libudev\0".utf8) + header + Array(repeating: 0, count: 16) + Array(properties.utf8))
    }

    /// Strokes in a row, then one thing after the other that can be done with them.
    private static let ink: [Seed] = (0..<8).map { (number: UInt8) in
        var bytes: [UInt8] = [number, number << 4 | number & 3, number]
        for stroke in 0..<(4 + number) {
            bytes += [25, 36, stroke &* 100, stroke >> 2, 200, 3, 100, 8]
            for step in 0..<(8 as UInt8) { bytes += [0, step &* 9, 0 &- step &* 5, 90] }
            bytes += [0, 0, 0, 0]
        }
        for instruction in [20, 22, 15, 16, 17, 13, 14, 18, 23, 24, 12] as [UInt8] { bytes += [instruction, 3, 0, 8, 8, 0, 16, 8, 5] }
        return Seed("made-\(number)", bytes)
    }

    // MARK: Files of ink

    /// One ink in each format.
    private static func files() throws -> [String: [Seed]] {
        var ink = JSONInk(
            strokes: [[(5, 7), (9, 1), (12, 7)], [(20, 1), (20, 7), (24, 4)]].map { points in
                points.enumerated().map { JSONInk.Sample(x: $1.0 * 100, y: $1.1 * 100, time: Int64($0) * 8) }
            })
        (ink.id, ink.writer, ink.level, ink.label, ink.style) = ("i1", "w1", "word", "ink & <more>", "MIXED")
        (ink.hertz, ink.unitsPerMillimeter) = (125, 100)
        let formats = ExchangeFormat.allCases.filter { $0 != .log }
        let seeds = try formats.map { [Seed("made", try Exchange { _ in nil }.write(.inks([ink]), as: $0).bytes)] }
        return Dictionary(zip(formats.map(\.rawValue), seeds)) { $1 }
    }

    // MARK: Models

    /// A language of a few words, all of them noise.
    private static let language: Seed = {
        var noise = SeededGenerator(seed: 1)
        let tables = (0..<1024).map { _ in UInt8.random(in: 0...255, using: &noise) }
        let header = #"""
            {"__metadata__":{"format":"inkd.model","format_version":"1","kind":"language","language":"es","order":"3","graphemes":" abc",\#
            "symbols":"abcdef","weights":"{\"code\":-4,\"language\":0.4,\"length\":2,\"lexicon\":0.9,\"space\":-0.2}","data_sha256":"\#
            0000000000000000000000000000000000000000000000000000000000000000"},"ngrams":{"dtype":"U8","shape":[192,4],"data_offsets":[0,768]},\#
            "words":{"dtype":"U8","shape":[64,4],"data_offsets":[768,1024]}}
            """#
        let length = (0..<8).map { UInt8(truncatingIfNeeded: header.utf8.count >> (8 * $0)) }
        return Seed("language", length + Array(header.utf8) + tables)
    }()

    // MARK: Frames

    /// Sound devices on which a pen comes, writes and goes, while a finger touches; the same with every other header.
    private static let frames: [Seed] = (0..<16).map { (number: UInt8) in
        // vendor, keys, pressed keys, axes; seven axes, x and y; quirks; slots or none; axes; nothing pressed; area; hold-off
        let pen: [UInt8] = [number, 0xff, 0, 0x7f, 5, 8, 6, 6, 12, 5, 5, 0, 0]
        let quirks: [UInt8] = number & 2 == 0 ? [0] : [1, number << 3, number]
        let touch: [UInt8] = number & 4 == 0 ? [1, 7, 15, 0, 0, 9, 5, 0, 0] : [0, 0, 0]
        var bytes = pen + quirks + touch + [0, number << 4, 1]
        func put(_ code: UInt8, _ kind: UInt8, _ value: UInt8...) { bytes += [kind << 5 | code] + value }
        put(9, 1)
        for step in 0..<(8 + number) {
            put(0, 4, step &* 40, 9 + step)
            put(1, 4, step &* 60, 8)
            put(2, 2, step % 5 == 0 ? 0 : 100 + step)
            put(29, step == 6 ? 2 : 0, 60)
            put(19, 2, step & 1)
            put(20, step & 3 == 3 ? 5 : 2, step)
            put(21, 4, step, 2)
            put(27, 0)
        }
        for step in 0..<(20 + number) {
            put(30, 0, step &* 3, step &* 5, step % 7 == 0 ? 0 : 40 + step)
            if step & 3 == 0 { put(31, 0, step, 9 + step, 100) }
        }
        put(9, 0)
        put(29, 0)
        return Seed("made-\(number)", bytes)
    }

    // MARK: Messages

    /// A call of every method and every error, with a value for each parameter, as the interfaces describe them.
    private static var messages: [Seed] {
        var seeds: [Seed] = []
        for (name, interface) in Interfaces.definitions {
            func add(_ kind: String, _ member: String, _ fields: [InterfaceDefinition.Field], _ more: Bool) {
                let parameters = example(.structure(fields), interface, 3)
                let message: JSONValue = .object([kind: .string("\(name).\(member)"), "parameters": parameters, "more": .bool(more)])
                seeds.append(Seed("\(name).\(member).\(seeds.count)", [40] + Array(message.description.utf8) + [0]))
            }
            for (method, signature) in interface.methods {
                add("method", method, signature.input, interface.streams(method))
                add("method", method, signature.output, false)
            }
            for (error, fields) in interface.errors { add("error", error, fields, false) }
        }
        return seeds
    }

    /// A value of a type.
    private static func example(_ type: InterfaceDefinition.TypeExpression, _ interface: InterfaceDefinition, _ depth: Int) -> JSONValue {
        switch type {
        case .bool: .bool(true)
        case .int: .int(1)
        case .float: .double(1.5)
        case .string: .string("pen1")
        case .object: .object([:])
        case .optional(let inner): depth > 0 ? example(inner, interface, depth - 1) : .null
        case .array(let inner): .array(depth > 0 ? [example(inner, interface, depth - 1), example(inner, interface, depth - 1)] : [])
        case .map(let inner): .object(["a": example(inner, interface, depth - 1)])
        case .structure(let fields): .object(Dictionary(fields.map { ($0.name, example($0.type, interface, depth)) }) { $1 })
        case .enumeration(let names): .string(names.first ?? "")
        case .named(let name): interface.types[name].map { example($0, interface, depth) } ?? .null
        }
    }

    /// The words of each target that has such, as libFuzzer wants them between quotes.
    static var dictionaries: [(target: String, words: [String])] {
        var names: Set<String> = []
        for interface in Interfaces.definitions.values {
            names.formUnion(interface.methods.keys.map { "\(interface.name).\($0)" })
            let fields = interface.methods.values.flatMap { $0.input + $0.output } + interface.errors.values.joined()
            for type in interface.types.values.map({ $0 }) + fields.map({ .structure([$0]) }) { add(type, to: &names) }
        }
        let syntax = [
            "{", "}", "[", "]", ":", ",", "\\\"", "null", "true", "false", "1e308", "-1", "9223372036854775808", "\\\\u0000", "\\x00",
        ]
        let words = [
            "interface ", "type ", "method ", "error ", "->", "(", ")", "?", "[]", "[string]", "int", "string", "object", "bool", "#",
        ]
        return [("varlink", syntax + names.sorted()), ("interface", words)]
    }

    /// The names of fields and of choices in a type, its own only.
    private static func add(_ type: InterfaceDefinition.TypeExpression, to names: inout Set<String>) {
        switch type {
        case .structure(let fields):
            names.formUnion(fields.map(\.name))
            for field in fields { add(field.type, to: &names) }
        case .enumeration(let choices): names.formUnion(choices)
        case .optional(let inner), .array(let inner), .map(let inner): add(inner, to: &names)
        case .bool, .int, .float, .string, .object, .named: break
        }
    }

    // MARK: Logs

    private static func log() throws -> [Seed] {
        let time = Instant(microseconds: 5_000_123)
        let anchor = TimeAnchor(monotonic: 5_000_000, boot: 9_000_000, wall: 1_700_000_000_000_000)
        let header = LogHeader(program: "fuzz", kernel: "6.1", boot: "b", session: "s", part: 1, anchor: anchor)
        let device = LoggedDevice(number: 7, description: SamplePen.description, role: "pen", seat: "seat0", udev: ["ID_INPUT": "1"])
        func event(_ code: UInt16, _ value: Int32) -> InputEvent { InputEvent(time: time, type: EventType.abs, code: code, value: value) }
        let records: [LogRecord] = [
            .began(header), .device(device), .anchor(anchor), .annotation(Annotation(key: "label", text: "ink", at: time)),
            .frame(device: 7, Frame(time: time, events: [event(Axis.x, 5), event(Axis.y, 6), event(Axis.pressure, 99)])),
            .frame(device: 7, Frame(time: time, events: [event(Axis.x, 7)], followsDrop: true)),
            .stroke(device: 7, number: 1, isText: true, at: time),
            .arbitration(device: 7, isBlocked: true, at: time), .lost(frames: 2, at: time), .paused(reason: "locked", at: time),
            .resumed(at: time), .removed(device: 7, at: time), .ended(at: time),
        ]
        return try [records, Array(records.prefix(3)) + records.suffix(4)].enumerated().map { number, records in
            Seed("made-\(number)", [UInt8(number)] + (try LogFile.bytes(of: records)))
        }
    }

    /// A log in one frame, in two, and by gzip.
    private static func packed() throws -> [Seed] {
        let plain = try log()[0].bytes
        let halves = [Array(plain.prefix(plain.count / 2)), Array(plain.dropFirst(plain.count / 2))]
        return [
            Seed("one", try CompressingWriter.compress(.zstandard, plain)),
            Seed("two", try halves.flatMap { try CompressingWriter.compress(.zstandard, $0) }),
            Seed("gzip", try CompressingWriter.compress(.gzip, plain)),
        ]
    }

    // MARK: Packages

    private static var items: [DocumentItem] {
        let points = (0..<6).map { InkPoint(x: Double($0), y: Double($0 % 2), time: Instant(microseconds: 5000 * $0), force: 0.5) }
        return [.stroke(PlacedStroke(stroke: InkStroke(id: StrokeID(1), fitting: points, created: 0), line: LineID(1)))]
            + blocks.map(DocumentItem.block)
            + [
                .choice(WordChoice(strokes: [StrokeID(1)], place: 1, text: "ink")),
                .boundary(WordBoundary(kind: .parted, left: [StrokeID(1)], right: [StrokeID(2), StrokeID(3)])),
                .word(
                    TypesetWord(
                        id: StrokeID(4), line: LineID(1), text: "ink", x: 1, width: 5, baseline: 4, xHeight: 2,
                        ink: [InkStroke(id: StrokeID(5), fitting: points, created: 0)])),
            ]
    }

    private static let blocks: [AddedBlock] = {
        let box = Box(x: 1, y: 2, width: 3, height: 4)
        let corners = [Point(x: 0, y: 0), Point(x: 5, y: 0), Point(x: 5, y: 5)]
        let contents: [AddedBlock.Content] = [
            .empty, .image(InkImage(mediaType: "image/png", bytes: [1, 2, 3], width: 2, height: 1)),
            .text([TypesetLine(text: "ink", box: box, baseline: 3)]),
            .figure(.ellipse(center: corners[1], radiusX: 1, radiusY: 2, rotation: 0), label: "ellipse"),
            .figure(.polygon(points: corners, closed: true, headAtStart: false, headAtEnd: false), label: "triangle"),
        ]
        return contents.enumerated().map { AddedBlock(id: BlockID(UInt64($0 + 1)), type: .drawing, box: box, content: $1) }
    }()

    private static let reading = SavedReading(
        candidates: [Candidate(text: "ink", score: -0.5)],
        words: [
            LineWord(
                text: "ink", box: Box(x: 0, y: 0, width: 1, height: 1), ranges: [WordRange(stroke: StrokeID(1), first: 0, last: 3)],
                candidates: [Candidate(text: "ink", score: nil)], baseline: 1, xHeight: 1, graphemes: [], confidence: 0.5)
        ], confidence: 0.5)

    private static func package() throws -> [Seed] {
        let space = try PackageSpace(root: WorkFile.folder)
        let package = try space.open("seed", .createNew).package
        let part = try package.createPart(.rawContent).id
        try package.append(items.compactMap { item in item.key.map { DocumentChange(key: $0, before: nil, after: item) } }, to: part)
        try package.setReadings([LineID(1): reading], in: part)
        try package.setMetadata(ParameterSet(["a": .set(ParameterSet(["b": .string("c"), "d": .number(1)]))]), of: part)
        try package.save()
        let path = try space.savedFile(of: "seed")?.path ?? ""
        defer { try? package.close(discardingChanges: true) }
        return [Seed("made", FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [])]
    }
}
