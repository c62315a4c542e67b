internal import Evdev
internal import FoundationEssentials
internal import Ink

/// Reads records from a log file's bytes, up to its end.
///
/// After damaged bytes, reading continues with the next record whose checksum is correct. Frames are readable again from the next record
/// with the state of their coding. The first frame of each device after that is marked as following a loss (`Frame.followsDrop`), and
/// contains the device's state.
public struct LogDecoder: Sendable {
    private let bytes: [UInt8]
    /// The current coding of frames; nil after damage, until the next state record.
    private(set) var coding: FrameCoding? = FrameCoding()
    /// The coding at the end of the last intact record. New records can be appended there; they replace the damage that follows.
    private(set) var codingAtEnd: FrameCoding? = FrameCoding()
    private var ready: ArraySlice<LogRecord> = []
    private var next: Int
    /// The end of the last intact record.
    public private(set) var end: Int
    /// The number of skipped records of unknown kinds.
    public private(set) var unknown = 0
    /// The damaged positions, `mostDamages` at most. The last one also stands for all damage after it.
    public private(set) var damages: [LogDamage] = []
    /// The present devices, by number.
    private(set) var devices: [Int: LoggedDevice] = [:]
    /// Positions at which bytes are missing.
    private var holes: ArraySlice<Int>
    private var finder: LogRecordFinder
    /// Whether the last damage continues: frames are missing until the coding is known again.
    private var isInDamage = false
    private var start: Int64?
    private var lastTime: Int64?

    private static let mostDamages = 100

    /// - Parameter holes: positions before which bytes are missing, in ascending order.
    /// - Throws: `LogError.noLog` if the bytes do not begin with a log's header.
    public init(_ bytes: [UInt8], holes: [Int] = []) throws(LogError) {
        self.bytes = bytes
        self.holes = holes[...]
        finder = LogRecordFinder(size: bytes.count)
        next = LogForm.magic.count
        end = next
        guard !bytes.starts(with: LogForm.magic) else { return }
        if holes.first == 0, !bytes.isEmpty {
            // the beginning is missing: search the rest for records
            (next, end) = (0, 0)
            return
        }
        guard Self.isWithoutBeginning(bytes) else { throw .noLog }
        damages.append(LogDamage(at: 0, reason: "its first bytes have changed", after: nil))
        isInDamage = true
        close(at: next, time: nil)
    }

    /// Returns whether the magic bytes are damaged, but followed by a log's header record.
    static func isWithoutBeginning(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > LogForm.magic.count,
            case .success(let found) = LogRecordFinder.record(in: bytes, at: LogForm.magic.count)
        else { return false }
        return found.kind == LogForm.Kind.header.rawValue
    }

    /// Returns the next record; nil at the end.
    /// - Throws: `LogError.newer`
    public mutating func record() throws(LogError) -> LogRecord? {
        while true {
            if let record = ready.popFirst() { return record }
            guard let found = nextWhole() else { return nil }
            let begin = next
            next = found.end
            defer { (end, codingAtEnd) = (next, coding) }
            guard let kind = LogForm.Kind(rawValue: found.kind) else {
                unknown += 1
                continue
            }
            do {
                if let record = try decode(kind, bytes[found.payload]) {
                    note(record)
                    return record
                }
            } catch LogError.newer(let version) {
                throw .newer(version)
            } catch {
                open(at: begin, "a record of kind \(found.kind) has invalid content", losesFrames: kind == .frames)
            }
        }
    }

    /// Reads all records; returns false if the last one is incomplete.
    /// - Throws: `LogError.newer`
    mutating func skipToEnd() throws(LogError) -> Bool {
        while try record() != nil {}
        return end == bytes.count
    }

    // MARK: Damages

    /// Returns the next record whose checksum is correct; nil at the end.
    private mutating func nextWhole() -> LogRecordFinder.Found? {
        while next < bytes.count {
            if let hole = holes.first, hole <= next {
                holes.removeFirst()
                open(at: next, "bytes are missing here")
            }
            var fault: LogRecordFinder.Fault
            switch LogRecordFinder.record(in: bytes, at: next) {
            case .success(let found):
                guard let hole = holes.first, hole < found.end else { return found }
                fault = .init(reason: "it has missing bytes")
            case .failure(let failure): fault = failure
            }
            open(at: next, fault.reason)
            let hole = holes.first
            if let after = fault.end, after <= hole ?? .max, after < bytes.count,
                case .success = LogRecordFinder.record(in: bytes, at: after)
            {
                next = after
            } else {
                let isCut = hole.map { $0 < fault.end ?? .max } ?? false
                next = finder.next(in: bytes, from: max(next + 1, isCut ? hole ?? 0 : 0)) ?? bytes.count
            }
            if next < bytes.count, !damages.isEmpty { damages[damages.count - 1].next = next }
        }
        if let hole = holes.popFirst(), hole >= next { open(at: next, "the rest is missing") }
        return nil
    }

