@testable import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@Suite("A document")
struct DocumentTests {
    /// One of all the edits there are, at random.
    private func edit(_ scribe: inout Scribe, _ dice: inout SeededGenerator) {
        func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &dice) }
        let strokes = scribe.editor.drawing.strokes.map(\.id)
        switch Int.random(in: 0..<20, using: &dice) {
        case 0...3: scribe.contact([(number(0...90), number(0...60)), (number(0...90), number(0...60))], with: .pen)
        case 4: scribe.contact([(number(0...90), number(0...60)), (number(0...90), number(0...60))], with: .eraser)
        case 5:
            let track = EraserTrack(
                places: [Point(x: number(0...90), y: number(0...60)), Point(x: number(0...90), y: number(0...60))], radius: 1)
            _ = scribe.editor.erase(along: track, mode: .pixel)
        case 6:
            guard let stroke = strokes.randomElement(using: &dice) else { return }
            _ = try? scribe.editor.transform(strokes: [stroke], by: .translation(x: number(-9...9), y: number(-9...9)))
        case 7:
            guard let stroke = strokes.randomElement(using: &dice) else { return }
            _ = try? scribe.editor.remove(strokes: [stroke])
        case 8: if Int.random(in: 0..<12, using: &dice) == 0 { _ = scribe.editor.clear() }
        case 9:
            scribe.readAll()
            guard let line = scribe.editor.lines.randomElement(using: &dice), !line.words.isEmpty else { return }
            _ = try? scribe.editor.choose("chosen \(Int.random(in: 0..<9, using: &dice))", line: line.id, word: 0)
        case 10:
            let box = Box(x: number(0...90), y: number(0...60), width: 20, height: 10)
            _ = try? scribe.editor.add(.math, box: box, content: .empty)
        case 11:
            guard let block = scribe.editor.root.children.randomElement(using: &dice) else { return }
            _ = try? scribe.editor.removeBlock(block.id)
        case 12:
            guard let block = scribe.editor.root.children.randomElement(using: &dice) else { return }
            if let copy = try? scribe.editor.copy(block.id) {
                _ = try? scribe.editor.paste(copy, at: Point(x: number(0...90), y: number(0...60)))
            }
        case 13...14: touch(&scribe, &dice)
        case 15: gesture(&scribe, &dice)
        case 16: scribe.recognize(Array(Set((0..<3).compactMap { _ in strokes.randomElement(using: &dice)?.value })).sorted())
        case 17:
            guard Int.random(in: 0..<3, using: &dice) == 0 else { return }
            let line = scribe.editor.lines.randomElement(using: &dice)
            let words = Bool.random(using: &dice) ? nil : line.map { [WordPlace(line: $0.id, word: 0)] }
            let block = words == nil ? scribe.editor.root.names.randomElement(using: &dice) : nil
            _ = try? scribe.editor.convert(block, to: ConversionState.allCases.randomElement(using: &dice) ?? .digitalEdit, words: words)
        default:
            if Bool.random(using: &dice) { _ = scribe.editor.undo() } else { _ = scribe.editor.redo() }
        }
    }

    /// Begins a contact of the pen or of the eraser, goes on with it, or ends or cancels it: other edits come in between.
    private func touch(_ scribe: inout Scribe, _ dice: inout SeededGenerator) {
        func place() -> String { "\(Double.random(in: 0...90, using: &dice)),\(Double.random(in: 0...60, using: &dice))" }
        switch Int.random(in: 0..<10, using: &dice) {
        case 0...2:
            scribe.editor.configuration.eraser.mode = Bool.random(using: &dice) ? .pixel : .stroke
            scribe.play("rub \(place()); move \(place()) \(place())")
            // the newest stroke is a piece that the eraser has just made
            guard let piece = scribe.editor.drawing.strokes.map(\.id).max() else { return }
            if Bool.random(using: &dice) { _ = try? scribe.editor.remove(strokes: [piece]) }
            if Bool.random(using: &dice) { _ = try? scribe.editor.transform(strokes: [piece], by: .translation(x: 5, y: 5)) }
        case 3: scribe.play("down \(place())")
        case 4...6: scribe.play("move \(place())")
        case 7: scribe.play("cancel")
        default: scribe.play("up")
        }
    }

    /// Writes a stroke that is an edit gesture.
    private func gesture(_ scribe: inout Scribe, _ dice: inout SeededGenerator) {
        scribe.readAll()
        scribe.play("line 0,0 5,\(Double.random(in: 0...60, using: &dice))")
        guard let stroke = scribe.editor.drawing.strokes.map(\.id).max(), let line = scribe.editor.lines.randomElement(using: &dice) else {
            return
        }
        var words = line.words
        for index in words.indices { words[index].box = words[index].box ?? line.box }
        let kind = EditGesture.Kind.allCases.randomElement(using: &dice) ?? .underline
        let x = Bool.random(using: &dice) ? line.box.x : line.box.x + Double.random(in: 0...1, using: &dice) * line.box.width
        if Bool.random(using: &dice) { words = words.randomElement(using: &dice).map { [$0] } ?? [] }
        _ = scribe.editor.apply(EditGesture(kind: kind, stroke: stroke, words: words, strokes: [], x: x))
    }

    /// Every stroke is in one block, and either part of a figure or, unless nothing of its middle is left, on one line.
    private func agree(_ editor: InkEditor, _ place: Comment) {
        let strokes = Set(editor.drawing.strokes.map(\.id))
        let root = editor.root
        #expect(root.allStrokes.count == strokes.count && Set(root.allStrokes) == strokes, place)
        let written = editor.lines.flatMap { editor.snapshot(of: $0.id)?.strokes.map(\.id) ?? [] }
        let drawn = Set(editor.strokeState.figures.keys).union(editor.document.strokes.all.filter { $0.line == .drawn }.map(\.stroke.id))
        let empty = Set(editor.strokes.filter(\.points.isEmpty).map(\.id))
        #expect(written.count == Set(written).count && Set(written) == strokes.subtracting(drawn).subtracting(empty), place)
        #expect(editor.strokeState.figures.values.allSatisfy { strokes.isSuperset(of: $0.strokes) }, place)
        #expect(
            drawn.union(empty).isSubset(
                of: Set(editor.strokeState.beyondLines.keys).union(editor.drawing.strokes.filter { $0.renderBounds == nil }.map(\.id))),
            place)
    }

    @Test("is the same, item by item, after everything was undone and redone, whatever was done to it", arguments: 0..<20 as Range<UInt64>)
    func thereAndBack(share: UInt64) {
        let environment = ProcessInfo.processInfo.environment
        let sequences = environment["INKD_SEQUENCES"].flatMap(UInt64.init) ?? 20
        let operations = environment["INKD_OPERATIONS"].flatMap(Int.init) ?? 120
        for seed in 1...max(1, sequences) where seed % 20 == share {
            var dice = SeededGenerator(seed: seed)
            var scribe = Scribe(type: .textDocument, configuration: EditorConfiguration())
            var kept = Document(type: .textDocument)
            for _ in 0..<operations {
                edit(&scribe, &dice)
                // what would be written to disk makes the same document
                for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
                guard Int.random(in: 0..<10, using: &dice) == 0 else { continue }
                agree(scribe.editor, "seed \(seed)")
                // what the eraser does is kept when its contact has ended
                if scribe.editor.input.erasing.isEmpty { #expect(kept.items == scribe.editor.document.items, "seed \(seed)") }
            }
            scribe.play("up")
            for change in scribe.editor.takeChanges() { kept = kept.applying(change) }
            let finished = scribe.editor.document
            #expect(kept.items == finished.items, "seed \(seed)")
            while scribe.editor.redo() != nil {}
            let newest = scribe.editor.document.items
            var steps = 0
            while scribe.editor.undo() != nil { steps += 1 }
            #expect(scribe.editor.isEmpty && scribe.editor.document.items.isEmpty, "seed \(seed)")
            while scribe.editor.redo() != nil { steps -= 1 }
            #expect(steps == 0 && scribe.editor.document.items == newest, "seed \(seed)")
            #expect(bytes(scribe.editor.document.items) == bytes(newest), "seed \(seed)")
        }
    }

    @Test("opened again it has the same lines, readings and choices, and asks for no reading that it has")
    func reopened() throws {
        var scribe = Scribe(type: .text)
        scribe.write("first line", x: 5, y: 30)
        scribe.write("second", x: 5, y: 50)
        scribe.play("wait 600")
        scribe.readAll()
        _ = try scribe.editor.choose("mine", line: scribe.editor.lines[1].id, word: 0)
        let readings = scribe.editor.takeReadings().compactMapValues { $0 }
        var again = InkEditor(scribe.editor.document, readings: readings)
        #expect(again.lines.map(\.id) == scribe.editor.lines.map(\.id))
        #expect(again.text == "9\nmine" && again.isIdle)
        #expect(again.takeRequests().isEmpty)
        #expect(again.strokes == scribe.editor.strokes)
    }

    @Test("a choice holds as long as its word is written with the same strokes, and comes back with them")
    func choice() throws {
        var scribe = Scribe(type: .text)
        scribe.write("ab", x: 5, y: 30)
        scribe.play("wait 600")
        scribe.readAll()
        let line = try #require(scribe.editor.lines.first)
        _ = try scribe.editor.choose("to be", line: line.id, word: 0)
        #expect(scribe.editor.text == "to be" && scribe.editor.lines[0].words[0].isChosen)
        scribe.write("c", x: 11, y: 30)
        scribe.play("wait 600")
        scribe.readAll()
        #expect(scribe.editor.text == "3")
        _ = scribe.editor.undo()
        scribe.readAll()
        #expect(scribe.editor.text == "to be")
        _ = scribe.editor.undo()
        #expect(scribe.editor.text == "2")
        #expect(throws: EditError.noSuchWord(line: line.id, word: 7)) { try scribe.editor.choose("x", line: line.id, word: 7) }
        #expect(throws: EditError.noSuchLine(LineID(99))) { try scribe.editor.choose("x", line: LineID(99), word: 0) }
    }

    private func bytes(_ items: [DocumentItem]) -> [UInt8] {
        items.flatMap { item -> [UInt8] in
            if case .stroke(let placed) = item { placed.stroke.encoded() + "\(placed.line)".utf8 } else { Array("\(item)".utf8) }
        }
    }
}
