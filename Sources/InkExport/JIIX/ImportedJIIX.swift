/// JIIX that was read: plain values, checked for their types and bounds alone.
public struct ImportedJIIX: Sendable, Hashable {
    /// A word, or white space between words.
    public struct Word: Sendable, Hashable {
        /// What it says.
        public var label: String
        /// What it may say; nil for white space.
        public var candidates: [String]?
        /// The place of its first character in the label that was exported.
        public var firstCharacter: Int?
        /// The place of its last character in the label that was exported.
        public var lastCharacter: Int?
        /// Around its ink, in millimetres.
        public var box: Bounds?
        /// Its ink.
        public var strokes: [Item] = []
    }

    /// A box in millimetres.
    public struct Bounds: Sendable, Hashable {
        /// Left edge.
        public var x: Double
        /// Top edge.
        public var y: Double
        /// Never negative.
        public var width: Double
        /// Never negative.
        public var height: Double
    }

    /// A stroke, or a part of one: as many of each as of `x`.
    public struct Item: Sendable, Hashable {
        /// Its name.
        public var id: String
        /// When it began, in ISO 8601; nil if that is not said.
        public var timestamp: String?
        /// Millimetres.
        public var x: [Double]
        /// Millimetres.
        public var y: [Double]
        /// 0…1; empty if there is none.
        public var force: [Double]
        /// Milliseconds since it began; empty if there are none.
        public var time: [Double]
    }

    /// A part of the document.
    public struct Block: Sendable, Hashable {
        /// As in `BlockType`, or that of the part for the root.
        public var type: String
        /// Its name; empty if it has none.
        public var id: String
        /// What it says; nil if that is not said.
        public var label: String?
        /// Its box in millimetres.
        public var box: Bounds?
        /// Its words and the white space between them; nil if it was written without.
        public var words: [Word]?
        /// Ink that belongs to no word.
        public var strokes: [Item] = []
        /// The blocks in it.
        public var children: [Block] = []

        /// What it and the blocks in it say, block by block.
        public var texts: [String] { (label.map { [$0] } ?? []) + children.flatMap(\.texts) }
    }

    /// As in the file.
    public var version: String
    /// The revision of the document when it was written; nil if another program wrote it.
    public var revision: UInt64?
    /// Everything.
    public var root: Block
}
