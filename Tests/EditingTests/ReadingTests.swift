import Editing
import Ink
import Testing

@Suite("A line's reading")
struct ReadingTests {
    @Test("is asked for after every stroke, and for good when the pen has rested")
    func requests() {
        var scribe = Scribe("line 0,0 0,5")
        #expect(scribe.effects.last == [.contentChanged, .readingRequested])
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [false])
        #expect(scribe.editor.takeRequests().isEmpty)
        scribe.play("wait 499")
        #expect(scribe.editor.takeRequests().isEmpty)
        scribe.play("wait 1")
        #expect(scribe.effects.last == [.readingRequested])
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [true])
        #expect(scribe.editor.nextDeadline == nil)
    }

    @Test("waits for its pause from the moment the pen went up, and not while it is down")
    func deadline() {
        var scribe = Scribe("line 0,0 0,5")
        #expect(scribe.editor.nextDeadline == Instant(microseconds: scribe.now + 500_000))
        scribe.play("wait 300; down 3,0")
        #expect(scribe.editor.nextDeadline == nil)
        scribe.play("wait 900; up")
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [false])
        #expect(scribe.editor.nextDeadline == Instant(microseconds: scribe.now + 500_000))
    }

    @Test("is asked for at once when the pen goes away")
    func proximityOut() {
        var scribe = Scribe("line 0,0 0,5; out")
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [true])
    }

    @Test("is waited for where a pen that goes away may only have been lifted high")
    func highLift() {
        var configuration = EditorConfiguration()
        configuration.finishesWhenAway = false
        var scribe = Scribe("line 0,0 0,5; out", configuration: configuration)
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [false])
        scribe.play("wait 400; in; line 3,0 3,5; out; wait 400")
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [false])
        scribe.play("wait 100")
        #expect(scribe.editor.takeRequests().map(\.isFinal) == [true])
    }

    @Test("is taken over with its words' strokes")
    func apply() {
        var scribe = Scribe("line 0,0 0,5; line 3,0 3,5; wait 600")
        scribe.readAll()
        #expect(scribe.effects.last == [.lineRead, .becameIdle])
        let line = scribe.editor.lines[0]
        #expect(line.text == "2" && line.isFinal && scribe.editor.isIdle)
        #expect(line.words.map { $0.ranges.map(\.stroke.value) } == [[1, 2]])
        #expect(scribe.editor.line(line.id) == line)
    }

    @Test("stays what it was when the line could not be read")
    func unread() throws {
        var scribe = Scribe("line 0,0 0,5; wait 600")
        scribe.readAll()
        scribe.play("line 3,0 3,5; wait 600")
        let snapshot = try #require(scribe.editor.takeRequests().last)
        let effects = scribe.editor.apply(nil, to: snapshot.line, revision: snapshot.revision, isFinal: snapshot.isFinal)
        #expect(effects == [.lineRead, .becameIdle])
        #expect(scribe.editor.lines.map(\.text) == ["1"])
        #expect(scribe.editor.isIdle)
    }

    @Test("is refused when the line has changed meanwhile, and the old one is still shown")
    func stale() throws {
        var scribe = Scribe("line 0,0 0,5")
        scribe.readAll()
        scribe.play("line 3,0 3,5")
        let snapshot = try #require(scribe.editor.takeRequests().first)
        scribe.play("line 6,0 6,5")
        let late = Scribe.reading(of: snapshot)
        #expect(scribe.editor.apply(late, to: snapshot.line, revision: snapshot.revision, isFinal: true) == [])
        #expect(scribe.editor.lines.map(\.text) == ["1"])
        #expect(scribe.editor.lines.map(\.isFinal) == [false])
        scribe.readAll()
        #expect(scribe.editor.text == "3")
    }

    @Test("that is final is not replaced by a provisional one that comes late")
    func lateProvisional() throws {
        var scribe = Scribe("line 0,0 0,5")
        let provisional = try #require(scribe.editor.takeRequests().first)
        scribe.play("wait 600")
        scribe.readAll()
        let late = Transcript(candidates: [Candidate(text: "late", score: nil)], words: [])
        #expect(scribe.editor.apply(late, to: provisional.line, revision: provisional.revision, isFinal: false) == [])
        #expect(scribe.editor.text == "1")
    }

    @Test("is dropped with its line, and asked for again when undo brings the line back")
    func vanished() throws {
        var scribe = Scribe("line 0,0 0,5; wait 600")
        let snapshot = try #require(scribe.editor.takeRequests().first)
        let effects = scribe.editor.undo()
        #expect(effects == [.contentChanged, .becameIdle])
        #expect(scribe.editor.apply(Scribe.reading(of: snapshot), to: snapshot.line, revision: snapshot.revision, isFinal: true) == [])
        #expect(scribe.editor.redo() == [.contentChanged, .readingRequested])
        let again = scribe.editor.takeRequests()
        #expect(again.map(\.line) == [snapshot.line])
        #expect(again.map(\.isFinal) == [true])
        #expect(again[0].revision > snapshot.revision)
    }

    @Test("no longer covers an erased stroke")
    func erased() {
        var scribe = Scribe("line 0,0 0,5; line 3,0 3,5; wait 600")
        scribe.readAll()
        scribe.play("erase 2,2 4,2")
        #expect(scribe.editor.lines[0].words.map { $0.ranges.map(\.stroke.value) } == [[1]])
        #expect(!scribe.editor.isIdle)
    }

    @Test("with ranges that point nowhere loses these ranges")
    func wrongRanges() throws {
        var scribe = Scribe("line 0,0 0,5")
        let snapshot = try #require(scribe.editor.takeRequests().first)
        let ranges = [StrokeRange(stroke: 7, first: 0, last: 1), StrokeRange(stroke: -1, first: 0, last: 1)]
        let words = [TranscribedWord(text: "x", box: nil, ranges: ranges)]
        let effects = scribe.editor.apply(
            Transcript(candidates: [], words: words), to: snapshot.line, revision: snapshot.revision, isFinal: false)
        #expect(effects == [.lineRead])
        #expect(scribe.editor.lines[0].words.map(\.ranges.count) == [0])
    }

    @Test("of each line stands on a line of the editor's text")
    func text() {
        var scribe = Scribe()
        scribe.write("first line", x: 5, y: 30)
        scribe.write("second", x: 5, y: 40)
        scribe.write("above", x: 5, y: 18)
        scribe.play("wait 600")
        scribe.readAll()
        #expect(scribe.editor.text == "5\n9\n6")
    }
}
