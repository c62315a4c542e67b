internal import Evdev
internal import Ink

/// A file of a recording whose frames are read one after the other, as often as they are wanted, without ever being in memory together.
public final class RecordingFile {
    /// What a recording has besides its frames.
    struct Outline {
        /// Without frames.
        var devices: [RecordedDevice] = []
        var label: String?
        /// What is missing of a damaged file, in sentences.
        var leftOut: [String] = []
        /// What a log has that no other recording holds.
        var losses = Losses()
        /// Frames that were found.
        var frames = 0
    }

    /// Called for each frame, with the index of its device.
    typealias Body = (_ device: Int, _ frame: Frame) throws(RecordingError) -> Void

    /// One; of a session's log, its files.
    private let inputs: [RecordingInput]
    private let format: ExchangeFormat

    init(_ input: RecordingInput, as format: ExchangeFormat) {
        inputs = [input]
        self.format = format
    }

    /// The files of a session's log, in order.
    public init(logs: [[UInt8]]) {
        inputs = logs.map { RecordingInput($0) }
        format = .log
    }

    /// A file that is open already, stays the caller's, and can be read from any place; `nil` if files of the format hold no recordings of
    /// devices.
    public convenience init?(descriptor: Int32, as format: ExchangeFormat) throws(RecordingError) {
        guard format.isOfDevices else { return nil }
        try self.init(RecordingInput(copyOf: descriptor), as: format)
    }

    /// Opens a file; `nil` if files of the format hold no recordings of devices.
    ///
    /// - Throws: `RecordingError` if it cannot be opened.
    public convenience init?(path: String, as format: ExchangeFormat) throws(RecordingError) {
        guard format.isOfDevices else { return nil }
        try self.init(RecordingInput(path: path), as: format)
    }

    /// Reads all frames, in the order of the file.
    ///
    /// - Throws: `RecordingError` if nothing of it can be read, and errors of `body`.
    func read(_ body: @escaping Body) throws(RecordingError) -> Outline {
        guard let input = inputs.first else { return Outline() }
        switch format {
        case .evemu: return try EvemuReader.read(input.pieces(), body)
        case .libinput: return try LibinputReader.read(input.pieces(), body)
        default: return try readLogs(body)
        }
    }

    private func readLogs(_ body: Body) throws(RecordingError) -> Outline {
        var places = LogPlaces()
        var outline = Outline()
        for input in inputs { try readLog(input, &places, &outline, body) }
        outline.devices = places.devices
        outline.label = places.label
        return outline
    }

    private func readLog(
        _ input: RecordingInput, _ places: inout LogPlaces, _ outline: inout Outline, _ body: Body
    ) throws(RecordingError) {
        let (bytes, damage) = try input.all(limit: LogFile.maximumBytes)
        do {
            let log = try PlainLog(bytes, path: "the log")
            var decoder = try log.decoder()
            while let record = try decoder.record() {
                outline.losses.count(record, but: ["label"])
                guard case .frame(let device, let frame) = record else {
                    places.take(record)
                    continue
                }
                guard let place = places.place(of: device) else { continue }
                outline.frames += 1
                try body(place, frame)
            }
            outline.leftOut += (damage.map { [$0] } ?? []) + log.damages + decoder.damages.map(\.description)
            outline.losses.add("all", of: decoder.unknown, "record of a newer kind")
        } catch let error as RecordingError {
            throw error
        } catch {
            throw RecordingError(problem: "the log cannot be read", remedy: "\(error)")
        }
    }
}

extension ExchangeContents {
    /// What is missing of a damaged file, in sentences; none of a sound one.
    public var leftOut: [String] {
        switch self {
        case .recording(let recording): recording.leftOut
        case .log(let log): log.warnings
        case .inks, .inkML, .unipen: []
        }
    }
}

extension ExchangeFormat {
    /// Whether its files hold frames of devices.
    public var isOfDevices: Bool { [.evemu, .libinput, .log].contains(self) }
}

extension Recording {
    /// Reads all of a file.
    init(_ file: RecordingFile) throws(RecordingError) {
        var frames: [[Frame]] = []
        let outline = try file.read { (device, frame) throws(RecordingError) in
            while frames.count <= device { frames.append([]) }
            frames[device].append(frame)
        }
        self.init(devices: outline.devices, label: outline.label)
        for (index, list) in zip(devices.indices, frames) { devices[index].frames = list }
        leftOut = outline.leftOut
    }
}

/// Which recorded device a log's frames belong to.
///
/// One that went and came again, or was not recorded for a while, is another device after that, as it was when it came: the kernel's own
/// numbers of devices are not told apart either.
struct LogPlaces {
    /// Without frames.
    private(set) var devices: [RecordedDevice] = []
    private(set) var label: String?
    /// Where the frames of devices that are there go …
    private var places: [Int: Int] = [:]
    /// … and how the devices are known.
    private var known: [Int: DeviceDescription] = [:]

    /// Notes what a record other than a frame says.
    mutating func take(_ record: LogRecord) {
        switch record {
        case .device(let device):
            // one that was there all the time is listed again where a session's next file begins
            if known[device.number] == nil { places[device.number] = nil }
            known[device.number] = device.description
        case .removed(let device, _):
            known[device] = nil
            places[device] = nil
        case .paused: places = [:]
        case .annotation(let annotation):
            if annotation.key == "label", label == nil { label = annotation.text }
        default: break
        }
    }

    /// The index of the device that a frame is of; nil if no record tells of it.
    mutating func place(of device: Int) -> Int? {
        guard let description = known[device] else { return nil }
        if let place = places[device] { return place }
        places[device] = devices.count
        devices.append(RecordedDevice(description: description, frames: []))
        return devices.count - 1
    }
}

/// Lines of a file that were left out, because they are damaged.
struct LeftOutLines {
    private struct Part {
        var lines: ClosedRange<Int>
        var reason: String
    }

    private var parts: [Part] = []
    /// Lines in parts that are not listed.
    private var more = 0

    private static let mostParts = 10

    var isEmpty: Bool { parts.isEmpty }

    /// Leaves out lines, counted from 1.
    mutating func add(_ lines: ClosedRange<Int>, _ reason: String) {
        if let last = parts.last, lines.lowerBound <= last.lines.upperBound + 1, more == 0 {
            parts[parts.count - 1].lines = last.lines.lowerBound...max(last.lines.upperBound, lines.upperBound)
        } else if parts.count < Self.mostParts {
            parts.append(Part(lines: lines, reason: reason))
        } else {
            more += lines.count
        }
    }

    /// "left out: 3 lines from line 812 on: …"
    var sentences: [String] {
        let listed = parts.map { part in
            part.lines.count == 1
                ? "left out: line \(part.lines.lowerBound): \(part.reason)"
                : "left out: \(part.lines.count) lines from line \(part.lines.lowerBound) on: \(part.reason)"
        }
        return listed + (more > 0 ? ["left out: \(more) lines in other places"] : [])
    }
}
