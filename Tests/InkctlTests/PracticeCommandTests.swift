import ArgumentParser
import Ink
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl practice")
struct PracticeCommandTests {
    private static let line = (0...10).map(Double.init)
    private static let still = line.map { _ in 5.0 }
    private static let cross = PracticeInterface.Begin.Reply(
        lesson: 1, strokes: [.init(x: line, y: still, time: line.map { $0 * 10 }), .init(x: still, y: line, time: line.map { $0 * 10 })],
        progress: .init(next: 0, passed: 0, strokes: 2, tries: 0, score: 0))

    private func reply(passed: Bool, _ fault: PracticeInterface.Fault? = nil, next: Int?, tries: Int) -> PracticeInterface.Try.Reply {
        .init(
            passed: passed, fault: fault, stroke: 0, score: 0.83, shape: 0.1, place: 0.2,
            progress: .init(next: next, passed: passed ? 1 : 0, strokes: 2, tries: tries, score: passed ? 0.415 : 0))
    }

    @Test("shows the template, the next stroke on its way, and what passed")
    func screen() {
        var screen = PracticeScreen(Self.cross)
        let start = screen.lines(columns: 40, rows: 20, at: 0)
        #expect(start.count == 20 && start.joined().contains("\u{1b}[90m") && start.joined().contains("\u{1b}[31m"))
        #expect(start[18] == "0 of 2 strokes copied, no attempts, score 0")
        #expect(start != screen.lines(columns: 40, rows: 20, at: 50), "the dot moves")
        screen.stroke = zip(Self.line, Self.still).map { Point(x: $0, y: $1 + 1) }
        #expect(screen.lines(columns: 40, rows: 20, at: 0).joined().contains("\u{1b}[97m"))
        screen.note(reply(passed: false, .direction, next: 0, tries: 1))
        #expect(screen.stroke.isEmpty && screen.verdict == "stroke 1: wrong direction")
        #expect(!screen.lines(columns: 40, rows: 20, at: 0).joined().contains("\u{1b}[97m"), "it goes")
        screen.stroke = zip(Self.line, Self.still).map { Point(x: $0, y: $1 + 1) }
        screen.note(reply(passed: true, next: 1, tries: 2))
        #expect(screen.verdict == "stroke 1: passed, 83 of 100" && screen.summary == "1 of 2 strokes copied, 2 attempts, score 42")
        #expect(screen.lines(columns: 40, rows: 20, at: 0).joined().contains("\u{1b}[32m") && !screen.isFinished)
    }

    @Test("every fault is said in words")
    func faults() {
        let words = Set(PracticeInterface.Fault.allCases.map { PracticeScreen.verdict(reply(passed: false, $0, next: 0, tries: 1)) })
        #expect(words.count == PracticeInterface.Fault.allCases.count && words.allSatisfy { $0.hasPrefix("stroke 1: ") })
    }

    @Test("a canvas has a dot for each place, and nothing beside it")
    func canvas() {
        var canvas = BrailleCanvas(columns: 2, rows: 1, showing: Box(x: 0, y: 0, width: 4, height: 4))
        canvas.draw([Point(x: 0.5, y: 0.5)], .gray)
        canvas.draw([Point(x: 3.5, y: 0.5), Point(x: 3.5, y: 3.5)], .green)
        #expect(canvas.lines(isStyled: false) == ["\u{2801}\u{28b8}"])
        #expect(canvas.lines(isStyled: true) == ["\u{1b}[90m\u{2801}\u{1b}[32m\u{28b8}\u{1b}[0m"])
        canvas.draw([Point(x: -1e300, y: 2), Point(x: 1e300, y: .nan)], .red)
        canvas.spot(Point(x: .infinity, y: 0), .red)
        #expect(canvas.lines(isStyled: false) == ["\u{2801}\u{28b8}"])
    }

    @Test("without a daemon it says so")
    func noDaemon() throws {
        let command = try PracticeCommand.parse(["abc", "--socket", "/nonexistent/socket"])
        #expect(throws: (any Error).self) { try command.run() }
        #expect(throws: (any Error).self) { try PracticeCommand.parse([]) }
    }
}
