import InputMethod
import InkProtocol
import Testing

/// Commits that GNOME Shell replaces by the next one before it forwards them.
@Suite struct LostCommitTests {
    /// A field with the text "one" on GNOME, whose application reports changes after `lateness`.
    private func desk(lateness: Duration, client: ClientProfile = .gnomeShell) -> Desk {
        let desk = Desk(.tells)
        desk.send(.client(client))
        desk.write("one")
        #expect(desk.text == "one")
        desk.lateness = lateness
        return desk
    }

    @Test func `No question follows a commit that is not reported yet`() {
        let desk = desk(lateness: .milliseconds(700))
        desk.write(" two", line: 2)
        let questions = desk.questions
        desk.wait(.milliseconds(267))
        desk.touch()
        desk.read(" three", line: 3, strokes: desk.ink(), final: false)
        #expect(desk.questions == questions)
        desk.wait(.seconds(1))
        #expect(desk.text == "one two")
    }

    @Test func `Where a key was pressed after the commit, no question follows, either`() {
        let desk = desk(lateness: .milliseconds(700))
        desk.write(" two", line: 2)
        desk.type(" ")
        let questions = desk.questions
        desk.lateness = .milliseconds(700)
        desk.wait(.milliseconds(267))
        desk.touch()
        desk.read("three", line: 3, strokes: desk.ink(), final: false)
        #expect(desk.questions == questions)
    }

    @Test func `An application that reports nothing after a commit is asked in the end`() {
        let desk = desk(lateness: .seconds(60))
        desk.write(" two", line: 2)
        let questions = desk.questions
        desk.wait(.milliseconds(1100))
        desk.touch()
        desk.read(" three", line: 3, strokes: desk.ink(), final: false)
        #expect(desk.questions == questions + 1)
    }

    @Test func `The next commit waits for the report of the last one, for a second`() {
        let desk = desk(lateness: .milliseconds(700))
        desk.write(" two", line: 2)
        desk.wait(.milliseconds(300))
        desk.write(" three", line: 3)
        #expect(desk.commits == ["one", " two"])
        desk.wait(.milliseconds(400))
        #expect(desk.commits == ["one", " two", " three"])
        desk.lateness = .seconds(60)
        desk.wait(.seconds(1))
        desk.write(" four", line: 4)
        desk.write(" five", line: 5)
        desk.wait(.milliseconds(950))
        #expect(desk.commits.last == " four")
        desk.wait(.milliseconds(100))
        #expect(desk.commits.last == " five")
    }

    // IBus does not name the client that has the focus when the engine is chosen
    @Test(arguments: [ClientProfile.gnomeShell, .otherIBusClient])
    func `A commit that GNOME Shell has lost is inserted again, once`(client: ClientProfile) {
        let desk = desk(lateness: .milliseconds(300), client: client)
        desk.lostCommits = 1
        // the shell reports nothing after it
        desk.application = .silent
        desk.write(" two", line: 2)
        desk.wait(.milliseconds(1100))
        desk.application = .tells
        desk.write(" three", line: 3)
        #expect(desk.text == "one three")
        desk.wait(.seconds(1))
        #expect(desk.text == "one two three")
        desk.write(" four", line: 4)
        desk.wait(.seconds(1))
        #expect(desk.text == "one two three four")
        #expect(desk.commits == ["one", " two", " three", " two three", " four"])
    }

    @Test func `While the shell stands still for long all but the last commit may be lost, and are inserted again`() {
        let desk = desk(lateness: .zero)
        desk.application = .silent
        desk.lostCommits = 30
        for number in 0..<30 {
            desk.write(" w\(number)", line: number + 2)
            desk.wait(.milliseconds(1100))
        }
        desk.application = .tells
        desk.write(" last", line: 40)
        desk.wait(.seconds(1))
        #expect(desk.text == "one" + (0..<30).map { " w\($0)" }.joined() + " last")
    }

    @Test func `Text that is lost again is not inserted a second time`() {
        let desk = desk(lateness: .milliseconds(300))
        desk.application = .silent
        desk.lostCommits = 1
        desk.write(" two", line: 2)
        desk.wait(.milliseconds(1100))
        desk.application = .tells
        desk.write(" three", line: 3)
        desk.lostCommits = 1
        desk.wait(.seconds(2))
        #expect(desk.commits == ["one", " two", " three", " two three"])
        desk.write(" four", line: 4)
        desk.wait(.seconds(2))
        #expect(desk.commits == ["one", " two", " three", " two three", " four"])
    }

    @Test func `A report from before a commit is no sign of a loss`() {
        let desk = desk(lateness: .seconds(60))
        desk.write(" two", line: 2)
        desk.send(.surroundingText("one", cursor: 3, anchor: 3))
        desk.wait(.milliseconds(1100))
        desk.write(" three", line: 3)
        desk.send(.surroundingText("one", cursor: 3, anchor: 3))
        desk.send(.surroundingText("one two", cursor: 7, anchor: 7))
        desk.wait(.seconds(1))
        #expect(desk.text == "one two three" && desk.commits == ["one", " two", " three"])
    }

    @Test func `Text that the user has deleted is not inserted again`() {
        let desk = desk(lateness: .zero)
        desk.write(" two", line: 2)
        for _ in 0..<4 {
            #expect(!desk.press(.backspace))
            desk.text.removeLast()
        }
        desk.tell()
        desk.write(" three", line: 3)
        desk.wait(.seconds(1))
        #expect(desk.text == "one three" && desk.commits == ["one", " two", " three"])
    }

    @Test func `Other clients forward all commits, and nothing is inserted again`() {
        let desk = Desk(.tells)
        desk.write("one")
        desk.application = .silent
        desk.lostCommits = 1
        desk.write(" two", line: 2)
        desk.wait(.milliseconds(300))
        desk.application = .tells
        desk.write(" three", line: 3)
        desk.wait(.seconds(1))
        #expect(desk.commits == ["one", " two", " three"])
    }
}
