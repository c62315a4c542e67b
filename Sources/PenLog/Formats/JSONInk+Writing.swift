internal import FoundationEssentials

extension JSONInk {
    /// The ink as one line of a file, without the line's end. What is read from it again is the same ink; times are kept to the microsecond.
    public var line: String {
        var row = WrittenRow(
            id: id, writer: writer, device: device, level: level, label: label, style: style, hz: hertz, ppmm: unitsPerMillimetre,
            strokes: strokes.map(Self.differences))
        // the first sample's time is 0 when it is read
        let base = strokes.first?.first?.time ?? 0
        if isTimed { row.t = strokes.map { $0.map { Double($0.time - base) / 1000 } } }
        row.f = channels[.force]
        row.otx = channels[.tiltX]
        row.oty = channels[.tiltY]
        row.oa = channels[.azimuth]
        row.oe = channels[.altitude]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // numbers and text only: there is nothing that JSON cannot say but numbers that are not finite
        return (try? encoder.encode(row)).map { String(decoding: $0, as: UTF8.self) } ?? "{\"strokes\":[]}"
    }

    private static func differences(_ samples: [Sample]) -> [Int64] {
        var x: Int64 = 0
        var y: Int64 = 0
        return samples.flatMap { sample in
            defer { (x, y) = (sample.x, sample.y) }
            return [sample.x - x, sample.y - y]
        }
    }

    private struct WrittenRow: Encodable {
        var id: String?
        var writer: String?
        var device: String?
        var level: String?
        var label: String?
        var style: String?
        var hz: Double?
        var ppmm: Double?
        var strokes: [[Int64]]
        var t: [[Double]]?
        var f: [[Double]]?
        var otx: [[Double]]?
        var oty: [[Double]]?
        var oa: [[Double]]?
        var oe: [[Double]]?
    }
}
