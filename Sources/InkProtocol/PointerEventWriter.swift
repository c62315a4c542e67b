public import Ink
public import Varlink

/// Writes replies of org.inkd.Pointer.Watch without allocating memory, so that watching clients do not cause allocations in the input path.
///
/// Positions and angles have four decimals; force, pressure, distance and wheel five; times three (microseconds).
public enum PointerEventWriter {
    /// Writes the reply for `events` of one device into `bytes`, replacing the earlier content. The reply ends before the sequence number,
    /// which differs for each watch and is written by `number`. The reply's `continues` is true.
    /// - Parameter contact: the state of the contact to which the events belong; nil for a pen that only writes or only points.
    public static func write(
        _ events: Span<PointerEvent>, of device: DeviceID, clock: ClockOffset, contact: PointerInterface.Contact? = nil,
        into bytes: inout [UInt8]
    ) {
        bytes.removeAll(keepingCapacity: true)
        DecimalWriter.append(#"{"continues":true,"parameters":{"device":"#, to: &bytes)
        DecimalWriter.append(Int64(device.value), to: &bytes)
        DecimalWriter.append(#","events":["#, to: &bytes)
        for index in events.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(events[index], clock: clock, contact: contact, to: &bytes)
        }
        DecimalWriter.append(#"],"sequence":"#, to: &bytes)
    }

    /// Completes a reply with a watch's sequence number, including the NUL. The first `count` bytes are the same for all watches. Bytes
    /// after them, such as the number of the previous watch, are replaced.
    public static func number(_ sequence: Int64, after count: Int, in bytes: inout [UInt8]) {
        bytes.removeSubrange(min(count, bytes.count)...)
        DecimalWriter.append(sequence, to: &bytes)
        DecimalWriter.append("}}", to: &bytes)
        bytes.append(0)
    }

    /// Returns the class of a reply with these events. It is `.motion` if all events are hovering or movement, and none follows a gap.
    public static func messageClass(of events: Span<PointerEvent>) -> MessageClass {
        for index in events.indices {
            switch events[index].phase {
            // A sample after a gap is a boundary: if it were dropped, a line would be drawn across the gap.
            case .hover, .move: if events[index].followsGap { return .boundary }
            case .proximityIn, .down, .up, .cancel, .proximityOut: return .boundary
            }
        }
        return .motion
    }

    private static func append(
        _ event: PointerEvent, clock: ClockOffset, contact: PointerInterface.Contact?, to bytes: inout [UInt8]
    ) {
        DecimalWriter.append(#"{"phase":""#, to: &bytes)
        DecimalWriter.append(name(of: event.phase), to: &bytes)
        DecimalWriter.append(#"","tool":""#, to: &bytes)
        DecimalWriter.append(name(of: event.tool), to: &bytes)
        DecimalWriter.append(#"","pointer":"#, to: &bytes)
        DecimalWriter.append(Int64(event.pointer), to: &bytes)
        DecimalWriter.append(#","time":"#, to: &bytes)
        DecimalWriter.append(clock.microsecondsSince1970(event.time), places: 3, to: &bytes)
        DecimalWriter.append(#","rawX":"#, to: &bytes)
        DecimalWriter.append(Int64(event.rawX), to: &bytes)
        DecimalWriter.append(#","rawY":"#, to: &bytes)
        DecimalWriter.append(Int64(event.rawY), to: &bytes)
        DecimalWriter.append(#","x":"#, to: &bytes)
        DecimalWriter.append(event.x, places: 4, to: &bytes)
        DecimalWriter.append(#","y":"#, to: &bytes)
        DecimalWriter.append(event.y, places: 4, to: &bytes)
        DecimalWriter.append(#","force":"#, to: &bytes)
        DecimalWriter.append(Double(event.force), places: 5, to: &bytes)
        if let pressure = event.pressure {
            DecimalWriter.append(#","pressure":"#, to: &bytes)
            DecimalWriter.append(Double(pressure), places: 5, to: &bytes)
        }
        DecimalWriter.append(#","distance":"#, to: &bytes)
        DecimalWriter.append(Double(event.distance), places: 5, to: &bytes)
        DecimalWriter.append(#","azimuth":"#, to: &bytes)
        DecimalWriter.append(Double(event.azimuth), places: 4, to: &bytes)
        DecimalWriter.append(#","altitude":"#, to: &bytes)
        DecimalWriter.append(Double(event.altitude), places: 4, to: &bytes)
        DecimalWriter.append(#","rotation":"#, to: &bytes)
        DecimalWriter.append(Double(event.rotation), places: 4, to: &bytes)
        if let wheel = event.wheel {
            DecimalWriter.append(#","wheel":"#, to: &bytes)
            DecimalWriter.append(Double(wheel), places: 5, to: &bytes)
        }
        DecimalWriter.append(#","buttons":["#, to: &bytes)
        appendButtons(event.buttons, to: &bytes)
        DecimalWriter.append(#"],"serial":"#, to: &bytes)
        DecimalWriter.append(Int64(event.serial), to: &bytes)
        DecimalWriter.append(#","toolId":"#, to: &bytes)
        DecimalWriter.append(Int64(event.toolID), to: &bytes)
        DecimalWriter.append(event.followsGap ? #","gap":true"# : #","gap":false"#, to: &bytes)
        if let contact, event.phase.isContact {
            DecimalWriter.append(#","contact":""#, to: &bytes)
            DecimalWriter.append(name(of: contact), to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func appendButtons(_ buttons: PointerButtons, to bytes: inout [UInt8]) {
        let start = bytes.count
        if buttons.contains(.lower) { DecimalWriter.append(#""lower","#, to: &bytes) }
        if buttons.contains(.upper) { DecimalWriter.append(#""upper","#, to: &bytes) }
        if buttons.contains(.third) { DecimalWriter.append(#""third","#, to: &bytes) }
        if bytes.count > start { bytes.removeLast() }
    }

    private static func name(of phase: PointerPhase) -> StaticString {
        switch phase {
        case .proximityIn: "proximityIn"
        case .hover: "hover"
        case .down: "down"
        case .move: "move"
        case .up: "up"
        case .cancel: "cancel"
        case .proximityOut: "proximityOut"
        }
    }

    private static func name(of contact: PointerInterface.Contact) -> StaticString {
        switch contact {
        case .points: "points"
        case .undecided: "undecided"
        case .writes: "writes"
        }
    }

    private static func name(of tool: PointerTool) -> StaticString {
        switch tool {
        case .pen: "pen"
        case .eraser: "eraser"
        case .finger: "finger"
        }
    }
}

extension PointerPhase {
    /// Whether an event of the phase belongs to a contact.
    fileprivate var isContact: Bool {
        switch self {
        case .down, .move, .up, .cancel: true
        case .proximityIn, .hover, .proximityOut: false
        }
    }
}

/// Appends numbers and fixed texts to a reusable byte buffer. Memory is allocated only if the buffer grows.
enum DecimalWriter {
    /// Appends an ASCII text.
    static func append(_ text: StaticString, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number in decimal.
    static func append(_ number: Int64, to bytes: inout [UInt8]) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(number.magnitude, to: &bytes)
    }

    /// Appends a number in units of `10^-places`, as a decimal fraction without trailing zeros: 12500 with three places is 12.5. `places`
    /// is at most 18.
    static func append(_ number: Int64, places: Int, to bytes: inout [UInt8]) {
        var scale: UInt64 = 1
        for _ in 0..<min(max(0, places), 18) { scale *= 10 }
        let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: scale)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        appendDigits(whole, to: &bytes)
        guard fraction > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var rest = fraction
        while rest > 0 {
            scale /= 10
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
            rest %= scale
        }
    }

    /// Appends a number rounded to this number of decimals. Appends 0 for a number that is not finite, and the nearest representable number
    /// for one that is out of range.
    static func append(_ number: Double, places: Int, to bytes: inout [UInt8]) {
        var scaled = number
        for _ in 0..<min(max(0, places), 18) { scaled *= 10 }
        guard number.isFinite else { return append(0, to: &bytes) }
        append(Int64(min(max(scaled.rounded(), -9e18), 9e18)), places: places, to: &bytes)
    }

    private static func appendDigits(_ number: UInt64, to bytes: inout [UInt8]) {
        var scale: UInt64 = 1
        while number / scale >= 10 { scale *= 10 }
        var rest = number
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
            rest %= scale
            scale /= 10
        }
    }
}
