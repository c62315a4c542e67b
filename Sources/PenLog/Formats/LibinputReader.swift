internal import Evdev
internal import Ink
internal import YAML

/// Reads recordings of `libinput record`: YAML, version 1, one or several devices.
///
/// The reader uses each device's `evdev` (`name`, `id`, `codes`, `absinfo`, `properties`) and, of `events`, the entries with `evdev`: lists
/// of `[seconds, microseconds, type, code, value]`. The rest (udev, quirks, libinput's own events) is skipped.
///
/// A damaged entry of `events` is left out, and the next frame is marked as following a loss. After text that is not YAML, reading
/// continues with the next entry or device at the start of a line.
struct LibinputReader {
    private let text: LibinputText
    private let body: RecordingFile.Body
    private var outline = RecordingFile.Outline()
    /// The frames in progress, by device.
    private var collectors: [FrameCollector] = []
    private var leftOut = LeftOutLines()
    private var firstError: RecordingError?
    private var hasDevices = false
    private var hasVersion = false
    /// The first line, in the file, of the entry whose frame is incomplete.
    private var entryLine: Int?
    /// Whether the events of the last device continue after damaged text.
    private var isContinued = false

    private static let remedy = "give the output of \"libinput record\", unchanged"

    /// A reason to stop reading a text, or a part of it.
    private enum Fault: Error {
        case yaml(YAMLError)
        /// An unknown version, or an error thrown by the receiver of the frames.
        case final(RecordingError)
    }

    private init(_ text: LibinputText, _ body: @escaping RecordingFile.Body) {
        self.text = text
        self.body = body
    }

    static func read(
        _ pieces: RecordingInput.Pieces, _ body: @escaping RecordingFile.Body
    ) throws(RecordingError) -> RecordingFile.Outline {
        var reader = LibinputReader(LibinputText(pieces), body)
        return try reader.read()
    }

    private mutating func read() throws(RecordingError) -> RecordingFile.Outline {
        var isDone = false
        while !isDone {
            do throws(Fault) {
                try readDocument(Self.stream(of: text))
                isDone = true
            } catch {
                switch error {
                case .final(let error): throw error
                case .yaml(let error): isDone = !resume(behind: error)
                }
            }
            if let failure = text.failure { throw failure }
        }
        return try finish()
    }

    /// Continues after text that is not YAML; returns false if nothing follows.
    private mutating func resume(behind error: YAMLError) -> Bool {
        let line = text.line(ofParser: error.line ?? 1)
        firstError = firstError ?? RecordingError(line: line, problem: error.problem, remedy: error.remedy ?? Self.remedy)
        let begin = min(entryLine ?? line, line)
        let next = text.resume(from: line)
        leftOut.add(begin...max(begin, (next ?? text.lines + 1) - 1), error.problem)
        entryLine = nil
        if let last = collectors.indices.last { collectors[last].gap() }
        isContinued = text.isContinued
        return next != nil
    }

    private static func stream(of text: LibinputText) throws(Fault) -> YAMLStream {
        do throws(YAMLError) { return try YAMLStream { text.next() } } catch { throw .yaml(error) }
    }

    /// - Throws: the first error if nothing is intact.
    private mutating func finish() throws(RecordingError) -> RecordingFile.Outline {
        if !hasVersion { note(RecordingError(line: 1, problem: "entry is without \"version\"", remedy: Self.remedy)) }
        if !hasDevices { note(RecordingError(line: 1, problem: "entry is without \"devices\"", remedy: Self.remedy)) }
        if outline.frames == 0, let firstError { throw firstError }
        if let line = entryLine, collectors.contains(where: \.isOpen) {
            leftOut.add(line...max(line, text.lines), "the file ends within a frame")
        }
        outline.leftOut = (text.damage.map { [$0] } ?? []) + leftOut.sentences
        return outline
    }

    /// Stores an error if it is the first, with its line in the file in place of the parser's.
    private mutating func note(_ error: RecordingError) {
        guard firstError == nil else { return }
        firstError = RecordingError(line: error.line.map(text.line(ofParser:)), problem: error.problem, remedy: error.remedy)
    }

