import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Editing

@Suite("Drawing among writing")
struct DrawnInkTests {
    private func strokes(_ text: String, seed: UInt64, x: Double = 0, y: Double = 0) throws -> [Stroke] {
        var hand = Handwriting()
        hand.seed = seed
        hand.xHeight = 2.5
        return try hand.strokes(writing: text).map { stroke in
            Stroke(id: stroke.id, points: stroke.points.map { InkPoint(x: $0.x + x, y: $0.y + y) })
        }
    }

    /// A line through corners, drawn by a hand that trembles by a fifth of a millimeter.
    private func drawn(_ corners: [(x: Double, y: Double)], seed: UInt64) -> Stroke {
        var dice = SeededGenerator(seed: seed)
        var points: [InkPoint] = []
        for (a, b) in zip(corners, corners.dropFirst()) {
            let pieces = max(1, Int(Point(x: a.x, y: a.y).distance(to: Point(x: b.x, y: b.y))))
            for piece in 0...pieces {
                let part = Double(piece) / Double(pieces)
                points.append(
                    InkPoint(
                        x: a.x + (b.x - a.x) * part + .random(in: -0.2...0.2, using: &dice),
                        y: a.y + (b.y - a.y) * part + .random(in: -0.2...0.2, using: &dice)))
            }
        }
        return Stroke(id: StrokeID(0), points: points)
    }

    private func ring(x: Double, y: Double, width: Double, height: Double, seed: UInt64) -> Stroke {
        drawn(
            (0...40).map { step in
                let angle = 2 * Double.pi * Double(step) / 40
                return (x + width / 2 * cos(angle), y + height / 2 * sin(angle))
            }, seed: seed)
    }

    /// The numbers of the strokes that are taken for drawings.
    private func drawnIndices(_ ink: [Stroke]) -> [Int] {
        let numbered = ink.enumerated().map { Stroke(id: StrokeID(UInt64($0.offset)), points: $0.element.points) }
        return DrawnInk.strokes(among: numbered, millimeter: 1).map { Int($0.value) }.sorted()
    }

    @Test("none of a page of writing is drawn, underlined or not", arguments: 1...20 as ClosedRange<UInt64>)
    func writing(seed: UInt64) throws {
        let ink = try strokes("'I'd rather not,' she said.\n- 3 eggs; jam, flour\nTITLE to fit", seed: seed)
        #expect(drawnIndices(ink) == [])
        #expect(drawnIndices(ink + [drawn([(10, 30), (80, 31)], seed: seed)]) == [ink.count])
        for letter in ["I", "O", "1", "l", "-", "Q"] { #expect(drawnIndices(try strokes(letter, seed: seed)) == []) }
    }

    @Test("a table's rules are drawn, and what is in its cells is written", arguments: 1...20 as ClosedRange<UInt64>)
    func table(seed: UInt64) throws {
        var ink: [Stroke] = []
        for row in 0...3 { ink.append(drawn([(10, 10 + 12 * Double(row)), (130, 10.4 + 12 * Double(row))], seed: seed + UInt64(row))) }
        for column in 0...3 {
            ink.append(drawn([(10 + 40 * Double(column), 10), (10.5 + 40 * Double(column), 46)], seed: seed + 9 + UInt64(column)))
        }
        let rules = Array(ink.indices)
        for row in 0..<3 {
            for column in 0..<3 {
                let word = ["one", "tilt", "12"][(row + column) % 3]
                ink += try strokes(word, seed: seed + UInt64(3 * row + column), x: 8 + 40 * Double(column), y: 6 + 12 * Double(row))
            }
        }
        #expect(drawnIndices(ink) == rules)
    }

    @Test("a frame and what is far larger than the writing are drawn", arguments: 1...20 as ClosedRange<UInt64>)
    func figures(seed: UInt64) throws {
        let word = try strokes("label", seed: seed)
        let frame = drawn([(3, 2), (32, 2), (32, 15), (3, 15), (3, 2.5)], seed: seed)
        #expect(drawnIndices(word + [frame]) == [word.count])
        let oval = ring(x: 60, y: 40, width: 50, height: 25, seed: seed)
        #expect(drawnIndices(word + [oval]) == [word.count])
        #expect(drawnIndices([ring(x: 60, y: 40, width: 50, height: 40, seed: seed)]) == [0])
        let letter = ring(x: 60, y: 40, width: 4, height: 5, seed: seed)
        #expect(drawnIndices(word + [letter]) == [] && drawnIndices([letter]) == [])
    }

    @Test(
        "on a page is a block of its own beside the writing, undone and brought back with it",
        arguments: [PartType.rawContent, .textDocument])
    func blocks(type: PartType) throws {
        var scribe = Scribe(type: type)
        let ink = try strokes("writing\nbelow", seed: 4) + [drawn([(10, 70), (120, 70), (120, 110), (10, 110), (10, 70)], seed: 5)]
        for stroke in ink { scribe.contact(stroke.points.map { ($0.x, $0.y) }, with: .pen) }
        let before = scribe.editor.document.items
        scribe.play("wait 600")
        scribe.readAll()
        let children = scribe.editor.root.children
        #expect(children.map(\.type) == [.text, .drawing])
        #expect(children[1].strokes == [StrokeID(UInt64(ink.count))] && children[0].strokes.count == ink.count - 1)
        #expect(scribe.editor.lines.count == 2)
        let again = InkEditor(scribe.editor.document, readings: [:])
        #expect(again.root.children.map(\.type) == [.text, .drawing])
        _ = scribe.editor.undo()
        #expect(scribe.editor.root.children.map(\.type) == [.text])
        _ = scribe.editor.redo()
        #expect(scribe.editor.root.children.map(\.type) == [.text, .drawing] && scribe.editor.document.items != before)
    }

    @Test("a part for text has none")
    func text() {
        var scribe = Scribe("line 10,10 150,10", type: .text)
        scribe.write("hello", x: 10, y: 30)
        scribe.play("wait 600")
        #expect(scribe.editor.root.children.isEmpty && scribe.editor.lines.flatMap { scribe.editor.strokes(of: $0.id) }.count == 6)
    }
}
