internal import Ink

/// One character of a reading, with the steps at which it was read and its samples.
struct Segment: Equatable {
    /// The character's class.
    var label: Int
    /// The character's text.
    var text: String
    /// The index of its word in the reading, from 0.
    var word: Int
    /// The network's steps at which the character was read.
    var steps: ClosedRange<Int>
    /// The character's samples, sorted; empty until the ink has been divided.
    var ranges: [StrokeRange] = []

    /// Returns the characters that `classes` spell except the spaces, which separate words.
    ///
    /// - Parameter steps: The steps of every class, from `Alignment`. Without an alignment, nil: the characters then share `count` steps
    ///   evenly.
    static func spelled(by classes: [Int], steps: [ClosedRange<Int>]?, count: Int, alphabet: Alphabet) -> [Segment] {
        var segments: [Segment] = []
        var (word, isOpen) = (0, false)
        for (index, label) in classes.enumerated() {
            guard label != alphabet.space else {
                if isOpen { word += 1 }
                isOpen = false
                continue
            }
            isOpen = true
            let even = min(max(0, count - 1), (2 * index + 1) * count / (2 * classes.count))
            let own = steps.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? even...even
            segments.append(Segment(label: label, text: alphabet.text([label]), word: word, steps: own))
        }
        return segments
    }
}

extension [StrokeRange] {
    /// The same samples in the order of the strokes, with adjacent ranges merged.
    var joined: [StrokeRange] {
        var result: [StrokeRange] = []
        for range in sorted(by: { ($0.stroke, $0.first) < ($1.stroke, $1.first) }) {
            if let last = result.last, last.stroke == range.stroke, last.last + 1 == range.first {
                result[result.count - 1].last = range.last
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Returns the box around all samples; nil without samples.
    func box(in strokes: [Stroke]) -> Box? {
        reduce(nil) { (box: Box?, range) in
            guard let own = Box(around: strokes[range.stroke].points[range.first...range.last]) else { return box }
            return box?.union(own) ?? own
        }
    }
}

/// The alignment of a known text: the steps that spell each character, by the most probable CTC path (Viterbi).
enum Alignment {
    /// Returns the steps at which each class is read, in order; nil if there are too few steps for the text.
    ///
    /// - Parameter classes: The reading, without blanks.
    static func steps(of classes: [Int], in scores: Scores) -> [ClosedRange<Int>]? {
        guard classes.allSatisfy({ $0 > 0 && $0 < scores.classes }) else { return nil }
        guard !classes.isEmpty else { return [] }
        // states: blank, first class, blank, second class, …, blank
        let states = 2 * classes.count + 1
        func label(_ state: Int) -> Int { state % 2 == 0 ? 0 : classes[state / 2] }
        var best = [Float](repeating: -.infinity, count: states)
        var next = best
        var came = [UInt8](repeating: 0, count: scores.steps * states)
        for step in 0..<scores.steps {
            // states below `low` cannot reach the end in time; states above `high` cannot be reached from the start
            let low = max(0, states - 2 * (scores.steps - step))
            let high = min(states - 1, 2 * step + 1)
            guard low <= high else { return nil }
            for state in 0..<states { next[state] = -.infinity }
            for state in low...high {
                var (score, from): (Float, UInt8) = step == 0 ? (state < 2 ? 0 : -.infinity, 0) : (best[state], 0)
                if step > 0, state >= 1, best[state - 1] > score { (score, from) = (best[state - 1], 1) }
                if step > 0, state >= 2, label(state) != 0, label(state) != label(state - 2), best[state - 2] > score {
                    (score, from) = (best[state - 2], 2)
                }
                next[state] = score + scores[step, label(state)]
                came[step * states + state] = from
            }
            swap(&best, &next)
        }
        var state = best[states - 1] > best[states - 2] ? states - 1 : states - 2
        guard best[state] > -.infinity else { return nil }
        var (first, last) = ([Int](repeating: -1, count: classes.count), [Int](repeating: -1, count: classes.count))
        for step in stride(from: scores.steps - 1, through: 0, by: -1) {
            if state % 2 == 1 {
                first[state / 2] = step
                if last[state / 2] < 0 { last[state / 2] = step }
            }
            state = max(0, state - Int(came[step * states + state]))
        }
        guard first.allSatisfy({ $0 >= 0 }) else { return nil }
        return zip(first, last).map { $0...$1 }
    }
}

/// An assignment of delayed strokes (dots, bars, accents) to the characters that they belong to.
struct LateStrokes {
    /// A stroke at which no character was read, and the segment to which it belongs by time alone.
    struct Stroke {
        var range: StrokeRange
        var owner: Int
    }

    /// Characters with a dot, bar, stroke or accent that may be written late; all characters beyond ASCII are treated the same way.
    private static let marked = Set("ijtfxAEFHITXZz!?:;\"=%".unicodeScalars)

    let strokes: [Ink.Stroke]

    private struct Place {
        var segment: Int
        var box: Box
        var takesMark: Bool
    }

    /// Moves each late stroke to the nearest segment. A stroke to the right of its own and all earlier segments is not moved.
    ///
    /// Distances are horizontal between middles, in typical character widths: halved if the stroke's middle lies over or under the
    /// character, and a quarter of a width less for characters with marks and for the character assigned by time.
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
            // a character without other ink keeps its strokes
            guard places.contains(where: { $0.segment == stroke.owner }), let own = [stroke.range].box(in: strokes) else { continue }
            let center = own.x + own.width / 2
            guard places.contains(where: { $0.segment <= stroke.owner && center < $0.box.right }) else { continue }
            var (nearest, least) = (stroke.owner, Double.infinity)
            for place in places {
                var distance = abs(place.box.x + place.box.width / 2 - center) / typical
                if place.box.x <= center, center <= place.box.right { distance /= 2 }
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
