internal import Ink

/// One character of a reading, when it was read and which samples write it.
struct Segment: Equatable {
    /// Its class.
    var label: Int
    /// What it says.
    var text: String
    /// Which word of the reading it belongs to, from 0 on.
    var word: Int
    /// The network's steps at which it was read.
    var steps: ClosedRange<Int>
    /// Its samples, sorted; none until an ink has been divided.
    var ranges: [StrokeRange] = []

    /// The characters that `classes` spell but the spaces, which separate words.
    ///
    /// - Parameter steps: The steps of every class, as `Alignment` gives them; nil where there is no alignment: the characters
    ///   share `count` steps evenly then.
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
    /// The same samples in the order of strokes, neighbouring ranges made one.
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

    /// Around all samples; nil if there are none.
    func box(in strokes: [Stroke]) -> Box? {
        reduce(nil) { (box: Box?, range) in
            guard let own = Box(around: strokes[range.stroke].points[range.first...range.last]) else { return box }
            return box?.union(own) ?? own
        }
    }
}
