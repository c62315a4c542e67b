internal import Evdev
internal import Glibc
internal import Ink
package import System

/// The content of a log file, up to the first damage.
public struct LogFile: Sendable {
    /// In order; a header first.
    public var records: [LogRecord]
    /// The place and cause of damage that ended the reading; nil for a sound file.
    public var damage: LogError?
    /// Records of kinds that this program does not know.
    public var unknown: Int

    /// Larger files are refused; those that inkd writes are closed at 16 MiB.
    static let maximumBytes = 256 << 20

    /// Whether a file's bytes are a log's, packed or not.
    public static func isLog(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: LogForm.magic) || LogPacking.isPacked(bytes)
    }

    /// Reads a log from its file, packed (`.zst`) or not.
    /// - Throws: `LogError` if it is no log; a damaged one is read as far as it is whole.
    public init(path: String) throws(LogError) {
        try self.init(Self.contents(of: path), path: path)
    }

    /// Reads a log from its bytes.
    public init(_ bytes: [UInt8], path: String = "the log") throws(LogError) {
        var decoder = try LogDecoder(LogPacking.isPacked(bytes) ? LogPacking.unpack(bytes, path: path) : bytes)
        records = []
        do {
            while let record = try decoder.record() { records.append(record) }
        } catch {
            if case .newer = error { throw error }
            damage = error
        }
        unknown = decoder.unknown
    }

    /// All of a file.
    static func contents(of path: String) throws(LogError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch {
            guard error.code != EFBIG else { throw .packing(path: path, reason: "it has more than \(maximumBytes) bytes") }
            throw LogError(error)
        }
    }
}

extension Recording {
    /// The recordings of a log's devices. One that went and came again, or was not recorded for a while, is another device after that, as
    /// it was when it came: the kernel's own numbers of devices are not told apart either.
    public init(_ records: some Sequence<LogRecord>) {
        self.init(devices: [])
        // how devices that are there are known, and where their frames go
        var places: [Int: Int] = [:]
        var known: [Int: DeviceDescription] = [:]
        for record in records {
            switch record {
            case .device(let device):
                // one that was there all the time is listed again where a session's next file begins
                if known[device.number] == nil { places[device.number] = nil }
                known[device.number] = device.description
            case .removed(let device, _):
                known[device] = nil
                places[device] = nil
            case .paused: places = [:]
            case .frame(let device, let frame):
                guard let description = known[device] else { continue }
                let place = places[device] ?? devices.count
                if place == devices.count { devices.append(RecordedDevice(description: description, frames: [])) }
                places[device] = place
                devices[place].frames.append(frame)
                order.append(place)
            case .annotation(let annotation):
                if annotation.key == "label", label == nil { label = annotation.text }
            default: break
            }
        }
        // of two devices that were read at the same time, one came first
        let told = order
        order = []
        if timeline.map(\.device) != told { order = told }
    }

    /// The log of a session in which just this happened: frames of all devices in order of time.
    public func records(_ header: LogHeader) -> [LogRecord] {
        var records: [LogRecord] = [.began(header)]
        for (number, device) in devices.enumerated() {
            records.append(.device(LoggedDevice(number: number, description: device.description, role: "", seat: "seat0")))
        }
        let start = Instant(microseconds: header.anchor.monotonic)
        if let label { records.append(.annotation(Annotation(key: "label", text: label, at: start))) }
        let timeline = timeline
        records += timeline.map { .frame(device: $0.device, self[$0]) }
        return records + [.ended(at: timeline.map { self[$0].time }.max() ?? start)]
    }
}

/// A pen log that cannot be read or written.
public enum LogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file does not begin as a log does.
    case noLog
    /// Written in a later version of the format.
    case newer(Int)
    /// From this byte on the file is cut off or changed.
    case damaged(at: Int, reason: String)
    /// Content that cannot be put into a log.
    case unwritable(String)
    /// The system refuses.
    case system(operation: String, path: String, code: Int32)
    /// So many bytes may be kept, and are.
    case full(limit: Int)
    /// The packed file cannot be unpacked.
    case packing(path: String, reason: String)

    /// The error of a system call on a file.
    package init(_ error: SystemError) { self = .system(operation: error.operation, path: error.path ?? "a file", code: error.code) }

    /// The error and its remedy.
    public var description: String {
        switch self {
        case .noLog: "this is no pen log; give a file that inkd recorded (.inklog or .inklog.zst)"
        case .newer(let version):
            "the log is of version \(version), and this program knows \(LogHeader.currentVersion); use a newer program"
        case .damaged(let place, let reason): "the log is damaged from byte \(place) on: \(reason); everything before that is whole"
        case .unwritable(let what): "\(what) cannot be written into a log; shorten it"
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path): \(SystemError.reason(code)); check the folder's permissions and the space on its disk"
        case .full(let limit):
            "\(limit >> 20) MiB of recordings are kept, and no more may be; delete some (inkctl record delete) or raise recorder.limit"
        case .packing(let path, let reason): "cannot pack or unpack \(path): \(reason); get the file anew, or record again"
        }
    }
}
