public import Evdev
internal import Glibc
internal import Ink
internal import System

/// One device of a recording, with its frames.
public struct RecordedDevice: Sendable, Hashable {
    /// The device's description.
    public var description: DeviceDescription
    /// All reported frames, in order.
    public var frames: [Frame]
    /// Codes that the device can report of types other than EV_KEY, EV_ABS and EV_MSC (EV_REL, EV_SW, EV_LED, …), by type; no set is empty.
    public var otherCodes: [UInt16: Set<UInt16>]

    /// Creates a device with its frames.
    public init(description: DeviceDescription, frames: [Frame], otherCodes: [UInt16: Set<UInt16>] = [:]) {
        self.description = description
        self.frames = frames
        self.otherCodes = otherCodes
    }
}

extension RecordedDevice {
    /// A frame that restores the device's initial state after a replay; nil if the state is unchanged. The values of contacts are not
    /// restored, because each contact begins with all its values.
    public var rewind: Frame? {
        var last = description
        for frame in frames { last.follow(frame) }
        var frame = Frame()
        func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            frame.events.append(InputEvent(time: frame.time, type: type, code: code, value: value))
        }
        for key in last.pressedKeys.subtracting(description.pressedKeys).sorted() { append(EventType.key, key, 0) }
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key })
        where axis.value != last.axes[code]?.value && (code <= Axis.slot || code > Axis.lastOfContacts) {
            append(EventType.abs, code, axis.value)
        }
        for key in description.pressedKeys.subtracting(last.pressedKeys).sorted() { append(EventType.key, key, 1) }
        return frame.events.isEmpty ? nil : frame
    }
}

/// Recorded frames of devices, read from a file. Every format gives the same frames as a live device.
public struct Recording: Sendable, Hashable {
    /// The recorded devices.
    public var devices: [RecordedDevice]
    /// The ground truth, if the file has one.
    public var label: String?
    /// The device indices of the first frames in `timeline`, in order of arrival. The frames after them are ordered by time.
    public var order: [Int]
    /// The parts missing from a damaged file, in sentences; empty for a sound file. Not part of the content: recordings with the same
    /// content are equal even if their files lack different parts.
    public var leftOut: [String] = []

    /// Creates a recording of these devices.
    public init(devices: [RecordedDevice], label: String? = nil, order: [Int] = []) {
        self.devices = devices
        self.label = label
        self.order = order
    }

    /// Returns whether the recordings have the same content; `leftOut` is ignored.
    public static func == (one: Recording, other: Recording) -> Bool {
        one.devices == other.devices && one.label == other.label && one.order == other.order
    }

    /// Hashes the same properties that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(devices)
        hasher.combine(label)
        hasher.combine(order)
    }

    /// Maximum file size; an hour of writing takes a tenth of it.
    static let maximumBytes = 256 << 20

    /// Reads a recording: a pen log (`.inklog`, compressed or not), evemu (`.events`, `.evemu`), libinput record (`.yml`, `.yaml`) or one
    /// ink as a JSON line (`.json`, `.jsonl`).
    ///
    /// The content decides if the name does not identify the format. All intact parts of a damaged file are read, and `leftOut` lists the
    /// missing ones.
    ///
    /// - Throws: `RecordingError` if the file cannot be read or understood.
    public static func read(_ path: String) throws(RecordingError) -> Recording {
        let input = RecordingInput(try contents(of: path))
        do throws(RecordingError) {
            return try parse(input, name: path)
        } catch {
            throw RecordingError(line: error.line, problem: "\(path): \(error.problem)", remedy: error.remedy)
        }
    }

    /// Reads a recording from a file's bytes; `name` helps to detect the format.
    public static func parse(_ bytes: [UInt8], name: String = "") throws(RecordingError) -> Recording {
        guard bytes.count <= maximumBytes else {
            throw RecordingError(problem: "the file has \(bytes.count) bytes", remedy: "reduce it to at most \(maximumBytes)")
        }
        return try parse(RecordingInput(bytes), name: name)
    }

    private static func parse(_ input: RecordingInput, name: String) throws(RecordingError) -> Recording {
        let bytes = try input.all(limit: maximumBytes).bytes
        guard !bytes.starts(with: [0x1f, 0x8b]) else {
            throw RecordingError(problem: "the file is compressed", remedy: "decompress it with gunzip or zcat")
        }
        let parts = name.split(separator: ".").map { $0.lowercased() }
        if LogFile.isLog(bytes) || parts.suffix(2) == ["inklog", "zst"] {
            let log = try LogFile(exchanged: bytes, path: name)
            var recording = Recording(log.records)
            recording.leftOut = log.warnings
            return recording
        }
        switch parts.last {
        case "events", "evemu": return try Recording(RecordingFile(input, as: .evemu))
        case "yml", "yaml": return try Recording(RecordingFile(input, as: .libinput))
        case "json", "jsonl": return try JSONInk.readRecording(bytes)
        default: break
        }
        let firstLine = String(decoding: bytes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).first { !$0.isEmpty } ?? ""
        if firstLine.hasPrefix("{") { return try JSONInk.readRecording(bytes) }
        if firstLine.hasPrefix("# EVEMU") || firstLine.hasPrefix("E: ") || firstLine.hasPrefix("N: ") {
            return try Recording(RecordingFile(input, as: .evemu))
        }
        if firstLine.hasPrefix("# libinput record") || firstLine.hasPrefix("version:") {
            return try Recording(RecordingFile(input, as: .libinput))
        }
        throw RecordingError(
            problem: "the file begins with \(RecordingError.quoted(firstLine)), which is not a known format",
            remedy: "give a pen log, an evemu recording, the YAML of \"libinput record\" or one ink as a JSON line")
    }

    static func contents(of path: String) throws(RecordingError) -> [UInt8] {
        do throws(SystemError) {
            return try Descriptor(readingFile: path).readAll(limit: maximumBytes)
        } catch {
            guard error.code != EFBIG else {
                throw RecordingError(problem: "\(path) has more than \(maximumBytes) bytes", remedy: "split it into smaller recordings")
            }
            throw RecordingError(problem: "cannot read \(path): \(error.reason)", remedy: "check the name and its permissions")
        }
    }
}

