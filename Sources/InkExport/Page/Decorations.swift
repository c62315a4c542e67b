internal import Editing
internal import Ink

/// The marks on a block's words, as lines to be drawn.
struct Decorations {
    /// A mark on one or more words of a line that follow each other.
    struct Run {
        var kind: Decoration.Kind
        var box: Box
        /// y of the baseline.
        var baseline: Double
        /// How high small letters are.
        var xHeight: Double
    }

    let runs: [Run]

    init(_ block: Block) { runs = block.lines.flatMap { line in Decoration.Kind.allCases.flatMap { Self.runs(of: $0, in: line) } } }

    private static func runs(of kind: Decoration.Kind, in line: LineState) -> [Run] {
        var runs: [Run] = []
        var goesOn = false
        for word in line.words {
            guard word.decorations.contains(kind), let box = word.box else {
                goesOn = false
                continue
            }
            if goesOn, let last = runs.popLast() {
                runs.append(Run(kind: kind, box: last.box.union(box), baseline: last.baseline, xHeight: last.xHeight))
            } else {
                let baseline = word.baseline ?? box.bottom
                runs.append(Run(kind: kind, box: box, baseline: baseline, xHeight: word.xHeight ?? (baseline - box.y) / 2))
            }
            goesOn = true
        }
        return runs
    }

    /// The corners of each line to be drawn, and whether the last is joined to the first.
    var lines: [(corners: [Place], closed: Bool)] {
        runs.map { run in
            let gap = run.xHeight / 4
            let (left, right) = (run.box.x - gap, run.box.right + gap)
            switch run.kind {
            case .underline, .strikethrough:
                let y = run.kind == .underline ? run.baseline + gap : run.baseline - run.xHeight / 2
                return ([Place(x: left, y: y), Place(x: right, y: y)], false)
            case .surround:
                let (top, bottom) = (run.box.y - gap, run.box.bottom + gap)
                return ([Place(x: left, y: top), Place(x: right, y: top), Place(x: right, y: bottom), Place(x: left, y: bottom)], true)
            }
        }
    }

    /// Around the lines to be drawn on a block's words.
    static func boxes(of block: Block) -> [Box] {
        Self(block).lines.compactMap { line in Box(around: line.corners.map { InkPoint(x: $0.x, y: $0.y) }) }
    }
}
