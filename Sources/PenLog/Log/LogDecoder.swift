internal import Evdev
internal import FoundationEssentials
internal import Ink

/// Reads records from a log file's bytes, up to its end or the first that is damaged.
public struct LogDecoder: Sendable {
    private let bytes: [UInt8]
    private(set) var coding = FrameCoding()
    private var frames: ArraySlice<LogRecord> = []
    private var next: Int
    /// The bytes of the file that are whole records.
    public private(set) var end: Int
    /// Records of kinds that this program does not know; they were passed over.
    public private(set) var unknown = 0

    /// - Throws: `LogError` if the bytes do not begin as a log does.
    public init(_ bytes: [UInt8]) throws(LogError) {
        guard bytes.starts(with: LogForm.magic) else { throw .noLog }
        self.bytes = bytes
        next = LogForm.magic.count
        end = next
    }

    /// The next record; nil at the end.
    /// - Throws: `LogError.damaged` where the file is cut off or changed; nothing that comes after it can be trusted.
    public mutating func record() throws(LogError) -> LogRecord? {
        while true {
            if let frame = frames.popFirst() { return frame }
            guard let (kind, payload) = try payload() else { return nil }
            guard let kind = LogForm.Kind(rawValue: kind) else {
                unknown += 1
                end = next
                continue
            }
            do {
                let record = try decode(kind, payload)
                end = next
                if let record { return record }
            } catch LogError.newer(let version) {
                throw .newer(version)
            } catch {
                throw .damaged(at: end, reason: "what it says in a record of kind \"\(kind)\" cannot be")
            }
        }
    }

    /// Reads all whole records; false if damage follows.
    /// - Throws: `LogError.newer`
    mutating func skipToEnd() throws(LogError) -> Bool {
        do {
            while try record() != nil {}
            return true
        } catch {
            guard case .damaged = error else { throw error }
            return false
        }
    }

    /// The kind and payload of the next record, its checksum verified; nil at the end.
    private mutating func payload() throws(LogError) -> (kind: UInt8, payload: ArraySlice<UInt8>)? {
        guard next < bytes.count else { return nil }
        let begin = next
        var reader = InkBytesReader(Array(bytes[begin..<min(begin + 11, bytes.count)]))
        guard let kind = try? reader.byte(), let length = try? reader.unsigned("length") else {
            throw .damaged(at: begin, reason: "it is cut off")
        }
        guard length <= UInt64(LogForm.longestPayload) else { throw .damaged(at: begin, reason: "a record of \(length) bytes") }
        let start = begin + min(11, bytes.count - begin) - reader.remaining
        let stop = start + Int(length)
        guard stop + LogForm.checksum <= bytes.count else { throw .damaged(at: begin, reason: "it is cut off") }
        let written = (0..<LogForm.checksum).reduce(UInt32(0)) { $0 | UInt32(bytes[stop + $1]) << UInt32(8 * $1) }
        guard Checksum.of(bytes[begin..<stop]) == written else { throw .damaged(at: begin, reason: "its checksum is wrong") }
        next = stop + LogForm.checksum
        return (kind, bytes[start..<stop])
    }

    private mutating func decode(_ kind: LogForm.Kind, _ payload: ArraySlice<UInt8>) throws -> LogRecord? {
        var reader = InkBytesReader(Array(payload))
        func object<Value: Decodable>(_ type: Value.Type) throws -> Value { try JSONDecoder().decode(type, from: Data(payload)) }
        func device() throws(InkCodingError) -> Int { Int(try reader.signed("device", in: 0...Int64(UInt32.max))) }
        func time() throws(InkCodingError) -> Instant { Instant(microseconds: try reader.signed("time")) }
        switch kind {
        case .header:
            let header = try object(LogHeader.self)
            guard header.version <= LogHeader.currentVersion else { throw LogError.newer(header.version) }
            return .began(header)
        case .device: return .device(try object(LoggedDevice.self))
        case .anchor: return .anchor(try object(TimeAnchor.self))
        case .annotation: return .annotation(try object(Annotation.self))
        case .frames:
            // what is damaged leaves no trace
            var after = coding
            var read: [LogRecord] = []
            while reader.remaining > 0 {
                let (device, frame) = try after.read(from: &reader)
                read.append(.frame(device: device, frame))
            }
            coding = after
            frames = read[...]
            return nil
        case .removed: return .removed(device: try device(), at: try time())
        case .lost:
            let count = Int(try reader.signed("number of frames", in: 1...Int64(UInt32.max)))
            return .lost(frames: count, at: try time())
        case .stroke:
            let (device, time, number) = (try device(), try time(), try reader.unsigned("stroke"))
            return .stroke(device: device, number: number, isText: try reader.byte() != 0, at: time)
        case .arbitration:
            let (device, time) = (try device(), try time())
            return .arbitration(device: device, isBlocked: try reader.byte() != 0, at: time)
        case .paused:
            let time = try time()
            return .paused(reason: String(decoding: payload.suffix(reader.remaining), as: UTF8.self), at: time)
        case .resumed: return .resumed(at: try time())
        case .ended: return .ended(at: try time())
        }
    }
}