    // MARK: The document

    private mutating func readDocument(_ yaml: YAMLStream) throws(Fault) {
        guard case .mapping = try next(yaml) else {
            return note(RecordingError(line: yaml.line, problem: "entry is without \"version\"", remedy: Self.remedy))
        }
        while let key = try nextKey(yaml) {
            let value = try next(yaml)
            switch (key, value) {
            case ("version", _): try check(version: try node(yaml, value))
            case ("label", .scalar(let text)): outline.label = text
            case ("devices", .sequence): try readDevices(yaml)
            default: try skip(yaml, value)
            }
        }
        guard case .finished = try next(yaml) else { return }
    }

    private mutating func check(version: YAMLNode) throws(Fault) {
        let number: Int64
        do throws(RecordingError) {
            number = try YAMLEntry(version, of: "version").integer(of: 0...Int64(Int32.max))
        } catch {
            return note(error)
        }
        hasVersion = true
        guard number != 1 else { return }
        throw .final(
            RecordingError(problem: "the recording's version is \(number)", remedy: "record it with a libinput that writes version 1"))
    }

    private mutating func readDevices(_ yaml: YAMLStream) throws(Fault) {
        hasDevices = true
        while case let item = try next(yaml), item != .end {
            guard item == .mapping else {
                try skip(yaml, item)
                continue
            }
            if !isContinued || outline.devices.isEmpty {
                outline.devices.append(RecordedDevice(description: DeviceDescription(name: ""), frames: []))
                collectors.append(FrameCollector())
            }
            let isContinued = self.isContinued
            self.isContinued = false
            try readDevice(yaml, isDescribed: isContinued)
        }
    }

    private mutating func readDevice(_ yaml: YAMLStream, isDescribed: Bool) throws(Fault) {
        let line = yaml.line
        var isDescribed = isDescribed
        while let key = try nextKey(yaml) {
            let value = try next(yaml)
            switch (key, value) {
            case ("evdev", _):
                isDescribed = true
                describe(try node(yaml, value), in: yaml)
            case ("events", .sequence): try readEvents(yaml)
            default: try skip(yaml, value)
            }
        }
        if !isDescribed { note(RecordingError(line: line, problem: "entry is without \"evdev\"", remedy: Self.remedy)) }
    }

    private mutating func readEvents(_ yaml: YAMLStream) throws(Fault) {
        let device = outline.devices.count - 1
        while case let item = try next(yaml), item != .end {
            let line = text.line(ofParser: yaml.line)
            entryLine = entryLine ?? line
            let entry = try node(yaml, item)
            defer { if !collectors[device].isOpen { entryLine = nil } }
            guard let evdev = YAMLEntry(entry).optional("evdev") else {
                // an entry that is a mapping without "evdev" was added by libinput itself; other entries without events are damaged or cut
                // off
                guard entry.mapping == nil || entry["evdev"] != nil else { continue }
                collectors[device].gap()
                let begin = entryLine ?? line
                leftOut.add(begin...max(begin, line), "an entry has no events")
                continue
            }
            let events: [InputEvent]
            do throws(RecordingError) {
                events = try Self.events(of: evdev)
            } catch {
                note(error)
                collectors[device].gap()
                let begin = entryLine ?? line
                leftOut.add(begin...max(begin, text.line(ofParser: yaml.line) - 1), error.problem)
                entryLine = nil
                continue
            }
            for event in events {
                guard let frame = collectors[device].append(event) else { continue }
                outline.frames += 1
                do throws(RecordingError) { try body(device, frame) } catch { throw .final(error) }
            }
        }
    }

    private static func events(of evdev: YAMLEntry) throws(RecordingError) -> [InputEvent] {
        var events: [InputEvent] = []
        for row in try evdev.list() {
            let row = YAMLEntry(row, of: "event")
            let numbers = try row.integers(count: 5, of: Int64(Int32.min)...1 << 40)
            guard (0..<1 << 40).contains(numbers[0]), (0..<1_000_000).contains(numbers[1]), let type = UInt16(exactly: numbers[2]),
                let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
            else { throw row.error("out of range") }
            events.append(
                InputEvent(time: Instant(microseconds: numbers[0] * 1_000_000 + numbers[1]), type: type, code: code, value: value))
        }
        return events
    }