/// A frame of a recording, identified by the index of its device and its index within the device.
public struct RecordedMoment: Sendable, Hashable {
    /// The index among the recording's devices.
    public var device: Int
    /// The index among the device's frames.
    public var frame: Int
}

extension Recording {
    /// All frames of all devices in order of arrival.
    ///
    /// The first frames are in the order given by `order`. The remaining frames are sorted by time, and frames with equal times by device.
    public var timeline: [RecordedMoment] {
        var next = devices.map { _ in 0 }
        let ordered = order.compactMap { device -> RecordedMoment? in
            guard devices.indices.contains(device), next[device] < devices[device].frames.count else { return nil }
            defer { next[device] += 1 }
            return RecordedMoment(device: device, frame: next[device])
        }
        let rest = devices.indices.flatMap { device in
            (next[device]..<devices[device].frames.count).map { RecordedMoment(device: device, frame: $0) }
        }
        // a device's frames keep their order, even if their times decrease
        var latest = devices.map { _ in Instant(microseconds: .min) }
        let times = rest.map { moment in
            latest[moment.device] = max(latest[moment.device], self[moment].time)
            return latest[moment.device]
        }
        let sorted = rest.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        return ordered + sorted.map { rest[$0] }
    }

    /// Returns the frame of a moment in `timeline`.
    public subscript(moment: RecordedMoment) -> Frame { devices[moment.device].frames[moment.frame] }

    /// Splits the timeline into visits of the pen or of fingers. A visit begins at a proximity-in of a pen or finger; a device's frames
    /// between visits belong to the previous visit.
    ///
    /// A pen or finger is present while a key is down, because the kernel reports tools and contacts as keys. A device that never releases
    /// its keys has one visit.
    /// visit.
    public func visits(of timeline: [RecordedMoment]) -> [Range<Int>] {
        var down = Set<[Int]>()
        for (number, device) in devices.enumerated() { down.formUnion(device.description.pressedKeys.map { [number, Int($0)] }) }
        var starts: [Int] = []
        var wasThere = false
        for (index, moment) in timeline.enumerated() {
            let hadNobody = down.isEmpty
            for event in self[moment].events where event.type == EventType.key {
                if event.value == 0 {
                    down.remove([moment.device, Int(event.code)])
                } else {
                    down.insert([moment.device, Int(event.code)])
                }
            }
            if index == 0 || (hadNobody && wasThere && !down.isEmpty) { starts.append(index) }
            wasThere = wasThere || !down.isEmpty || !hadNobody
        }
        return zip(starts, starts.dropFirst() + [timeline.count]).map { $0..<$1 }
    }
}

/// A recording that cannot be read.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line of the error, counted from 1; nil if it concerns the whole file.
    public var line: Int?
    /// The error, with the offending value.
    public var problem: String
    /// The remedy.
    public var remedy: String

    /// Creates an error with its problem, line and remedy.
    public init(line: Int? = nil, problem: String, remedy: String) {
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// The error as text: "line 3: …; …".
    public var description: String { (line.map { "line \($0): " } ?? "") + "\(problem); \(remedy)" }

    /// Returns a piece of the file for display in a message: short, and without control characters.
    static func quoted(_ text: some StringProtocol) -> String {
        let shown = text.prefix(40).unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : String($0) }.joined()
        return "\"\(shown)\(text.count > 40 ? "…" : "")\""
    }
}

/// Gathers single events into frames that end with SYN_REPORT.
///
/// After SYN_DROPPED everything up to the next SYN_REPORT is discarded, as the kernel's protocol requires, and the following frame is
/// marked as following a loss. Events after the last SYN_REPORT are an unfinished frame and ignored.
struct FrameCollector {
    private var open = Frame()
    private var isSkipping = false

    /// Whether a frame has begun.
    var isOpen: Bool { !open.events.isEmpty || isSkipping }

    /// - Returns: the frame that ends with this event.
    mutating func append(_ event: InputEvent) -> Frame? {
        switch (event.type, event.code) {
        case (EventType.syn, Sync.report):
            guard !isSkipping else {
                gap()
                return nil
            }
            open.time = event.time
            defer { open = Frame() }
            return open
        case (EventType.syn, Sync.dropped): isSkipping = true
        default: if !isSkipping { open.events.append(event) }
        }
        return nil
    }

    /// Marks the current frame, or the next one, as unreadable: it is skipped, up to its SYN_REPORT.
    mutating func breakOff() { isSkipping = true }

    /// Discards the current frame, because events are missing. The next frame is marked as following a loss.
    mutating func gap() {
        isSkipping = false
        open = Frame(followsDrop: true)
    }
}
