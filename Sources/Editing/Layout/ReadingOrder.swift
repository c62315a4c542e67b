public import Ink

/// The order in which the strokes of one line are handed to a recogniser that reads them as a writer draws them: word by word
/// from left to right, dots and bars after the letters of their word.
///
/// Who writes straight on gets the order of drawing back. What was added later goes where it belongs: a word or a letter into
/// its gap, a dot, an accent or a bar to the end of the word it sits on.
public enum ReadingOrder {
    /// Indices into `strokes`, which are of one line and in the order they were drawn; those without samples are left out.
    public static func indices(of strokes: [Stroke]) -> [Int] {
        indices(of: strokes.map(\.bounds))
    }

    /// The same for the strokes' boxes; nil is a stroke without samples.
    static func indices(of boxes: [Box?]) -> [Int] {
        var words = WordsInPlace(textHeight: InkLine.textHeight(of: boxes.compactMap { $0?.height }))
        for (index, box) in boxes.enumerated() {
            if let box { words.add(index, box) }
        }
        return words.words.flatMap { word in word.strokes.map(\.index) }
    }
}

/// Words from left to right, each with its strokes in reading order.
struct WordsInPlace {
    struct Word {
        var strokes: [(index: Int, box: Box)]
        var box: Box
    }

    let textHeight: Double
    private(set) var words: [Word] = []
    /// The word that was written last.
    private var current = 0

    /// Strokes nearer than this share of the text height are of one word.
    private static let reach = 0.3

    init(textHeight: Double) { self.textHeight = textHeight }

    /// Adds the next stroke drawn.
    mutating func add(_ index: Int, _ box: Box) {
        let near = words.indices.filter { gap(box, words[$0].box) <= Self.reach * textHeight }
        // Where words overlap, the pen most probably stayed on the one it was writing.
        let touched = near.contains(current) ? current : near.max { overlap(box, words[$0].box) < overlap(box, words[$1].box) }
        if let touched {
            let place = place(of: box, in: words[touched])
            words[touched].strokes.insert((index, box), at: place)
            words[touched].box = words[touched].box.union(box)
            current = touched
        } else {
            current = words.firstIndex { middle($0.box) > middle(box) } ?? words.count
            words.insert(Word(strokes: [(index, box)], box: box), at: current)
        }
    }

    /// Where a stroke goes in its word: into a gap between letters if it fills one, else to the end.
    private func place(of box: Box, in word: Word) -> Int {
        let end = word.strokes.count
        let isMark = box.height < 0.6 * textHeight && box.width < 1.5 * textHeight
        guard !isMark, !word.strokes.contains(where: { overlap(box, $0.box) > 0.3 * min(box.width, $0.box.width) }) else { return end }
        return word.strokes.firstIndex { middle($0.box) > middle(box) } ?? end
    }

    private func middle(_ box: Box) -> Double { box.x + box.width / 2 }
    private func gap(_ a: Box, _ b: Box) -> Double { max(0, a.x - b.right, b.x - a.right) }
    private func overlap(_ a: Box, _ b: Box) -> Double { min(a.right, b.right) - max(a.x, b.x) }
}
