internal import Ink

/// Finds the characters to which strokes belong that were written after what they sit on: dots, bars, accents.
struct LateStrokes {
    /// A stroke at which no character was read, and the segment to which it went by time alone.
    struct Stroke {
        var range: StrokeRange
        var owner: Int
    }

    /// Characters that are written with a dot, bar, stroke or accent which may come late; every one beyond ASCII may, too.
    private static let marked = Set("ijtfxAEFHITXZz!?:;\"=%".unicodeScalars)

    let strokes: [Ink.Stroke]

    private struct Place {
        var segment: Int
        var box: Box
        var takesMark: Bool
    }

    /// Moves each late stroke to the nearest segment; those that carry on to the right stay.
    ///
    /// Near is measured horizontally between middles, in typical character widths: half as far when the stroke's middle lies over
    /// or under the character, and nearer by a quarter of a width for characters with marks and for the one that time says.
    func move(_ late: [Stroke], among segments: inout [Segment]) {
        guard !late.isEmpty else { return }
        let lateStrokes = Set(late.map(\.range.stroke))
        let places = segments.indices.compactMap { index -> Place? in
            let body = segments[index].ranges.filter { !lateStrokes.contains($0.stroke) }
            guard let box = body.box(in: strokes) else { return nil }
            let takesMark = segments[index].text.unicodeScalars.contains { Self.marked.contains($0) || !$0.isASCII }
            return Place(segment: index, box: box, takesMark: takesMark)
        }
        guard !places.isEmpty else { return }
        let widths = places.map(\.box.width).sorted()
        let typical = max(widths[widths.count / 2], .leastNormalMagnitude)
        for stroke in late {
            // a character without other ink keeps what it has
            guard places.contains(where: { $0.segment == stroke.owner }), let own = [stroke.range].box(in: strokes) else { continue }
            let centre = own.x + own.width / 2
            guard places.contains(where: { $0.segment <= stroke.owner && centre < $0.box.right }) else { continue }
            var (nearest, least) = (stroke.owner, Double.infinity)
            for place in places {
                var distance = abs(place.box.x + place.box.width / 2 - centre) / typical
                if place.box.x <= centre, centre <= place.box.right { distance /= 2 }
                if place.takesMark { distance -= 0.25 }
                if place.segment == stroke.owner { distance -= 0.25 }
                if distance < least { (nearest, least) = (place.segment, distance) }
            }
            guard nearest != stroke.owner else { continue }
            segments[stroke.owner].ranges.removeAll { $0.stroke == stroke.range.stroke }
            segments[nearest].ranges.append(stroke.range)
        }
    }
}
