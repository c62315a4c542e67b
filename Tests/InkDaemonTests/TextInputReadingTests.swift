import Editing
import Evdev
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import PenLog
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Text that is read for a field", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct TextInputReadingTests {
        @Test("is told as it grows and when it is final; taken, it is gone and stands before the next")
        func readings() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            let watch = try daemon.connect().watchTextInput()
            _ = try method.focus(.text, before: "Well,")
            let frames = try Recording.read(samplePath).devices[0].frames
            try pen.play(frames)
            let final = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            #expect(final.text == " " + sampleText.trimmingCharacters(in: .whitespacesAndNewlines))
            #expect(final.words.map(\.text).joined(separator: " ") == final.text.dropFirst())
            #expect(Set(final.words.flatMap(\.strokes)) == Set(final.strokes) && final.words.allSatisfy { $0.candidates.first == $0.text })
            try method.take(final)
            #expect(try method.next(.reading)?.reading?.strokes == [])
            #expect(try pen.strokes() == [0, 0])
            var seen: [TextInputInterface.Event] = []
            while seen.last?.change != .taken, let event = try watch.next(timeout: .patience) { seen.append(event) }
            #expect(seen.last?.text == final.text)
            // the same again is another sentence
            try pen.play(frames)
            #expect(try method.next(.reading, where: { $0.reading?.final == true })?.reading?.text.hasPrefix(" ") == true)
        }

        @Test("is final as soon as the pen begins another word far away, and goes on behind it")
        func nextWord() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            try pen.play(try Recording.read(samplePath).devices[0].frames)
            try pen.come()
            // it stays down, so no pause ends the line
            try pen.move([(5, 90), (6, 95)])
            let final = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            #expect(final.text == sampleText.trimmingCharacters(in: .whitespacesAndNewlines))
            try pen.lift()
            let next = try #require(try method.next(.reading, where: { $0.reading?.line != final.line })?.reading)
            #expect(!next.strokes.isEmpty && Set(next.strokes).isDisjoint(with: final.strokes))
        }

        @Test("goes on with what is in the field already, whose ink is kept")
        func carriedOn() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let (final, box) = try Self.sample(pen, method, daemon)
            try method.take(final, keep: true)
            // a full stop on the baseline
            try pen.come()
            try pen.draw([(box.right + 1, box.bottom - 0.4), (box.right + 1.2, box.bottom - 0.2)])
            try pen.go()
            let next = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            #expect(Set(next.strokes).isStrictSuperset(of: final.strokes))
            #expect(next.words.dropLast().map(\.text) == final.words.dropLast().map(\.text))
            #expect(next.text.last?.isPunctuation == true, "\(next.text)")
        }

        @Test("is read anew with the new ink where one of its letters is written over")
        func overwritten() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            var hand = Handwriting()
            hand.xHeight = 6
            try pen.play(SamplePen().frames(drawing: try hand.strokes(writing: "hand")))
            let final = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            try method.take(final, keep: true)
            let ink = try #require(try daemon.inks { $0.parts.deviceRegistry.sessions.values.compactMap(\.textEditor) }.first)
            let line = LineID(UInt64(final.line))
            let letters = ink.letters(ofLastWordOn: line, among: Set(final.strokes.map { StrokeID(UInt64($0)) }))
            let letter = try #require(letters.first { !$0.strokes.isEmpty }, "\(final.text)")
            // a ring in its place
            let ring = (0...12).map { step in
                let angle = -Double.pi / 2 - 2 * Double.pi * Double(step) / 12
                let (x, y) = (letter.box.x + letter.box.width / 2, letter.box.y + letter.box.height / 2)
                return (x: x + letter.box.width / 2 * cos(angle), y: y + letter.box.height / 2 * sin(angle))
            }
            try pen.come()
            try pen.draw(ring)
            try pen.go()
            let next = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            let gone = Set(letter.strokes.map { Int($0.value) })
            #expect(Set(next.strokes).isSuperset(of: Set(final.strokes).subtracting(gone)))
            #expect(Set(next.strokes).isDisjoint(with: gone) && next.strokes.count == final.strokes.count - gone.count + 1)
            #expect(next.words.count == final.words.count && next.text != final.text, "\(next.text)")
            // a bar is one, and no letter
            try method.take(next, keep: true)
            try pen.come()
            try pen.draw([(letter.box.x, letter.box.y + letter.box.height / 2), (letter.box.right, letter.box.y + letter.box.height / 2)])
            try pen.go()
            let last = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            #expect(Set(last.strokes).isStrictSuperset(of: next.strokes))
        }

        @Test("into a field for numbers is digits")
        func numbers() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.number)
            try pen.play(try Recording.read(samplePath).devices[0].frames)
            let final = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            #expect(!final.text.isEmpty && final.text.allSatisfy { !$0.isLetter })
        }

        @Test("is scratched out even when it is in the field already")
        func scratchOut() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let (final, box) = try Self.sample(pen, method, daemon)
            let last = try #require(final.words.last)
            try method.take(final)
            // back and forth over the last word
            let corners = (0..<10).map { (x: $0.isMultiple(of: 2) ? box.x : box.right, y: box.y + box.height * (0.2 + 0.06 * Double($0))) }
            try pen.come()
            try pen.draw(corners)
            try pen.go()
            let gesture = try #require(try method.next(.gesture)?.gesture)
            #expect(gesture.taken && gesture.kind == "scratch-out" && gesture.words == [last.text])
            #expect(try pen.strokes() == [0, 0])
        }

        @Test("is erased from the field by the pen's other end, a word at a time", arguments: [true, false])
        func erased(isKept: Bool) throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let (final, box) = try Self.sample(pen, method, daemon)
            let last = try #require(final.words.last)
            try method.take(final, keep: isKept)
            try pen.comeErasing()
            // beside the words nothing is touched
            try pen.draw([(box.x, box.bottom + 20), (box.right, box.bottom + 20)])
            try pen.draw([(box.x, box.y + box.height / 2), (box.right, box.y + box.height / 2)])
            try pen.goErasing()
            let gesture = try #require(try method.next(.gesture)?.gesture)
            #expect(gesture.taken && gesture.kind == "scratch-out" && gesture.words == [last.text])
            #expect(try pen.strokes() == [0, 0])
        }

        @Test("that is not in the field yet is erased as ink")
        func erasedBefore() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            let (final, box) = try Self.sample(pen, method, daemon)
            try pen.comeErasing()
            try pen.draw([(box.x, box.y + box.height / 2), (box.right, box.y + box.height / 2)])
            try pen.goErasing()
            let reading = try #require(
                try method.next(.reading, where: { ($0.reading?.strokes.count ?? 0) < final.strokes.count })?.reading)
            #expect(reading.words.count < final.words.count)
            #expect(try pen.strokes()[1] < final.strokes.count)
        }

        @Test("knows no marks: a line below a word is writing")
        func underline() throws {
            let daemon = try Self.start()
            let pen = try TestPen(in: daemon)
            let method = try Method(daemon)
            _ = try method.focus(.text)
            // as long as it is
            try method.switchOff("gesture.space", in: daemon)
            let (final, box) = try Self.sample(pen, method, daemon)
            try pen.come()
            try pen.draw((0...20).map { (x: box.x + box.width * Double($0) / 20, y: box.bottom + 0.1 * box.height) })
            try pen.go()
            #expect(try method.next(.reading, where: { !Set($0.reading?.strokes ?? []).isSubset(of: final.strokes) }) != nil)
            #expect(try pen.strokes() == [0, final.strokes.count + 1])
        }

        /// Writes the sample session; gives its final reading, and the box of its last word.
        private static func sample(
            _ pen: TestPen, _ method: Method, _ daemon: RunningDaemon
        ) throws -> (reading: TextInputInterface.Reading, box: Box) {
            try pen.play(try Recording.read(samplePath).devices[0].frames)
            let final = try #require(try method.next(.reading, where: { $0.reading?.final == true })?.reading)
            let inks = try daemon.inks { $0.parts.deviceRegistry.sessions.values.compactMap(\.textEditor) }
            let words = inks.flatMap { $0.lines.flatMap(\.words) }
            return (final, try #require(words.last?.box))
        }

        static func start() throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
                $0.language = "en"
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }
    }
}
