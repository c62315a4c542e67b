public import Evdev
internal import Glibc
internal import System

/// What one device did in a recording.
public struct RecordedDevice: Sendable, Hashable {
    /// The device.
    public var description: DeviceDescription
    /// Everything it reported, in order.
    public var frames: [Frame]
    /// Codes that it can report of types other than EV_KEY, EV_ABS and EV_MSC (EV_REL, EV_SW, EV_LED, …), by type; no set is empty.
    public var otherCodes: [UInt16: Set<UInt16>]

    /// A device and its frames.
    public init(description: DeviceDescription, frames: [Frame], otherCodes: [UInt16: Set<UInt16>] = [:]) {
        self.description = description
        self.frames = frames
        self.otherCodes = otherCodes
    }
}

/// What devices reported over a while, read from a file. Every format gives the same frames that a live device would.
public struct Recording: Sendable, Hashable {
    /// The devices that were recorded.
    public var devices: [RecordedDevice]
    /// What was written, if the file tells.
    public var label: String?
    /// Whose frame came first, second and so on, by the devices' numbers, where times do not tell: `timeline` is how to ask.
    public var order: [Int]

    /// A recording of these devices.
    public init(devices: [RecordedDevice], label: String? = nil, order: [Int] = []) {
        self.devices = devices
        self.label = label
        self.order = order
    }

    /// Larger files are refused: an hour of writing takes a tenth of it.
    static let maximumBytes = 256 << 20

    /// Reads a recording: a pen log (`.inklog`, packed or not), evemu (`.events`, `.evemu`), libinput record (`.yml`, `.yaml`) or one ink as
    /// a JSON line (`.json`, `.jsonl`).
    ///
    /// The content decides where the name says nothing.
    ///
    /// - Throws: `RecordingError` if the file cannot be read or understood.
    public static func read(_ path: String) throws(RecordingError) -> Recording {
        let bytes = try contents(of: path)
        do {
            return try parse(bytes, name: path)
        } catch {
            throw RecordingError(line: error.line, problem: "\(path): \(error.problem)", remedy: error.remedy)
        }
    }

    /// Reads a recording from a file's bytes; `name` helps to tell the format.
    public static func parse(_ bytes: [UInt8], name: String = "") throws(RecordingError) -> Recording {
        guard !bytes.starts(with: [0x1f, 0x8b]) else {
            throw RecordingError(problem: "the file is compressed", remedy: "unpack it with gunzip or zcat")
        }
        guard bytes.count <= maximumBytes else {
            throw RecordingError(problem: "the file has \(bytes.count) bytes", remedy: "cut it to \(maximumBytes) at most")
        }
        let ending = name.split(separator: ".").last.map { $0.lowercased() }
        // one that is cut off is played as far as it is whole
        if LogFile.isLog(bytes) { return Recording(try LogFile(exchanged: bytes).records) }
        switch ending {
        case "events", "evemu": return try EvemuReader.read(bytes)
        case "yml", "yaml": return try LibinputReader.read(bytes)
        case "json", "jsonl": return try JSONInk.readRecording(bytes)
        default: break
        }
        let firstLine = String(decoding: bytes.prefix(4096), as: UTF8.self).split(whereSeparator: \.isNewline).first { !$0.isEmpty } ?? ""
        if firstLine.hasPrefix("{") { return try JSONInk.readRecording(bytes) }
        if firstLine.hasPrefix("# EVEMU") || firstLine.hasPrefix("E: ") || firstLine.hasPrefix("N: ") { return try EvemuReader.read(bytes) }
        if firstLine.hasPrefix("# libinput record") || firstLine.hasPrefix("version:") { return try LibinputReader.read(bytes) }
        throw RecordingError(
            problem: "the file begins with \(RecordingError.quoted(firstLine)), which is no format known here",
            remedy: "give a pen log, an evemu recording, the YAML of \"libinput record\" or one ink as a JSON line")
    }

    static func contents(of path: String) throws(RecordingError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch {
            guard error.code != EFBIG else {
                throw RecordingError(problem: "\(path) has more than \(maximumBytes) bytes", remedy: "cut it into smaller recordings")
            }
            throw RecordingError(problem: "cannot read \(path): \(error.reason)", remedy: "check the name and its permissions")
        }
    }
}
