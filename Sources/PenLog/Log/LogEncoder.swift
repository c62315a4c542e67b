internal import Evdev
internal import FoundationEssentials
internal import Ink

/// Encodes records as a log file's bytes. Consecutive frames become one record.
public struct LogEncoder: Sendable {
    private var coding = FrameCoding()
    private var batch = InkBytesWriter()
    /// The present devices, as encoded in their records.
    private var devices: [Int: [UInt8]] = [:]
    /// The time of the last frame at which readers know the state: either the state was written there, or the file begins there.
    private var stateTime: Int64?
    /// The number of bytes of records since `stateTime`.
    private var sinceState = 0
    /// The number of states written.
    private var states = 0
    /// Whether readers do not know the state, because it was lost in damaged data.
    private var isStateLost = false

    /// Creates an encoder for the beginning of a file.
    public init() {}

    /// Continues a file that was read to its end.
    init(after decoder: LogDecoder) {
        coding = decoder.codingAtEnd ?? FrameCoding()
        isStateLost = decoder.codingAtEnd == nil
        for device in decoder.devices.values { devices[device.number] = try? json(device) }
    }

    /// The first bytes of a file.
    public static var beginning: [UInt8] { LogForm.magic }

    /// Appends the record. Frames may be buffered until `close`.
    /// - Throws: `LogError` if a device or annotation exceeds the maximum size of a record.
    public mutating func encode(_ record: LogRecord, to bytes: inout [UInt8]) throws(LogError) {
        if case .frame(let device, let frame) = record {
            if isStateDue(at: frame.time.microseconds) { writeState(&bytes, at: frame.time.microseconds) }
            coding.write(frame, of: device, to: &batch)
            if batch.bytes.count >= LogForm.fullBatch { close(&bytes) }
            return
        }
        close(&bytes)
        var payload = InkBytesWriter()
        switch record {
        case .began(let header): try append(.header, try json(header), to: &bytes)
        case .device(let device):
            let payload = try json(device)
            try append(.device, payload, to: &bytes)
            devices[device.number] = payload
        case .anchor(let anchor): try append(.anchor, try json(anchor), to: &bytes)
        case .annotation(let annotation): try append(.annotation, try json(annotation), to: &bytes)
        case .removed(let device, let time):
            devices[device] = nil
            payload.write(signed: Int64(device))
            payload.write(signed: time.microseconds)
            try append(.removed, payload.bytes, to: &bytes)
        case .lost(let frames, let time):
            payload.write(signed: Int64(frames))
            payload.write(signed: time.microseconds)
            try append(.lost, payload.bytes, to: &bytes)
        case .stroke(let device, let number, let isText, let time):
            payload.write(signed: Int64(device))
            payload.write(signed: time.microseconds)
            payload.write(unsigned: number)
            payload.write(UInt8(isText ? 1 : 0))
            try append(.stroke, payload.bytes, to: &bytes)
        case .arbitration(let device, let isBlocked, let time):
            payload.write(signed: Int64(device))
            payload.write(signed: time.microseconds)
            payload.write(UInt8(isBlocked ? 1 : 0))
            try append(.arbitration, payload.bytes, to: &bytes)
        case .paused(let reason, let time):
            payload.write(signed: time.microseconds)
            try append(.paused, payload.bytes + Array(reason.utf8), to: &bytes)
        case .resumed(let time):
            payload.write(signed: time.microseconds)
            try append(.resumed, payload.bytes, to: &bytes)
        case .ended(let time):
            payload.write(signed: time.microseconds)
            try append(.ended, payload.bytes, to: &bytes)
        case .frame: break
        }
    }

    /// Appends the buffered frames.
    public mutating func close(_ bytes: inout [UInt8]) {
        guard !batch.bytes.isEmpty else { return }
        frame(.frames, batch.bytes, to: &bytes)
        batch = InkBytesWriter()
    }

    private mutating func isStateDue(at time: Int64) -> Bool {
        guard let last = stateTime, !isStateLost else {
            stateTime = time
            return isStateLost
        }
        return !coding.isFresh && (time &- last >= LogForm.stateInterval || sinceState >= LogForm.stateBytes)
    }

    /// Writes the state of the frame coding. Also writes the devices before the first state, and then before every
    /// `LogForm.statesBetweenDevices`-th state.
    private mutating func writeState(_ bytes: inout [UInt8], at time: Int64) {
        close(&bytes)
        if states % LogForm.statesBetweenDevices == 0 {
            for (_, device) in devices.sorted(by: { $0.key < $1.key }) { frame(.deviceAgain, device, to: &bytes) }
        }
        var payload = InkBytesWriter()
        coding.writeState(to: &payload)
        // a larger record would count as damage
        if payload.bytes.count <= LogForm.longestPayload { frame(.state, payload.bytes, to: &bytes) }
        states += 1
        (stateTime, sinceState, isStateLost) = (time, 0, false)
    }

    private func json(_ value: some Encodable) throws(LogError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(value)) } catch { throw .unwritable("\(type(of: value))") }
    }

    private mutating func append(_ kind: LogForm.Kind, _ payload: [UInt8], to bytes: inout [UInt8]) throws(LogError) {
        guard payload.count <= LogForm.longestPayload else { throw .unwritable("a record of \(payload.count) bytes") }
        frame(kind, payload, to: &bytes)
    }

    private mutating func frame(_ kind: LogForm.Kind, _ payload: [UInt8], to bytes: inout [UInt8]) {
        var record = InkBytesWriter()
        record.write(kind.rawValue)
        record.write(unsigned: UInt64(payload.count))
        let whole = record.bytes + payload
        let checksum = Checksum.of(whole[...])
        bytes += whole
        sinceState += whole.count + LogForm.checksum
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    }
}
