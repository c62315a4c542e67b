import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Practice")
    struct PracticeTests {
        /// A daemon whose hands are those of this project.
        private static func daemon() throws -> RunningDaemon {
            try RunningDaemon { $0.models = projectRoot + "/models" }
        }

        @Test("a good writer comes through a text, and a bad one is told what is wrong")
        func lesson() throws {
            let daemon = try Self.daemon()
            let client = try daemon.connect()
            let begun = try client.beginLesson(.init(text: "bad day", size: 6))
            #expect(begun.strokes.count >= 6 && begun.progress.next == 0 && begun.progress.strokes == begun.strokes.count)
            #expect(begun.strokes.allSatisfy { $0.x.count == $0.y.count && $0.time.count == $0.x.count && $0.time.first == 0 })
            let first = begun.strokes[0]
            func attempt(_ x: [Double], _ y: [Double]) throws -> PracticeInterface.Try.Reply {
                try client.tryStroke(x: x, y: y, in: begun.lesson)
            }
            #expect(try attempt(first.x.reversed(), first.y.reversed()).fault == .direction)
            #expect(try attempt(first.x.map { $0 + 40 }, first.y).fault == .place)
            let last = try #require(begun.strokes.last)
            #expect(try attempt(last.x, last.y).fault == .order)
            // a little higher and larger than it should be
            for (index, stroke) in begun.strokes.enumerated() {
                let reply = try attempt(stroke.x.map { $0 * 1.01 }, stroke.y.map { $0 - 0.4 })
                #expect(reply.passed && reply.fault == nil && reply.stroke == index && reply.score > 0.5, "\(reply)")
                #expect(reply.progress.next == (index + 1 < begun.strokes.count ? index + 1 : nil))
            }
            let progress = try client.call(PracticeInterface.GetProgress.self, .init(lesson: begun.lesson)).progress
            #expect(progress.passed == begun.strokes.count && progress.tries == progress.passed + 3 && (0.3..<0.9).contains(progress.score))
            let error = #expect(throws: ClientError.self) { try attempt(first.x, first.y) }
            #expect(error?.refusal(as: PracticeInterface.Finished.self)?.lesson == begun.lesson)
        }

        @Test("a teacher's own strokes can be copied, in any order where that is wished")
        func teacher() throws {
            let daemon = try Self.daemon()
            let client = try daemon.connect()
            let line = (0...10).map(Double.init)
            let still = line.map { _ in 5.0 }
            let cross: [PracticeInterface.TemplateStroke] = [.init(x: line, y: still, time: line), .init(x: still, y: line, time: line)]
            let begun = try client.beginLesson(.init(strokes: cross, ordered: false))
            #expect(begun.strokes == cross)
            let reply = try client.tryStroke(x: still, y: line, in: begun.lesson)
            #expect(reply.passed && reply.stroke == 1 && reply.progress.next == 0)
        }

        @Test("what makes no sense is refused with the value and what it may be")
        func refused() throws {
            let daemon = try Self.daemon()
            let client = try daemon.connect()
            func refusal(_ parameters: PracticeInterface.Begin.Parameters) -> ClientError? {
                #expect(throws: ClientError.self) { try client.beginLesson(parameters) }
            }
            func invalid(_ parameters: PracticeInterface.Begin.Parameters) -> String? {
                refusal(parameters)?.refusal(as: ClientInterface.InvalidValue.self).map { "\($0.parameter) \($0.value): \($0.allowed)" }
            }
            #expect(invalid(.init(text: "a", size: 0)) == "size 0: 0.5 to 100 millimeters")
            #expect(invalid(.init(text: "a", difficulty: 2)) == "difficulty 2: 0 to 1")
            #expect(invalid(.init(text: String(repeating: "a", count: 201))) == "text 201 characters: at most 200 characters")
            #expect(invalid(.init(text: " ")) == "text \"\": text that is not empty")
            #expect(invalid(.init(strokes: [])) == "strokes 0 strokes: 1 to 1000 strokes")
            #expect(
                invalid(.init(strokes: [.init(x: [1], y: [], time: [0])])) == "strokes[0].x 1, with 0 of y: 1 to 20000, with as many of y")
            #expect(invalid(.init(strokes: [.init(x: [1, 2], y: [1, 2], time: [3, 2])]))?.hasPrefix("strokes[0].time") == true)
            #expect(invalid(.init(strokes: [.init(x: [1e9], y: [1], time: [3])]))?.hasPrefix("strokes[0].x 1000000000: ") == true)
            #expect(refusal(.init())?.refusal(as: ServiceInterface.InvalidParameter.self)?.parameter == "text")
            #expect(refusal(.init(text: "a", hand: "round"))?.refusal(as: InkInterface.NoSuchHand.self)?.hand == "round")
            #expect(refusal(.init(text: "字"))?.refusal(as: InkInterface.NoGlyph.self)?.characters == ["字"])
            let lesson = try client.beginLesson(.init(text: "a")).lesson
            let error = #expect(throws: ClientError.self) { try client.tryStroke(x: [], y: [], in: lesson) }
            #expect(error?.refusal(as: ClientInterface.InvalidValue.self)?.parameter == "x")
        }

        @Test("a lesson is its connection's own, and there are four at most")
        func owners() throws {
            let daemon = try Self.daemon()
            let (client, other) = (try daemon.connect(), try daemon.connect())
            let lessons = try (0..<4).map { _ in try client.beginLesson(.init(text: "a")).lesson }
            #expect(Set(lessons).count == 4)
            let full = #expect(throws: ClientError.self) { try client.beginLesson(.init(text: "a")) }
            #expect(full?.refusal(as: ClientInterface.QuotaExceeded.self)?.limit == 4)
            let foreign = #expect(throws: ClientError.self) { try other.endLesson(lessons[0]) }
            #expect(foreign?.refusal(as: PracticeInterface.NoSuchLesson.self)?.lesson == lessons[0])
            try client.endLesson(lessons[0])
            let gone = #expect(throws: ClientError.self) { try client.tryStroke(x: [1], y: [1], in: lessons[0]) }
            #expect(gone?.refusal(as: PracticeInterface.NoSuchLesson.self)?.lesson == lessons[0])
            _ = try client.beginLesson(.init(text: "a"))
        }
    }
}
