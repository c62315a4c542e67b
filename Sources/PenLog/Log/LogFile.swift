internal import Compression
internal import Evdev
internal import Glibc
internal import Ink
package import System

/// The intact content of a log file.
public struct LogFile: Sendable {
    /// The records in order; the first is a header, unless the header is damaged.
    public var records: [LogRecord]
    /// The damaged positions in order; empty for a sound file.
    public var damages: [LogDamage]
    /// The damage of a compressed file, as text.
    public var packing: [String]
    /// The number of records of unknown kinds.
    public var unknown: Int

    /// Maximum file size; inkd closes its own files at 16 MiB.
    static let maximumBytes = 256 << 20

    /// Returns whether a file's bytes are a log, compressed or not.
    public static func isLog(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: LogForm.magic) || LogPacking.isPacked(bytes) || LogDecoder.isWithoutBeginning(bytes)
    }

    /// Whether no content is missing.
    public var isWhole: Bool { damages.isEmpty && packing.isEmpty }

    /// The faults of the file and the content missing because of them, in sentences; empty for a sound file.
    public var warnings: [String] {
        packing + damages.prefix(Self.mostWarnings).map(\.description)
            + (damages.count > Self.mostWarnings ? ["and in \(damages.count - Self.mostWarnings) more places"] : [])
    }

    private static let mostWarnings = 10

    /// Reads a log from its file, compressed (`.zst`) or not.
    /// - Throws: `LogError` if the file is not a log; from a damaged log all intact parts are read.
    public init(path: String) throws(LogError) {
        try self.init(Self.contents(of: path), path: path)
    }

    /// Reads a log from its bytes.
    public init(_ bytes: [UInt8], path: String = "the log") throws(LogError) {
        let plain = try PlainLog(bytes, path: path)
        var decoder = try plain.decoder()
        records = []
        while let record = try decoder.record() { records.append(record) }
        damages = decoder.damages
        packing = plain.damages
        unknown = decoder.unknown
    }

    /// Returns all bytes of a file.
    static func contents(of path: String) throws(LogError) -> [UInt8] {
        do throws(SystemError) {
            return try WholeFile.read(path, limit: maximumBytes)
        } catch {
            guard error.code != EFBIG else { throw .packing(path: path, reason: "it has more than \(maximumBytes) bytes") }
            throw LogError(error)
        }
    }
}

/// The bytes of a log, decompressed as far as possible.
struct PlainLog: Sendable {
    private let bytes: [UInt8]
    private let holes: [Int]
    /// The damage of the compressed file, as text.
    let damages: [String]

    /// - Throws: `LogError.packing` if no part can be decompressed.
    init(_ bytes: [UInt8], path: String) throws(LogError) {
        guard LogPacking.isPacked(bytes) || path.hasSuffix(LogPacking.ending) && !bytes.starts(with: LogForm.magic) else {
            (self.bytes, holes, damages) = (bytes, [], [])
            return
        }
        let unpacked: Unpacked
        do throws(CompressionError) {
            unpacked = try Unpacked(.zstandard, bytes, limit: LogFile.maximumBytes)
        } catch {
            throw .packing(path: path, reason: error.reason)
        }
        if unpacked.bytes.isEmpty, let damage = unpacked.damages.first {
            throw .packing(path: path, reason: "\(damage), and no part of it is intact")
        }
        self.bytes = unpacked.bytes
        holes = unpacked.damages.filter { $0.kind != .checksum }.map(\.plainPlace)
        damages = unpacked.damages.map(\.description)
    }

    /// Returns a decoder that reads the records from the beginning.
    func decoder() throws(LogError) -> LogDecoder { try LogDecoder(bytes, holes: holes) }
}

extension Recording {
    /// Creates the recordings of a log's devices, which `LogPlaces` distinguishes.
    public init(_ records: some Sequence<LogRecord>) {
        var places = LogPlaces()
        var frames: [[Frame]] = []
        var order: [Int] = []
        for record in records {
            guard case .frame(let device, let frame) = record else {
                places.take(record)
                continue
            }
            guard let place = places.place(of: device) else { continue }
            if place == frames.count { frames.append([]) }
            frames[place].append(frame)
            order.append(place)
        }
        self.init(devices: places.devices, label: places.label)
        for (index, list) in zip(devices.indices, frames) { devices[index].frames = list }
        // equal times do not determine the order of two devices
        if timeline.map(\.device) != order { self.order = order }
    }

    /// Returns the log of a session with exactly this content: frames of all devices in order of time.
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
    /// The file does not begin with a log's header.
    case noLog
    /// The file was written in a later version of the format.
    case newer(Int)
    /// Content that a log cannot hold.
    case unwritable(String)
    /// A system call failed.
    case system(operation: String, path: String, code: Int32)
    /// The maximum number of stored bytes is reached.
    case full(limit: Int)
    /// The compressed file cannot be decompressed.
    case packing(path: String, reason: String)

    /// Creates the error of a failed system call on a file.
    package init(_ error: SystemError) { self = .system(operation: error.operation, path: error.path ?? "a file", code: error.code) }

    /// The error with its remedy.
    public var description: String {
        switch self {
        case .noLog: "this is not a pen log; give a recording of inkd (.inklog or .inklog.zst)"
        case .newer(let version):
            "the log has version \(version), and this program supports \(LogHeader.currentVersion); use a newer program"
        case .unwritable(let what): "\(what) cannot be written into a log; shorten it"
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path): \(SystemError.reason(code)); check the folder's permissions and the space on its disk"
        case .full(let limit):
            "the recordings have reached the limit of \(limit >> 20) MiB; delete some (inkctl record delete) or raise recorder.limit"
        case .packing(let path, let reason): "cannot compress or decompress \(path): \(reason); get the file again, or record again"
        }
    }
}
