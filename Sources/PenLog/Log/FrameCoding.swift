internal import Evdev
internal import Ink

/// What reading and writing of frames remember from one to the next: times and values are written as differences.
struct FrameCoding {
    private struct Source {
        /// What the device has reported so far, by first appearance.
        var codes: [UInt32] = []
        var places: [UInt32: Int] = [:]
        var values: [Int32] = []

        mutating func add(_ key: UInt32) {
            places[key] = codes.count
            codes.append(key)
            values.append(0)
        }
    }

    private var time: Int64 = 0
    private var sources: [Int: Source] = [:]

    mutating func write(_ frame: Frame, of device: Int, to writer: inout InkBytesWriter) {
        var source = sources.removeValue(forKey: device) ?? Source()
        var flags: LogForm.FrameFlags = frame.followsDrop ? .followsDrop : []
        if frame.events.contains(where: { $0.time != frame.time }) { flags.insert(.hasTimes) }
        writer.write(unsigned: UInt64(UInt32(truncatingIfNeeded: device)))
        writer.write(signed: frame.time.microseconds &- time)
        time = frame.time.microseconds
        writer.write(unsigned: UInt64(frame.events.count) << UInt64(LogForm.FrameFlags.bits) | flags.rawValue)
        for event in frame.events {
            let key = UInt32(event.type) << 16 | UInt32(event.code)
            let place = source.places[key] ?? source.codes.count
            writer.write(unsigned: UInt64(place))
            if place == source.codes.count {
                writer.write(unsigned: UInt64(key))
                source.add(key)
            }
            writer.write(signed: Int64(event.value) - Int64(source.values[place]))
            source.values[place] = event.value
            if flags.contains(.hasTimes) { writer.write(signed: event.time.microseconds &- time) }
        }
        sources[device] = source
    }

    mutating func read(from reader: inout InkBytesReader) throws(InkCodingError) -> (device: Int, frame: Frame) {
        let number = try reader.unsigned("device")
        guard number <= UInt64(UInt32.max) else { throw .invalid(field: "device", value: "\(number)") }
        let device = Int(number)
        var source = sources.removeValue(forKey: device) ?? Source()
        time = time &+ (try reader.signed("time"))
        let head = try reader.unsigned("number of events")
        let flags = LogForm.FrameFlags(rawValue: head & (1 << UInt64(LogForm.FrameFlags.bits) - 1))
        let count = head >> UInt64(LogForm.FrameFlags.bits)
        // an event takes two bytes at least
        guard count <= UInt64(reader.remaining / 2) else { throw .invalid(field: "number of events", value: "\(count)") }
        var frame = Frame(time: Instant(microseconds: time), followsDrop: flags.contains(.followsDrop))
        frame.events.reserveCapacity(Int(count))
        for _ in 0..<count {
            let place = try reader.unsigned("event")
            if place == UInt64(source.codes.count) {
                let key = try reader.unsigned("code")
                guard key <= UInt64(UInt32.max) else { throw .invalid(field: "code", value: "\(key)") }
                source.add(UInt32(key))
            }
            guard place < UInt64(source.codes.count) else { throw .invalid(field: "event", value: "\(place)") }
            let index = Int(place)
            let value = try reader.next("value", after: Int64(source.values[index]), in: Int64(Int32.min)...Int64(Int32.max))
            source.values[index] = Int32(value)
            let late = flags.contains(.hasTimes) ? try reader.signed("time") : 0
            let key = source.codes[index]
            frame.events.append(
                InputEvent(
                    time: Instant(microseconds: time &+ late), type: UInt16(key >> 16), code: UInt16(key & 0xffff), value: Int32(value)))
        }
        sources[device] = source
        return (device, frame)
    }
}
