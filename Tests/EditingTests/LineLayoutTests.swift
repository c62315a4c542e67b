import Editing
import Ink
import InkTestSupport
import Testing

@Suite("Strokes are sorted into lines")
struct LineLayoutTests {
    /// The number of strokes of each line, top to bottom.
    private func counts(_ scribe: Scribe) -> [Int] {
        scribe.editor.lines.map { scribe.editor.snapshot(of: $0.id)?.strokes.count ?? 0 }
    }

    @Test("lines one below the other", arguments: [1.0, 0.05, 400])
    func lines(scale: Double) {
        var scribe = Scribe()
        for row in 1...4 { scribe.write("handwriting", x: 5 * scale, y: Double(row) * 9 * scale, size: 4 * scale) }
        #expect(counts(scribe) == [11, 11, 11, 11])
    }

    @Test("a line that slopes and drifts stays one line")
    func slope() {
        var scribe = Scribe()
        for index in 0..<40 { scribe.write("l", x: 5 + Double(index) * 3, y: 30 + Double(index) * 0.4) }
        #expect(counts(scribe) == [40])
    }

    @Test("two sloping lines stay apart although their boxes overlap")
    func parallel() {
        var scribe = Scribe()
        for row in 0...1 {
            for index in 0..<40 { scribe.write("l", x: 5 + Double(index) * 3, y: 30 + Double(row) * 9 + Double(index) * 0.4) }
        }
        #expect(counts(scribe) == [40, 40])
    }

    @Test("dots and crosses made last belong to the line they lie on")
    func delayed() {
        var scribe = Scribe()
        scribe.write("dotted is it", x: 5, y: 30)
        scribe.write("and below", x: 5, y: 39)
        scribe.play("down 20,24.5; up; line 10,27 12,27; down 23,33.5; up")
        #expect(counts(scribe) == [12, 9])
    }

    @Test("letters of a line that was left join it again")
    func olderLine() {
        var scribe = Scribe()
        scribe.write("first", x: 5, y: 30)
        scribe.write("second", x: 5, y: 40)
        scribe.write("more", x: 40, y: 30.5)
        #expect(counts(scribe) == [9, 6])
        #expect(scribe.editor.snapshot(of: scribe.editor.lines[0].id)?.strokes.map(\.id.value) == [1, 2, 3, 4, 5, 12, 13, 14, 15])
    }

    @Test(
        "the bars of capitals, and dots that are set high, begin no line",
        arguments: [
            // a J and a T with the bar first, the same with the bar last, an i
            "line 5,20 8,20; line 6.5,24 6.5,29", "line 6.5,21 6.5,26; line 5,19.2 9,19.2", "line 6.5,21 6.5,25; line 6.5,16 6.6,16",
        ])
    func capitals(notation: String) {
        var scribe = Scribe()
        scribe.play(notation)
        #expect(counts(scribe) == [2])
    }

    @Test("what is written below a dash begins a line")
    func dash() {
        var scribe = Scribe()
        scribe.play("line 5,20 8,20")
        scribe.write("below", x: 5, y: 31)
        #expect(counts(scribe) == [1, 5])
    }

    @Test("full stops, commas and apostrophes begin no line")
    func punctuation() {
        var scribe = Scribe()
        scribe.write("dont stop", x: 5, y: 30)
        scribe.play("down 33,30; up; line 35,29.5 34.4,31; line 14,25.2 14,26.2")
        #expect(counts(scribe) == [11])
    }

    @Test("quotation marks behind small letters, above all of them, begin no line; high letters farther off do")
    func quotes() {
        var scribe = Scribe()
        scribe.write("sea", x: 5, y: 30, size: 4)
        let right = scribe.editor.lines[0].box.right
        let height = scribe.editor.lines[0].box.height
        let (top, bottom) = (30 - 1.9 * height, 30 - 1.15 * height)
        var other = scribe
        scribe.play("line \(right + 1),\(top) \(right + 0.8),\(bottom); line \(right + 2),\(top) \(right + 1.8),\(bottom)")
        #expect(counts(scribe) == [5])
        other.play("line \(right + 20),\(top) \(right + 19.8),\(bottom)")
        #expect(counts(other) == [1, 3])
    }

