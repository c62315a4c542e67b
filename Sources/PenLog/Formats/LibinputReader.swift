internal import Evdev
internal import Ink
internal import YAML

/// Reads recordings of `libinput record`: YAML, version 1, one or several devices.
///
/// Used of each device: `evdev` (`name`, `id`, `codes`, `absinfo`, `properties`) and, of `events`, the entries with `evdev`: lists of
/// `[seconds, microseconds, type, code, value]`. The rest (udev, quirks, libinput's own events) is skipped.
enum LibinputReader {
    /// More text than this takes YAML minutes and gigabytes to read.
    static let maximumBytes = 64 << 20
    private static let remedy = "give the output of \"libinput record\", unchanged"

    static func read(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        guard bytes.count <= maximumBytes else {
            throw RecordingError(problem: "the YAML has \(bytes.count) bytes", remedy: "cut it to \(maximumBytes) at most")
        }
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLTree.read(bytes)
        } catch {
            throw RecordingError(line: error.line, problem: error.problem, remedy: error.remedy ?? remedy)
        }
        guard let root else { throw RecordingError(problem: "the YAML is empty", remedy: remedy) }
        let version = try YAMLEntry(root, "version").integer(of: 0...Int64(Int32.max))
        guard version == 1 else {
            throw RecordingError(
                problem: "the recording's version is \(version)", remedy: "record it with a libinput that writes version 1")
        }
        var devices: [RecordedDevice] = []
        for device in try YAMLEntry(root, "devices").list() {
            let evdev = try YAMLEntry(device, "evdev")
            devices.append(
                RecordedDevice(
                    description: try describe(evdev), frames: try frames(of: device), otherCodes: try otherCodes(of: evdev)))
        }
        return Recording(devices: devices)
    }

    private static func describe(_ evdev: YAMLEntry) throws(RecordingError) -> DeviceDescription {
        let ids = try evdev.entry("id").integers(count: 4, of: 0...0xffff)
        var description = DeviceDescription(
            name: try evdev.entry("name").text(), bus: UInt16(ids[0]), vendor: UInt16(ids[1]), product: UInt16(ids[2]),
            version: UInt16(ids[3]))
        for (type, codes) in try evdev.entry("codes").pairs() {
            let codes = try Set(codes.integers(of: 0...0xffff).map { UInt16($0) })
            switch type {
            case EventType.key: description.keys = codes
            case EventType.msc: description.miscCodes = codes
            default: break
            }
        }
        if let axes = evdev.optional("absinfo") {
            for (code, values) in try axes.pairs() {
                let numbers = try values.integers(count: 5, of: Int64(Int32.min)...Int64(Int32.max)).map { Int32($0) }
                description.axes[code] = AxisInfo(
                    minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
            }
        }
        if let properties = evdev.optional("properties") {
            description.properties = Set(try properties.integers(of: 0...0xffff).map { UInt16($0) })
        }
        return description
    }

    private static func otherCodes(of evdev: YAMLEntry) throws(RecordingError) -> [UInt16: Set<UInt16>] {
        var others: [UInt16: Set<UInt16>] = [:]
        for (type, codes) in try evdev.entry("codes").pairs()
        where ![EventType.syn, EventType.key, EventType.abs, EventType.msc].contains(type) {
            let codes = try Set(codes.integers(of: 0...0xffff).map { UInt16($0) })
            if !codes.isEmpty { others[type] = codes }
        }
        return others
    }

    private static func frames(of device: YAMLNode) throws(RecordingError) -> [Frame] {
        guard let events = YAMLEntry(device).optional("events") else { return [] }
        var frames = FrameCollector()
        for entry in try events.list() {
            guard let evdev = YAMLEntry(entry).optional("evdev") else { continue }
            for row in try evdev.list() {
                let row = YAMLEntry(row, of: "event")
                let numbers = try row.integers(count: 5, of: Int64(Int32.min)...1 << 40)
                guard (0..<1 << 40).contains(numbers[0]), (0..<1_000_000).contains(numbers[1]), let type = UInt16(exactly: numbers[2]),
                    let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
                else { throw row.error("out of range") }
                frames.append(
                    InputEvent(time: Instant(microseconds: numbers[0] * 1_000_000 + numbers[1]), type: type, code: code, value: value))
            }
        }
        return frames.frames
    }
}

/// A node of the YAML, read with errors that name its line.
private struct YAMLEntry {
    private let node: YAMLNode
    private let name: String

    init(_ node: YAMLNode, of name: String = "entry") {
        self.node = node
        self.name = name
    }

    init(_ parent: YAMLNode, _ key: String) throws(RecordingError) { self = try YAMLEntry(parent).entry(key) }

    func error(_ problem: String) -> RecordingError {
        let value = node.string.map { RecordingError.quoted($0) + " " } ?? ""
        return RecordingError(
            line: node.line, problem: "\(name) \(value)is \(problem)", remedy: "give the output of \"libinput record\", unchanged")
    }

    func entry(_ key: String) throws(RecordingError) -> YAMLEntry {
        guard let entry = optional(key) else { throw error("without \"\(key)\"") }
        return entry
    }

    /// nil also for an entry that was left empty.
    func optional(_ key: String) -> YAMLEntry? {
        guard let value = node[key], !value.isNull else { return nil }
        return YAMLEntry(value, of: key)
    }

    func list() throws(RecordingError) -> [YAMLNode] {
        guard let nodes = node.sequence else { throw error("no list") }
        return nodes
    }

    func pairs() throws(RecordingError) -> [(UInt16, YAMLEntry)] {
        guard let mapping = node.mapping else { throw error("no mapping") }
        var pairs: [(UInt16, YAMLEntry)] = []
        for (key, value) in mapping {
            pairs.append((UInt16(try YAMLEntry(key, of: "key of \(name)").integer(of: 0...0xffff)), YAMLEntry(value, of: name)))
        }
        return pairs
    }

    func text() throws(RecordingError) -> String {
        guard let text = node.string else { throw error("no text") }
        return text
    }

    func integer(of range: ClosedRange<Int64>) throws(RecordingError) -> Int64 {
        guard let digits = node.string else { throw error("no number") }
        let number = digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
        guard let number, range.contains(number) else { throw error("no number from \(range.lowerBound) to \(range.upperBound)") }
        return number
    }

    func integers(count: Int? = nil, of range: ClosedRange<Int64>) throws(RecordingError) -> [Int64] {
        var numbers: [Int64] = []
        for element in try list() { numbers.append(try YAMLEntry(element, of: name).integer(of: range)) }
        if let count, numbers.count < count { throw error("a list of \(numbers.count) numbers; \(count) are needed") }
        return numbers
    }
}
