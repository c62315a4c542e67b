internal import FoundationEssentials
internal import Ink

extension JSONInk {
    /// The ink as one line of a file, without the line's end. What is read from it again is the same ink; times are kept to the microsecond.
    ///
    /// Some things have no place in a line and are written as what is nearest: numbers that are not finite (as 0), steps from one sample to
    /// the next of more than 32 bits, times beyond a year, rates and scales that no device has (as unknown). `Losses` finds them.
    public var line: String {
        var row = Row<Int64>(
            id: id, writer: writer, device: device, level: level, label: label, style: style, hz: hertz.flatMap { $0.isFinite ? $0 : nil },
            ppmm: unitsPerMillimetre.flatMap { $0.isFinite ? $0 : nil },
            strokes: strokes.map(Self.differences))
        // the first sample's time is 0 when it is read
        let base = strokes.first?.first?.time ?? 0
        if isTimed { row.t = strokes.map { $0.map { Double(Instant(microseconds: $0.time).since(Instant(microseconds: base))) / 1000 } } }
        row.f = finite(.force)
        row.otx = finite(.tiltX)
        row.oty = finite(.tiltY)
        row.oa = finite(.azimuth)
        row.oe = finite(.altitude)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // numbers and text only: there is nothing that JSON cannot say but numbers that are not finite
        return (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) } ?? "{\"strokes\":[]}"
    }

    private func finite(_ channel: Channel) -> [[Double]]? {
        channels[channel]?.map { $0.map { $0.isFinite ? $0 : 0 } }
    }

    /// Steps of at most 32 bits, each from where the last one led: those behind one that was too large make up for it.
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
