internal import Editing

/// The text of a block's own lines as it is when it is set anew: lines that run on have a space between them, and words that were divided
/// are one.
struct Reflow {
    /// All of it; a line feed stands only where a paragraph ends.
    let label: String
    /// Of those pieces of the text that are others then, by their places.
    let labels: [Int: String]

    init(_ text: BlockText, of block: Block) {
        var labels: [Int: String] = [:]
        for paragraph in FlowLayout(FlowLine.lines(of: block)).paragraphs {
            for (index, pair) in zip(paragraph.lines, paragraph.lines.dropFirst()).enumerated() {
                let begin = text.lines[paragraph.first + index + 1].pieces.lowerBound
                let isDivided = FlowParagraph.isDivided(pair.0, pair.1)
                labels[begin - 1] = isDivided ? "" : " "
                if isDivided, begin > 1 { labels[begin - 2] = String(text.pieces[begin - 2].text.dropLast()) }
            }
        }
        self.labels = labels
        label = text.pieces.enumerated().map { labels[$0] ?? $1.text }.joined()
    }
}
