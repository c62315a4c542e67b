import Foundation
import InkProtocol

/// Parses and encodes a call of nearly the maximum length, compared with Foundation's coders.
struct WireBenchmark {
    /// The number of pointer events in the call; 33,000 short ones are a little less than 1 MiB.
    var events = 33_000
    /// The number of rounds. The time of the fastest round is reported.
    var rounds = 10

    /// The results in milliseconds, except `events` and `bytes`.
    struct Outcome: Encodable {
        var events = 0
        var bytes = 0
        /// The time to determine the called method, skipping the parameters.
        var envelope = 0.0
        /// The time to parse the whole call.
        var parsing = 0.0
        /// The time to decode the parameters' types from parsed JSON.
        var decoding = 0.0
        /// The time to encode the call.
        var encoding = 0.0
        /// The time that `JSONDecoder` needs to decode the bytes to the same types.
        var referenceDecoding = 0.0
        /// The time that `JSONEncoder` needs to encode the same call.
        var referenceEncoding = 0.0
    }

    private struct ReferenceCall: Codable {
        var method: String
        var parameters: Parameters

        struct Parameters: Codable {
            var editor: String
            var events: [Event]
        }

        struct Event: Codable {
            var phase: Phase
            var x: Double
            var y: Double
            var time: Double?
            var force: Double?
            var kind: String?
            var pointer: Int?
        }

        enum Phase: String, Codable { case down, move, up, cancel }
    }

    /// Runs the benchmark.
    func run() throws -> Outcome {
        let moves = (0..<events).map { EditorInterface.PointerEvent(phase: .move, x: Double($0 % 200) / 10, y: Double($0 % 9)) }
        let message = try Call.encode(EditorInterface.PointerEvents.self, .init(editor: "pen0", events: moves))
        let content = Array(message.dropLast())
        let call = try Call(decoding: content)
        let parameters = try call.parameters(of: EditorInterface.PointerEvents.self)
        let reference = try JSONDecoder().decode(ReferenceCall.self, from: Data(content))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Outcome(
            events: parameters.events.count, bytes: content.count,
            envelope: try time { try CallEnvelope(decoding: content).method.count },
            parsing: try time { try Call(decoding: content).method.count },
            decoding: try time { try call.parameters(of: EditorInterface.PointerEvents.self).events.count },
            encoding: try time { try Call.encode(EditorInterface.PointerEvents.self, parameters).count },
            referenceDecoding: try time { try JSONDecoder().decode(ReferenceCall.self, from: Data(content)).parameters.events.count },
            referenceEncoding: try time { try encoder.encode(reference).count })
    }

    /// Returns the milliseconds of the fastest round. The count that `body` returns prevents its work from being optimized away.
    private func time(_ body: () throws -> Int) throws -> Double {
        var best = Double.infinity
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            guard try body() > 0 else { continue }
            best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
        }
        return best
    }
}
