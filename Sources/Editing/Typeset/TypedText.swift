internal import Ink

/// A paragraph of typed text.
public struct TypedParagraph: Sendable, Hashable {
    /// The words, separated by white space.
    public var text: String
    /// The type size, relative to that of ordinary text.
    public var scale: Double
    /// The depth of an item in nested lists, from 0.
    public var level: Int
    /// Whether an empty line precedes the paragraph.
    public var isApart: Bool

    /// Creates a paragraph.
    public init(_ text: String, scale: Double = 1, level: Int = 0, isApart: Bool = false) {
        self.text = text
        self.scale = scale
        self.level = level
        self.isApart = isApart
    }

    /// Maximum number of words that can be added at once.
    public static let mostWords = 20_000

    /// The number of words.
    public var wordCount: Int { text.split(whereSeparator: \.isWhitespace).count }
}

/// The lines of typed paragraphs on a page, wrapped at its width.
struct TypedLayout {
    private(set) var lines: [TypesetLine] = []

    /// The width of the margins, in millimeters.
    private static let margin = 10.0
    /// The height of small letters, relative to the distance between lines.
    private static let xHeight = 0.3
    /// The indent of a level, in distances between lines.
    private static let indent = 0.8

    /// - Parameters:
    ///   - width: the width of the page, in the unit of the ink.
    ///   - top: the lower edge of the page's content.
    ///   - gap: the distance between guide lines, and from the top edge of the page to the first one.
    ///   - unit: units of the ink per millimeter.
    init(_ paragraphs: [TypedParagraph], width: Double, below top: Double, gap: Double, unit: Double) {
        let margin = min(Self.margin * unit, width / 10)
        // the first guide line on which the text is clear of the content
        let height = -TypesetMetrics.box(x: 0, width: 0, baseline: 0, xHeight: Self.xHeight * gap * (paragraphs.first?.scale ?? 1)).y
        var baseline = ((top + 0.1 * gap + height) / gap).rounded(.up) * gap
        for paragraph in paragraphs {
            if paragraph.isApart, !lines.isEmpty { baseline += gap }
            let xHeight = Self.xHeight * gap * paragraph.scale
            let left = margin + min(Double(paragraph.level) * Self.indent * gap, width / 3)
            var (text, right) = ("", left)
            func end() {
                guard !text.isEmpty else { return }
                let box = TypesetMetrics.box(x: left, width: right - left, baseline: baseline, xHeight: xHeight)
                lines.append(TypesetLine(text: text, box: box, baseline: baseline))
                baseline += gap
                (text, right) = ("", left)
            }
            for word in paragraph.text.split(whereSeparator: \.isWhitespace) {
                for piece in Self.pieces(of: word, width: width - margin - left, xHeight: xHeight) {
                    let wide = TypesetMetrics.width(of: piece, xHeight: xHeight)
                    let space = text.isEmpty ? 0 : TypesetMetrics.space * xHeight
                    if right + space + wide > width - margin { end() }
                    right += (text.isEmpty ? 0 : space) + wide
                    text += (text.isEmpty ? "" : " ") + piece
                }
            }
            end()
        }
    }

    /// Returns the word, or pieces of a word that is longer than a line.
    private static func pieces(of word: Substring, width: Double, xHeight: Double) -> [String] {
        guard TypesetMetrics.width(of: String(word), xHeight: xHeight) > width else { return [String(word)] }
        var pieces = [""]
        var right = 0.0
        for letter in word {
            let wide = TypesetMetrics.width(of: String(letter), xHeight: xHeight)
            if right + wide > width, right > 0 {
                pieces.append("")
                right = 0
            }
            pieces[pieces.count - 1].append(letter)
            right += wide
        }
        return pieces
    }
}

extension InkEditor {
    /// Adds typed text below the content, as one step: typeset words on guide lines, in diagrams and drawings a text block.
    /// - Parameter width: the width of the page, in the unit of the ink.
    /// - Throws: `EditError.unsupported` in a part of formulas.
    public mutating func addTyped(_ paragraphs: [TypedParagraph], width: Double) throws(EditError) -> EditorEffects {
        guard content.type != .math else { throw .unsupported(type: root.type, operation: "import text") }
        let unit = configuration.unitsPerMillimeter
        let boxes =
            content.strokes.all.compactMap(\.stroke.renderBounds) + content.blocks.values.map(\.box) + content.words.values.map(\.box)
        let layout = TypedLayout(
            paragraphs, width: width, below: max(0, boxes.map(\.bottom).max() ?? 0), gap: (configuration.guideGap ?? 10) * unit, unit: unit)
        return layout.lines.isEmpty ? [] : addText(layout.lines)
    }
}
