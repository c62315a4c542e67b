import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Ink of text")
    struct TextInkTests {
        /// A daemon whose models are those of this project.
        private static func daemon() throws -> RunningDaemon {
            try RunningDaemon { $0.models = projectRoot + "/models" }
        }

        @Test("goes into an editor as it is, and is the same for the same parameters")
        func written() throws {
            let daemon = try Self.daemon()
            let client = try daemon.connect()
            let parameters = InkInterface.Synthesize.Parameters(
                text: "Größe über naïve façades", hand: "script", size: 4, slant: 0.1, width: 60, seed: 5, start: 1_700_000_000_000)
            let strokes = try client.call(InkInterface.Synthesize.self, parameters).strokes
            #expect(strokes.count > 5)
            #expect(try client.call(InkInterface.Synthesize.self, parameters).strokes == strokes)
            #expect(strokes.allSatisfy { $0.x.count == $0.y.count && $0.time?.count == $0.x.count && $0.force?.count == $0.x.count })
            #expect(strokes.first?.time?.first == 1_700_000_000_000)
            let times = strokes.flatMap { $0.time ?? [] }
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(strokes.flatMap(\.x).allSatisfy { (-5.0...65).contains($0) })
            let editor = try client.newEditor(.drawing)
            #expect(try client.addStrokes(strokes, to: editor).count == strokes.count)
            // print, if nothing is said, and now
            let plain = try client.call(InkInterface.Synthesize.self, .init(text: "now")).strokes
            #expect(abs((plain.first?.time?.first ?? 0) / 1000 - Date().timeIntervalSince1970) < 3600)
        }

        @Test("is refused with the value and what it may be")
        func refused() throws {
            let daemon = try Self.daemon()
            let client = try daemon.connect()
            func refusal(_ parameters: InkInterface.Synthesize.Parameters) -> ClientError? {
                #expect(throws: ClientError.self) { try client.call(InkInterface.Synthesize.self, parameters) }
            }
            func reason(_ parameters: InkInterface.Synthesize.Parameters) -> String? {
                refusal(parameters)?.refusal(as: InkInterface.InvalidInk.self)?.reason
            }
            #expect(reason(.init(text: "a", size: 0.1)) == "size is 0.1: give 0.5 to 100")
            #expect(reason(.init(text: "a", variation: 2)) == "variation is 2: give 0 to 1")
            #expect(reason(.init(text: "a", start: -1))?.hasPrefix("start is -1: give 0 to ") == true)
            let long = String(repeating: "a", count: 2001)
            #expect(reason(.init(text: long)) == "text has 2001 characters: give at most 2000 in a call")
            #expect(reason(.init(text: String(repeating: "m", count: 2000), size: 100, speed: 5))?.contains("100000 samples") == true)
            #expect(
                refusal(.init(text: "a", hand: "../print"))?.refusal(as: InkInterface.NoSuchHand.self)
                    == InkInterface.NoSuchHand(hand: "../print", hands: ["cursive", "print", "script"]))
            #expect(
                refusal(.init(text: "a字"))?.refusal(as: InkInterface.NoGlyph.self) == InkInterface.NoGlyph(hand: "print", characters: ["字"])
            )
        }
    }
}
