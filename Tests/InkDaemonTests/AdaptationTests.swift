import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Learning a hand on the socket")
    struct AdaptationTests {
        private static let tiny = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"

        /// The same letter so many times, each a little wider.
        private static func examples(_ count: Int) -> [AdaptationInterface.Example] {
            (0..<count).map { index in
                let width = 1 + Double(index) / 10
                let stroke = RecognizerInterface.Ink(x: [0, width, width * 2, width * 3], y: [0, 4, 0, 4])
                return .init(strokes: [stroke], text: "N")
            }
        }

        @Test("what is learnt is told, kept for its user alone, and forgotten when asked")
        func learn() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let client = try daemon.connect()
            #expect(try client.adaptation() == .init(adapted: false))
            let watch = try daemon.connect().adapt(to: Self.examples(15))
            var last: AdaptationInterface.Adapt.Reply?
            while let reply = try watch.next(timeout: .patience) {
                #expect((0...1).contains(reply.progress) && reply.progress >= last?.progress ?? 0)
                last = reply
            }
            let state = try #require(last?.state)
            #expect(state.adapted && state.examples == 15 && (state.lossAfter ?? .infinity) < (state.lossBefore ?? 0))
            #expect(try client.adaptation() == state)
            let file = daemon.folder.path + "/state/hands/\(geteuid()).safetensors"
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let ink = try #require(Self.examples(1).first).strokes
            #expect(try client.recognize(.init(strokes: ink), timeout: .patience).lines.count == 1)
            #expect(try client.resetAdaptation() == .init(adapted: false))
            #expect(try client.adaptation() == .init(adapted: false) && !FileManager.default.fileExists(atPath: file))
        }

        @Test("too few examples, and one that is no ink, are refused; the connection goes on")
        func refused() throws {
            let daemon = try RunningDaemon(model: Self.tiny)
            let raw = try daemon.connectRaw()
            raw.send(#"{"method":"org.inkd.Adaptation.Adapt","parameters":{"examples":[]},"more":true}"#)
            #expect(try raw.receive()?.error == AdaptationInterface.TooFewExamples.name)
            raw.send(
                #"{"method":"org.inkd.Adaptation.Adapt","parameters":{"examples":[{"strokes":[{"x":[1],"y":[]}],"text":"a"}]},"more":true}"#
            )
            #expect(try raw.receive()?.error == AdaptationInterface.InvalidExample.name)
            raw.send(#"{"method":"org.inkd.Adaptation.Reset"}"#)
            #expect(try raw.receive()?.parameters == .object(["state": .object(["adapted": .bool(false)])]))
        }
    }
}
