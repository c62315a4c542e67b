internal import Editing

/// The reflowed text of a block, without its children: lines of a paragraph are joined by a space, and hyphenated words are joined.
struct Reflow {
    /// The whole text; a line feed occurs only at the end of a paragraph.
    let label: String
    /// The text of each piece that reflowing has changed, by the piece's index.
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
