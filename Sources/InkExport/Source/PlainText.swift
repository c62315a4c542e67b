internal import Editing

/// What blocks say, and nothing of how they look.
enum PlainText {
    /// Line by line in reading order, with an empty line between blocks.
    static func text(of block: Block) -> String {
        let blocks = texts(of: block)
        return blocks.isEmpty ? "" : blocks.joined(separator: "\n\n") + "\n"
    }

    private static func texts(of block: Block) -> [String] {
        let own = BlockText(block).label
        return (own.isEmpty ? [] : [own]) + block.children.flatMap(texts)
    }
}
