import InkProtocol
import InkTestSupport
import InputMethod
import Testing

@Suite struct RandomTests {
    @Test(arguments: [Desk.Application.tells, .ignoresDeletion, .silent])
    func `Whatever happens when, no word is lost, doubled or put before another`(application: Desk.Application) {
        check { Desk(application, tableDelay: .milliseconds(20)) }
    }

    @Test(arguments: [0, 30, 200], [false, true])
    func `Nor in a field that its application rewrites, now or a moment later`(delay: Int, isModule: Bool) {
        check {
            let desk = Desk(.tells, tableDelay: .milliseconds(20), isModule: isModule)
            desk.rewrites = { $0.uppercased() }
            desk.rewritingDelay = .milliseconds(delay)
            return desk
        }
    }

    @Test func `Nor in a field whose reports are not its text`() {
        check {
            let desk = Desk(.tells, tableDelay: .milliseconds(20))
            desk.reports = { _ in "A1" }
            return desk
        }
    }

    /// Words are `w12;`, with `x12;` as their other candidate, so that a text tells which were written.
    private func check(_ makeDesk: () -> Desk) {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            let desk = makeDesk()
            var word = 0
            var open: [(line: Int, word: Int, strokes: [Int])] = []
            var late: [TextInputInterface.Reading] = []
            for _ in 0..<60 {
                switch Int.random(in: 0..<15, using: &random) {
                case 0...2:
                    desk.touch()
                    word += 1
                    open.append((word, word, desk.ink()))
                    desk.read(" w\(word);", line: word, strokes: open[open.count - 1].strokes, final: false, candidates: ["x\(word);"])
                case 3...5:
                    guard let index = open.indices.randomElement(using: &random) else { continue }
                    let line = open.remove(at: index)
                    desk.read(" w\(line.word);", line: line.line, strokes: line.strokes, candidates: ["x\(line.word);"])
                    late.append(.sample(" w\(line.word);", line: line.line, strokes: line.strokes, candidates: ["x\(line.word);"]))
                case 6:
                    if let reading = late.randomElement(using: &random), !open.contains(where: { $0.line == reading.line }) {
                        desk.read(reading)
                    }
                case 7: desk.press(.down)
                case 8: desk.press(.enter)
                case 9: desk.type(["1", "2", ".", "7"].randomElement(using: &random) ?? ".")
                case 10: desk.send(.candidate(Int.random(in: 0...2, using: &random)))
                case 11: desk.click()
                case 12: desk.lateness = [.zero, .milliseconds(5), .milliseconds(250)].randomElement(using: &random) ?? .zero
                case 13: desk.wait(.milliseconds(Int.random(in: 1...900, using: &random)))
                default:
                    desk.send(.connectionLost)
                    desk.wait(.milliseconds(500))
                    desk.send(.attached)
                    // its ink is gone with the daemon: what was late cannot come any more
                    late = []
                    open = []
                }
            }
            desk.click()
            desk.wait(.seconds(1))
            // a digit may stand directly before a word where the text before the caret is unknown
            let words = desk.text.lowercased().split(separator: ";").compactMap { part in
                part.lastIndex { $0 == "w" || $0 == "x" }.flatMap { Int(part[part.index(after: $0)...]) }
            }
            #expect(desk.preedit.isEmpty, "seed \(seed)")
            #expect(Set(words).count == words.count, "doubled: seed \(seed), \(desk.text)")
            #expect(words == words.sorted(), "order: seed \(seed), \(desk.text)")
            #expect(words.count == word, "lost: seed \(seed), \(desk.text)")
        }
    }
}
