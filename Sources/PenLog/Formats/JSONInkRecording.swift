internal import Evdev
internal import FoundationEssentials
internal import Ink

extension JSONInk {
    /// The ink as a recording of a pen on a virtual tablet: proximity, pressure and tip switch around every stroke.
    ///
    /// The tablet has 100 units per millimeter and begins 5 mm above and to the left of the ink. The recording begins at the clock's start.
    public var recording: Recording {
        let scale = millimetersPerUnit * Double(VirtualPen.unitsPerMillimeter)
        let corner = bounds ?? Box(x: 0, y: 0, width: 0, height: 0)
        func units(_ value: Int64, from origin: Double) -> Int32 {
            let position = ((Double(value) - origin) * scale).rounded() + Double(VirtualPen.margin)
            return Int32(min(Double(Int32.max / 2), max(0, position)))
        }
        var pen = VirtualPen()
        for samples in strokes {
            for (index, sample) in samples.enumerated() {
                let x = units(sample.x, from: corner.x)
                let y = units(sample.y, from: corner.y)
                if index == 0 { pen.hover(x, y, at: sample.time) }
                pen.write(x, y, at: sample.time + VirtualPen.approach)
            }
            pen.lift(at: (samples.last?.time ?? 0) + 2 * VirtualPen.approach)
        }
        pen.leave()
        return Recording(devices: [pen.device], label: label)
    }

    /// Reads a file of exactly one ink.
    static func readRecording(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        var ink: JSONInk?
        var number = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            guard ink == nil else {
                throw RecordingError(line: number, problem: "the file has more than one ink", remedy: "give a file with one of its lines")
            }
            ink = try JSONInk(line: String(decoding: line, as: UTF8.self), number: number)
        }
        guard let ink else { throw RecordingError(problem: "the file has no ink", remedy: "give it one JSON object on a line") }
        return ink.recording
    }
}

extension JSONInk {
    /// The ink as one line of a file, without the line end. Reading the line again gives the same ink; times keep microsecond precision.
    ///
    /// Values that a line cannot represent are written as the nearest possible ones: non-finite numbers (as 0), steps between samples of
    /// more than 32 bits, times beyond a year, rates and scales outside the valid ranges (as unknown). `Losses` finds them.
    public var line: String {
        var row = Row<Int64>(
            id: id, writer: writer, device: device, level: level, label: label, style: style, hz: hertz.flatMap { $0.isFinite ? $0 : nil },
            ppmm: unitsPerMillimeter.flatMap { $0.isFinite ? $0 : nil },
            strokes: strokes.map(Self.differences))
        // the first sample's time is 0 when the line is read
        let base = strokes.first?.first?.time ?? 0
        if isTimed { row.t = strokes.map { $0.map { Double(Instant(microseconds: $0.time).since(Instant(microseconds: base))) / 1000 } } }
        row.f = finite(.force)
        row.otx = finite(.tiltX)
        row.oty = finite(.tiltY)
        row.oa = finite(.azimuth)
        row.oe = finite(.altitude)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // the row has only numbers and text: JSON can represent everything except non-finite numbers
        return (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) } ?? "{\"strokes\":[]}"
    }

    private func finite(_ channel: Channel) -> [[Double]]? {
        channels[channel]?.map { $0.map { $0.isFinite ? $0 : 0 } }
    }

    /// Returns the steps between samples, each of at most 32 bits. A step starts from the point reached so far, so that the steps after a
    /// clamped one compensate for it.
    private static func differences(_ samples: [Sample]) -> [Int64] {
        var x: Int64 = 0
        var y: Int64 = 0
        func step(_ from: inout Int64, to: Int64) -> Int64 {
            let (difference, overflow) = to.subtractingReportingOverflow(from)
            let wanted = overflow ? (to > from ? Int64.max : .min) : difference
            let step = min(Int64(Int32.max), max(Int64(Int32.min), wanted))
            from += step
            return step
        }
        return samples.flatMap { [step(&x, to: $0.x), step(&y, to: $0.y)] }
    }
}

/// A virtual pen that reports samples like the kernel: only the values that changed.
private struct VirtualPen {
    static let unitsPerMillimeter: Int32 = 100
    static let margin: Int32 = 500
    static let pressure: Int32 = 2048
    /// The time from hovering over a stroke's first point to touching it, and from its last sample to pen-up, in microseconds.
    static let approach: Int64 = 5_000

    private var frames: [Frame] = []
    private var state: [UInt16: Int32] = [:]
    private var isNear = false
    private var last = Instant(microseconds: 0)
    private var right: Int32 = 0
    private var bottom: Int32 = 0

    /// The pen's tablet, large enough for everything written, and its frames.
    var device: RecordedDevice {
        var description = DeviceDescription(name: "inkd virtual pen", bus: 6)
        description.keys = [Key.toolPen, Key.touch]
        description.properties = [Property.direct]
        description.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: right + Self.margin, resolution: Self.unitsPerMillimeter),
            Axis.y: AxisInfo(minimum: 0, maximum: bottom + Self.margin, resolution: Self.unitsPerMillimeter),
            Axis.pressure: AxisInfo(minimum: 0, maximum: 4095),
        ]
        return RecordedDevice(description: description, frames: frames)
    }

    mutating func hover(_ x: Int32, _ y: Int32, at time: Int64) {
        var events = isNear ? [] : [key(Key.toolPen, 1)]
        isNear = true
        events += move(x, y)
        report(events, at: time)
    }

    mutating func write(_ x: Int32, _ y: Int32, at time: Int64) {
        var events = move(x, y)
        if let pressed = axis(Axis.pressure, Self.pressure) { events += [pressed, key(Key.touch, 1)] }
        report(events, at: time)
    }

    mutating func lift(at time: Int64) {
        guard let released = axis(Axis.pressure, 0) else { return }
        report([released, key(Key.touch, 0)], at: time)
    }

    mutating func leave() {
        guard isNear else { return }
        isNear = false
        report([key(Key.toolPen, 0)], at: last.microseconds + Self.approach)
    }

    private mutating func move(_ x: Int32, _ y: Int32) -> [InputEvent] {
        right = max(right, x)
        bottom = max(bottom, y)
        return [axis(Axis.x, x), axis(Axis.y, y)].compactMap { $0 }
    }

    private mutating func axis(_ code: UInt16, _ value: Int32) -> InputEvent? {
        guard state.updateValue(value, forKey: code) ?? 0 != value else { return nil }
        return InputEvent(time: last, type: EventType.abs, code: code, value: value)
    }

    private func key(_ code: UInt16, _ value: Int32) -> InputEvent {
        InputEvent(time: last, type: EventType.key, code: code, value: value)
    }

    private mutating func report(_ events: [InputEvent], at microseconds: Int64) {
        last = max(last, Instant(microseconds: microseconds))
        guard !events.isEmpty else { return }
        let stamped = events.map { InputEvent(time: last, type: $0.type, code: $0.code, value: $0.value) }
        frames.append(Frame(time: last, events: stamped))
    }
}