    @Test("a line whose first stroke is a dash or a dot takes in the letters behind it")
    func smallFirst() {
        var dash = Scribe("line 3,28 5,28")
        dash.write("item", x: 8, y: 30)
        #expect(counts(dash) == [5])
        var dot = Scribe("down 3,28; up")
        dot.write("item", x: 8, y: 30)
        #expect(counts(dot) == [5])
    }

    @Test("a line keeps its name while its strokes go and come back")
    func stableNames() {
        var scribe = Scribe()
        scribe.write("ab", x: 5, y: 30)
        scribe.write("cd", x: 5, y: 45)
        let names = scribe.editor.lines.map(\.id)
        for _ in 0..<4 { _ = scribe.editor.undo() }
        #expect(scribe.editor.lines.isEmpty)
        for _ in 0..<4 { _ = scribe.editor.redo() }
        #expect(scribe.editor.lines.map(\.id) == names)
        _ = scribe.editor.clear()
        scribe.write("ef", x: 5, y: 30)
        #expect(!names.contains(scribe.editor.lines[0].id))
    }

    @Test("a line takes 400 strokes and no more: hatching has no end")
    func longest() {
        var scribe = Scribe()
        for index in 0..<900 { scribe.play("line \(Double(index % 50) * 0.5),0 \(Double(index % 50) * 0.5 + 0.2),5") }
        #expect(counts(scribe).sorted() == [100, 400, 400])
    }

    @Test("an erased line disappears, and an erased stroke leaves its line smaller")
    func erased() {
        var scribe = Scribe()
        scribe.write("abc", x: 5, y: 30)
        scribe.write("de", x: 5, y: 45)
        let width = scribe.editor.lines[0].box.width
        scribe.play("erase 0,43 20,43; erase 10,28 13,28")
        #expect(counts(scribe) == [2])
        #expect(scribe.editor.lines[0].box.width < width)
    }

    @Test("a stroke far to the right, or to the right after a while, begins another word; one as near as the letters before does not")
    func nextWord() {
        var scribe = Scribe()
        /// Whether a stroke ends the line that was written on last, so long after it.
        func ends(_ x: Double, _ y: Double, after milliseconds: Int64 = 100) -> Bool {
            scribe.editor.line(endedByStrokeAt: x, y, now: Instant(microseconds: scribe.now + milliseconds * 1000)) != nil
        }
        // letters are 2 apart and 4 high
        scribe.write("letter", x: 5, y: 30)
        let right = scribe.editor.lines[0].box.right
        #expect(!ends(right + 2, 26) && !ends(right + 3.9, 26) && ends(right + 4.1, 26))
        #expect(ends(right + 2, 26, after: 300) && !ends(right + 1, 26, after: 300))
        // the next line begins on the left; a tail goes down from the last letter
        #expect(ends(5, 36) && !ends(right - 1, 36))
        // of one letter nobody knows how far the next one is
        scribe.write("l", x: 5, y: 60)
        #expect(!ends(9, 56) && ends(10.1, 56))
    }

    @Test("rows of handwriting are found as they were written", arguments: 1...10)
    func handwriting(seed: UInt64) throws {
        let rows = ["'I'd rather not,' she said.", "- 3 eggs; jam, flour", "(quite enough) - typing", "it is, isn't it?"]
        var hand = Handwriting()
        hand.seed = seed
        var expected: [Int] = []
        for row in rows { expected.append(try hand.strokes(writing: row).count) }
        var scribe = Scribe()
        for stroke in try hand.strokes(writing: rows.joined(separator: "\n")) {
            scribe.contact(stroke.points.map { ($0.x, $0.y) }, with: .pen)
        }
        #expect(counts(scribe) == expected)
    }
}
