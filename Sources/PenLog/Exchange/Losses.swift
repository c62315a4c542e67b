internal import Evdev

/// The losses of a conversion: content that a format cannot hold, each kind listed once with its count.
public struct Losses: Sendable, Hashable {
    private struct Kind: Sendable, Hashable {
        var what: String
        var noun: String
    }

    private var kinds: [Kind] = []
    private var counts: [Kind: Int] = [:]

    /// Creates an empty list: no content was lost.
    public init() {}

    /// Whether no content was lost.
    public var isEmpty: Bool { kinds.isEmpty }

    /// The losses in the order found: "force of 12 inks".
    public var sentences: [String] {
        kinds.map { kind in
            let count = counts[kind] ?? 0
            return "\(kind.what) of \(count) \(kind.noun)\(count == 1 ? "" : "s")"
        }
    }

    /// Adds the number of inks with this loss; 0 is no loss.
    mutating func add(_ what: String, of count: Int = 1, _ noun: String) {
        guard count > 0 else { return }
        let kind = Kind(what: what, noun: noun)
        if counts[kind] == nil { kinds.append(kind) }
        counts[kind, default: 0] += count
    }

    /// Appends other losses after these.
    mutating func add(_ others: Losses) {
        for kind in others.kinds { add(kind.what, of: others.counts[kind] ?? 0, kind.noun) }
    }
}

// The losses of writing are found by reading the written file again, so that no loss remains unreported.
extension Losses {
    /// Creates the losses of a conversion of inks: the content of `inks` that is missing in `kept`.
    init(from inks: [JSONInk], to kept: [JSONInk]) {
        self.init()
        add("all", of: max(0, inks.count - kept.count), "ink")
        // most formats store nothing for inks without strokes
        let inks = inks.count == kept.count ? inks : inks.filter { !$0.strokes.isEmpty }
        for (ink, kept) in zip(inks, kept) {
            let texts: [(String, KeyPath<JSONInk, String?>)] = [
                ("names", \.id), ("writers", \.writer), ("devices", \.device), ("levels", \.level), ("labels", \.label),
                ("styles", \.style),
            ]
            for (name, path) in texts where ink[keyPath: path] != nil && ink[keyPath: path] != kept[keyPath: path] { add(name, "ink") }
            if ink.hertz != nil, ink.hertz != kept.hertz { add("sampling rates", "ink") }
            if ink.unitsPerMillimeter != nil, ink.unitsPerMillimeter != kept.unitsPerMillimeter { add("scales", "ink") }
            if ink.strokes.map(\.count) != kept.strokes.map(\.count) {
                add("strokes", "ink")
            } else if !ink.hasPlaces(of: kept) {
                add("exact places", "ink")
            }
            if ink.isTimed, ink.strokes.map({ $0.map(\.time) }) != kept.strokes.map({ $0.map(\.time) }) { add("exact times", "ink") }
            for channel in JSONInk.Channel.allCases where ink.channels[channel] != nil && ink.channels[channel] != kept.channels[channel] {
                add(channel.name, "ink")
            }
        }
    }

    /// Creates the losses of a conversion of a recording: the content of `recording` that is missing in `kept`.
    init(from recording: RecordingSurvey, to kept: RecordingSurvey) {
        self.init()
        add("all", of: max(0, recording.devices.count - kept.devices.count), "further device")
        if recording.label != nil, recording.label != kept.label { add("the label", "recording") }
        for (index, (device, other)) in zip(recording.devices, kept.devices).enumerated() {
            let (old, new) = (device.description, other.description)
            if old.name != new.name { add("the exact name", "device") }
            if old.phys != new.phys { add("the physical path", "device") }
            if old.uniq != new.uniq { add("the serial number", "device") }
            if old.databaseSize != nil, new.databaseSize == nil { add("the size from the tablet database", "device") }
            if old.pressedKeys != new.pressedKeys || old.axes.mapValues(\.value) != new.axes.mapValues(\.value) {
                add("the state at the beginning", "device")
            }
            if device.ranges != other.ranges { add("codes and axes", "device") }
            if recording.frames[index] != kept.frames[index] { add("frames", "device") }
        }
    }
}

extension RecordedDevice {
    /// The device's capabilities, without its state.
    fileprivate var ranges: RecordedDevice {
        var bare = RecordedDevice(description: DeviceDescription(name: ""), frames: [], otherCodes: otherCodes)
        bare.description.keys = description.keys
        bare.description.miscCodes = description.miscCodes
        bare.description.properties = description.properties
        bare.description.axes = description.axes.mapValues { axis in
            var axis = axis
            axis.value = 0
            return axis
        }
        return bare
    }
}

extension JSONInk {
    /// Returns whether every sample has the same position as in the other ink.
    fileprivate func hasPlaces(of other: JSONInk) -> Bool {
        zip(strokes.joined(), other.strokes.joined()).allSatisfy { $0.x == $1.x && $0.y == $1.y }
    }
}

extension JSONInk.Channel {
    /// The name for display.
    var name: String {
        switch self {
        case .force: "force"
        case .tiltX, .tiltY: "tilt (\(rawValue))"
        case .azimuth: "azimuth"
        case .altitude: "altitude"
        }
    }
}

extension Losses {
    /// Creates the losses of a log: all content except device frames and annotations with these keys.
    init(of log: LogFile, but kept: Set<String>) {
        self.init()
        for record in log.records { count(record, but: kept) }
        add("all", of: log.unknown, "record of a newer kind")
    }

    /// Counts a log record as a loss, unless it is a frame, a device or an annotation with one of these keys.
    mutating func count(_ record: LogRecord, but kept: Set<String>) {
        switch record {
        case .annotation(let annotation): if !kept.contains(annotation.key) { add("all", "annotation") }
        case .stroke: add("all", "stroke's end")
        case .arbitration: add("all", "decision about fingers")
        case .paused: add("all", "pause")
        case .anchor: add("all", "time of day")
        case .lost: add("all", "note of lost frames")
        case .began, .device, .removed, .frame, .resumed, .ended: break
        }
    }
}

extension LogFile {
    /// Reads the intact parts of a log from its bytes, compressed or not.
    init(exchanged bytes: [UInt8], path: String = "the log") throws(RecordingError) {
        do {
            self = try LogFile(bytes, path: path)
        } catch {
            throw RecordingError(problem: "the log cannot be read", remedy: "\(error)")
        }
    }

    /// Returns a log file with these records.
    static func bytes(of records: [LogRecord]) throws(RecordingError) -> [UInt8] {
        var bytes = LogEncoder.beginning
        var encoder = LogEncoder()
        do {
            for record in records { try encoder.encode(record, to: &bytes) }
        } catch {
            throw RecordingError(problem: "the log cannot be written", remedy: "\(error)")
        }
        encoder.close(&bytes)
        return bytes
    }
}