    /// Records a damage, or extends the current one.
    private mutating func open(at place: Int, _ reason: String, losesFrames: Bool = true) {
        if !isInDamage, damages.count < Self.mostDamages {
            damages.append(LogDamage(at: place, reason: reason, after: lastTime.map { $0 &- (start ?? $0) }))
        }
        if losesFrames {
            isInDamage = true
            coding = nil
        } else if !isInDamage, !damages.isEmpty {
            damages[damages.count - 1].next = next
            damages[damages.count - 1].losesFrames = false
        }
    }

    /// Ends the last damage at a byte and a time.
    private mutating func close(at place: Int, time: Int64?) {
        isInDamage = false
        guard !damages.isEmpty else { return }
        damages[damages.count - 1].next = place
        if let time { damages[damages.count - 1].until = time &- (start ?? time) }
    }

    /// Restores the coding state, unless the coding is already known.
    private mutating func restart(_ state: FrameCoding) {
        guard coding == nil else { return }
        coding = state
        close(at: next, time: state.time)
        for (number, device) in devices.sorted(by: { $0.key < $1.key }) {
            guard let source = state.sources[number] else { continue }
            ready.append(.frame(device: number, device.frameAfterGap(source, at: Instant(microseconds: state.time))))
        }
    }

    private mutating func note(_ record: LogRecord) {
        switch record {
        case .began(let header): start = start ?? header.anchor.monotonic
        case .device(let device): devices[device.number] = device
        case .removed(let device, _): devices[device] = nil
        default: break
        }
    }

    // MARK: Records

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
        case .deviceAgain:
            let device = try object(LoggedDevice.self)
            guard devices[device.number] == nil else { return nil }
            // reading resumed at a state without a device list, so frames were read before their device was known
            if let coding, let source = coding.sources[device.number] {
                ready.append(.frame(device: device.number, device.frameAfterGap(source, at: Instant(microseconds: coding.time))))
            }
            return .device(device)
        case .state:
            guard coding == nil else { return nil }
            restart(try FrameCoding(state: &reader))
            return nil
        case .anchor: return .anchor(try object(TimeAnchor.self))
        case .annotation: return .annotation(try object(Annotation.self))
        case .frames:
            // damaged frames must not change the coding
            guard var after = coding else { return nil }
            var read: [LogRecord] = []
            while reader.remaining > 0 {
                let (device, frame) = try after.read(from: &reader)
                read.append(.frame(device: device, frame))
            }
            coding = after
            lastTime = after.time
            start = start ?? after.time
            ready = read[...]
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

extension LoggedDevice {
    /// Returns a frame that sets a reader to the device's state after a gap. Contacts of touchscreens end, because the state does not
    /// contain which contacts are still present.
    fileprivate func frameAfterGap(_ source: FrameCoding.Source, at time: Instant) -> Frame {
        var frame = Frame(time: time, followsDrop: true)
        func append(_ type: UInt16, _ code: UInt16, _ value: Int32) {
            frame.events.append(InputEvent(time: time, type: type, code: code, value: value))
        }
        for (key, value) in zip(source.codes, source.values) {
            let (type, code) = (UInt16(key >> 16), UInt16(key & 0xffff))
            switch type {
            case EventType.key: append(type, code, value)
            case EventType.abs where !(Axis.slot...Axis.lastOfContacts).contains(code): append(type, code, value)
            case EventType.msc where code == Misc.serial: append(type, code, value)
            default: break
            }
        }
        if let slots = description.axes[Axis.slot] {
            for slot in 0...max(0, min(slots.maximum, 63)) {
                append(EventType.abs, Axis.slot, slot)
                append(EventType.abs, Axis.trackingID, -1)
            }
            let slot = zip(source.codes, source.values).first { $0.0 == UInt32(EventType.abs) << 16 | UInt32(Axis.slot) }?.1 ?? 0
            append(EventType.abs, Axis.slot, slot)
        }
        return frame
    }
}
