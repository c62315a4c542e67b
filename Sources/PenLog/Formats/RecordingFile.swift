internal import Evdev
internal import Ink

/// A recording file whose frames are read one after the other, any number of times, without loading all of them into memory.
public final class RecordingFile {
    /// The content of a recording other than its frames.
    struct Outline {
        /// The devices found so far; their `frames` are empty.
        var devices: [RecordedDevice] = []
        var label: String?
        /// The parts missing from a damaged file, in sentences.
        var leftOut: [String] = []
        /// Content of a log that no other recording format holds.
        var losses = Losses()
        /// The number of frames found.
        var frames = 0
    }

    /// A function called for each frame, with the index of its device.
    typealias Body = (_ device: Int, _ frame: Frame) throws(RecordingError) -> Void

    /// The input; for the log of a session, an input for each of its files.
    private let inputs: [RecordingInput]
    private let format: ExchangeFormat

    init(_ input: RecordingInput, as format: ExchangeFormat) {
        inputs = [input]
        self.format = format
    }

    /// Creates the log of a session from its files, in order.
    public init(logs: [[UInt8]]) {
        inputs = logs.map { RecordingInput($0) }
        format = .log
    }

    /// Uses an open, seekable file that the caller retains; `nil` if files of the format hold no recordings of devices.
    public convenience init?(descriptor: Int32, as format: ExchangeFormat) throws(RecordingError) {
        guard format.isOfDevices else { return nil }
        try self.init(RecordingInput(copyOf: descriptor), as: format)
    }

    /// Opens a file; `nil` if files of the format hold no recordings of devices.
    ///
    /// - Throws: `RecordingError` if the file cannot be opened.
    public convenience init?(path: String, as format: ExchangeFormat) throws(RecordingError) {
        guard format.isOfDevices else { return nil }
        try self.init(RecordingInput(path: path), as: format)
    }

    /// Reads all frames, in the order of the file.
    ///
    /// - Throws: `RecordingError` if no part can be read, and errors of `body`.
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
    /// The parts missing from a damaged file, in sentences; empty for a sound file.
    public var leftOut: [String] {
        switch self {
        case .recording(let recording): recording.leftOut
        case .log(let log): log.warnings
        case .inks, .inkML, .unipen: []
        }
    }
}

extension ExchangeFormat {
    /// Whether files of the format hold device frames.
    public var isOfDevices: Bool { [.evemu, .libinput, .log].contains(self) }
}

extension Recording {
    /// Reads a whole file.
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

/// Assigns a log's frames to recorded devices.
///
/// A device that was removed and added again counts as a new device, in its initial state. The same applies to a device that was not
/// recorded for a while. The kernel's own device numbers are not distinguished either.
struct LogPlaces {
    /// The devices, without frames.
    private(set) var devices: [RecordedDevice] = []
    private(set) var label: String?
    /// The index in `devices` of each present device, by its number in the log.
    private var places: [Int: Int] = [:]
    /// The description of each present device, by its number in the log.
    private var known: [Int: DeviceDescription] = [:]

    /// Handles a record other than a frame.
    mutating func take(_ record: LogRecord) {
        switch record {
        case .device(let device):
            // a device that stays present is listed again at the start of a session's next file
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

    /// Returns the index of a frame's device; nil if no record describes it.
    mutating func place(of device: Int) -> Int? {
        guard let description = known[device] else { return nil }
        if let place = places[device] { return place }
        places[device] = devices.count
        devices.append(RecordedDevice(description: description, frames: []))
        return devices.count - 1
    }
}

/// Lines of a damaged file that were left out.
struct LeftOutLines {
    private struct Part {
        var lines: ClosedRange<Int>
        var reason: String
    }

    private var parts: [Part] = []
    /// The number of lines in the parts beyond `mostParts`.
    private var more = 0

    private static let mostParts = 10

    var isEmpty: Bool { parts.isEmpty }

    /// Adds lines left out, counted from 1.
    mutating func add(_ lines: ClosedRange<Int>, _ reason: String) {
        if let last = parts.last, lines.lowerBound <= last.lines.upperBound + 1, more == 0 {
            parts[parts.count - 1].lines = last.lines.lowerBound...max(last.lines.upperBound, lines.upperBound)
        } else if parts.count < Self.mostParts {
            parts.append(Part(lines: lines, reason: reason))
        } else {
            more += lines.count
        }
    }

    /// The parts as sentences: "left out: 3 lines from line 812: …"
    var sentences: [String] {
        let listed = parts.map { part in
            part.lines.count == 1
                ? "left out: line \(part.lines.lowerBound): \(part.reason)"
                : "left out: \(part.lines.count) lines from line \(part.lines.lowerBound): \(part.reason)"
        }
        return listed + (more > 0 ? ["left out: \(more) lines in other places"] : [])
    }
}
