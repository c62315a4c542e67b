import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import Recognition
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("The file of corrected words")
struct CorrectionFileTests {
    private static func word(_ place: Double, _ text: String = "N") -> AdaptationInterface.Example {
        .init(strokes: [.init(x: [place, place + 1, place + 2], y: [0, 4, 0])], text: text)
    }

    private let folder = NSTemporaryDirectory() + "corrections-\(UUID().uuidString)"
    private var file: CorrectionFile { CorrectionFile(of: 1000, state: folder) }
    private var path: String { folder + "/hands/1000.corrections" }

    @Test("keeps words for the daemon alone, says when there are enough to learn from, and forgets the oldest")
    func words() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(file.count() == 0 && file.examples().isEmpty)
        for index in 1...19 { #expect(try file.add(Self.word(Double(index))) == false) }
        #expect(try file.add(Self.word(20)) && file.count() == 20)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        for index in 21...260 {
            #expect(try file.add(Self.word(Double(index))) == index.isMultiple(of: CorrectionFile.interval))
            #expect(file.count() < CorrectionFile.limit + CorrectionFile.interval)
        }
        #expect(file.count() == CorrectionFile.limit)
        #expect(file.examples().map { $0.strokes[0].points[0].x } == (61...260).map(Double.init))
        try file.remove()
        try file.remove()
        #expect(file.count() == 0)
    }

    @Test("who chooses once more for the same ink means the last choice")
    func again() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for text in ["hallo", "hello"] { #expect(try file.add(Self.word(1, text)) == false) }
        #expect(file.examples().map(\.text) == ["hello"])
        for index in 2...20 { _ = try file.add(Self.word(Double(index))) }
        #expect(try file.add(Self.word(20, "M")) == false, "no word has come")
        #expect(file.count() == 20)
    }

    @Test("lines that are none are left out; too long a text and too much ink are no words")
    func bounds() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try file.add(Self.word(1))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes += Data("\nnonsense\n{\"strokes\":[{\"x\":[1],\"y\":[]}],\"text\":\"a\"}\n{}\n".utf8)
        try bytes.write(to: URL(fileURLWithPath: path))
        #expect(file.examples().map(\.text) == ["N"])
        #expect(CorrectionFile.takes(Self.word(1)))
        #expect(!CorrectionFile.takes(Self.word(1, "")) && !CorrectionFile.takes(Self.word(1, String(repeating: "a", count: 101))))
        let many = [Double](repeating: 0, count: CorrectionFile.mostSamples + 1)
        #expect(!CorrectionFile.takes(.init(strokes: [.init(x: many, y: many)], text: "a")))
        // of the largest words there are fewer
        let large = [Double](repeating: 1234.567, count: CorrectionFile.mostSamples)
        for index in 0..<40 {
            var word = AdaptationInterface.Example(strokes: [.init(x: large, y: large)], text: "a")
            word.strokes[0].x[0] = Double(index)
            _ = try file.add(word)
        }
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(size <= CorrectionFile.byteLimit && size > CorrectionFile.byteLimit / 2)
    }
}

extension DaemonTests {
    @Suite("Learning from corrected words")
    struct CorrectionTests {
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        /// A field with a pen, whose ink is the test's own user's.
        private struct Desk {
            let daemon: RunningDaemon
            let pen: TestPen
            let method: Method
            let editor: String
            private var strokes = 0

            init() throws {
                daemon = try RunningDaemon(model: CorrectionTests.tiny)
                pen = try TestPen(in: daemon)
                method = try Method(daemon)
                _ = try method.focus(.text)
                editor = try #require(
                    try daemon.onLoop { daemon in
                        for session in daemon.parts.deviceRegistry.sessions.values {
                            daemon.parts.owners.changeOwner(of: session, to: getuid())
                        }
                        return daemon.parts.deviceRegistry.sessions.values.compactMap { $0.textEditor?.name }.first
                    })
            }

            func set(_ isOn: Bool) throws {
                try method.client.setConfiguration("adaptation.enable", to: .flag(isOn), persist: true)
            }

            /// Writes an N, corrects what was read of it, and has it taken.
            mutating func correct(width: Double = 4) throws {
                try pen.come()
                try pen.draw([(20, 26), (20 + width, 20), (20 + 2 * width, 26), (20 + 3 * width, 20)])
                try pen.go()
                strokes += 1
                _ = try method.client.call(
                    TextInputInterface.Correct.self, .init(session: method.session, editor: editor, strokes: [strokes], text: "N"))
                _ = try method.client.call(
                    TextInputInterface.Take.self, .init(session: method.session, editor: editor, strokes: [strokes], text: "N"))
                _ = try pen.strokes()
            }

            /// Waits for a state of the adaptation.
            func wait(_ what: Comment, _ fits: (AdaptationInterface.State) -> Bool) throws -> AdaptationInterface.State {
                let end = ContinuousClock.now + Duration.patience * 2
                while true {
                    let state = try method.client.adaptation()
                    if fits(state) { return state }
                    try #require(ContinuousClock.now < end, what)
                    usleep(50_000)
                }
            }
        }

        @Test(
            "nothing is kept unless the user wants it; then words are learnt from as they come, and forgotten when asked")
        func learn() throws {
            var desk = try Desk()
            let file = desk.daemon.folder.path + "/state/hands/\(geteuid()).corrections"
            try desk.correct()
            #expect(try desk.method.client.adaptation() == .init(adapted: false))
            #expect(!FileManager.default.fileExists(atPath: file))
            try desk.set(true)
            for index in 1...19 {
                try desk.correct(width: 3 + Double(index) / 10)
                #expect(try desk.wait("word \(index)") { $0.corrections == index }.adapted == false)
            }
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            try desk.correct(width: 5)
            let learnt = try desk.wait("a hand") { $0.adapted }
            #expect(learnt.examples == 20 && learnt.corrections == 20)
            #expect((learnt.lossAfter ?? .infinity) < (learnt.lossBefore ?? 0))
            try desk.set(false)
            try desk.correct(width: 6)
            #expect(try desk.method.client.resetAdaptation() == .init(adapted: false))
            #expect(!FileManager.default.fileExists(atPath: file))
        }

        @Test("strokes that are gone are skipped, and another session has no say")
        func refused() throws {
            var desk = try Desk()
            try desk.set(true)
            for (strokes, text) in [([99], "N"), ([], "N"), ([-1], "N")] {
                _ = try desk.method.client.call(
                    TextInputInterface.Correct.self,
                    .init(session: desk.method.session, editor: desk.editor, strokes: strokes, text: text))
            }
            try desk.correct()
            #expect(try desk.wait("a word") { $0.corrections != nil }.corrections == 1)
            #expect(throws: ClientError.self) {
                _ = try desk.method.client.call(
                    TextInputInterface.Correct.self, .init(session: 999, editor: desk.editor, strokes: [1], text: "N"))
            }
        }
    }
}