    // MARK: Descriptions

    /// Parts of a device's description, each of which can be damaged independently.
    private enum Part: CaseIterable {
        case identity, codes, axes, properties
    }

    /// Adopts the intact parts of a device's description.
    private mutating func describe(_ node: YAMLNode, in yaml: YAMLStream) {
        let evdev = YAMLEntry(node, of: "evdev")
        var device = RecordedDevice(description: DeviceDescription(name: ""), frames: [])
        for part in Part.allCases {
            do throws(RecordingError) {
                switch part {
                case .identity: try Self.identify(evdev, &device)
                case .codes: try Self.readCodes(evdev, &device)
                case .axes: try Self.readAxes(evdev, &device)
                case .properties: try Self.readProperties(evdev, &device)
                }
            } catch {
                note(error)
                let line = text.line(ofParser: error.line ?? yaml.line)
                leftOut.add(line...line, error.problem)
            }
        }
        outline.devices[outline.devices.count - 1] = device
    }

    private static func identify(_ evdev: YAMLEntry, _ device: inout RecordedDevice) throws(RecordingError) {
        let ids = try evdev.entry("id").integers(count: 4, of: 0...0xffff)
        device.description.id.bus = UInt16(ids[0])
        device.description.id.vendor = UInt16(ids[1])
        device.description.id.product = UInt16(ids[2])
        device.description.id.version = UInt16(ids[3])
        device.description.name = try evdev.entry("name").text()
    }

    private static func readCodes(_ evdev: YAMLEntry, _ device: inout RecordedDevice) throws(RecordingError) {
        for (type, codes) in try evdev.entry("codes").pairs() {
            let codes = try Set(codes.integers(of: 0...0xffff).map { UInt16($0) })
            switch type {
            case EventType.key: device.description.keys = codes
            case EventType.msc: device.description.miscCodes = codes
            case EventType.syn, EventType.abs: break
            default: if !codes.isEmpty { device.otherCodes[type] = codes }
            }
        }
    }

    private static func readAxes(_ evdev: YAMLEntry, _ device: inout RecordedDevice) throws(RecordingError) {
        guard let axes = evdev.optional("absinfo") else { return }
        for (code, values) in try axes.pairs() {
            let numbers = try values.integers(count: 5, of: Int64(Int32.min)...Int64(Int32.max)).map { Int32($0) }
            device.description.axes[code] = AxisInfo(
                minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3], resolution: numbers[4])
        }
    }

    private static func readProperties(_ evdev: YAMLEntry, _ device: inout RecordedDevice) throws(RecordingError) {
        guard let properties = evdev.optional("properties") else { return }
        device.description.properties = Set(try properties.integers(of: 0...0xffff).map { UInt16($0) })
    }

    // MARK: Events of YAML

    private func next(_ yaml: YAMLStream) throws(Fault) -> YAMLStream.Event {
        do throws(YAMLError) { return try yaml.next() } catch { throw .yaml(error) }
    }

    private func node(_ yaml: YAMLStream, _ event: YAMLStream.Event) throws(Fault) -> YAMLNode {
        do throws(YAMLError) { return try yaml.node(event) } catch { throw .yaml(error) }
    }

    private func skip(_ yaml: YAMLStream, _ event: YAMLStream.Event) throws(Fault) {
        do throws(YAMLError) { try yaml.skip(event) } catch { throw .yaml(error) }
    }

    /// Returns the next key of a mapping; nil at its end. Keys that are not text are empty.
    private func nextKey(_ yaml: YAMLStream) throws(Fault) -> String? {
        let event = try next(yaml)
        switch event {
        case .scalar(let key): return key
        case .end, .finished: return nil
        case .sequence, .mapping:
            try skip(yaml, event)
            return ""
        }
    }
}
