import Foundation
import InkProtocol

/// Reads a call as long as one may be, and writes it again, beside Foundation's coders.
struct WireBenchmark {
    /// Pointer events in the call; 33,000 short ones are a little less than 1 MiB.
    var events = 33_000
    /// The best of so many times counts.
    var rounds = 10

    /// Milliseconds.
    struct Outcome: Encodable {
        var events = 0
        var bytes = 0
        /// Finding out which method is called, the parameters passed over.
        var envelope = 0.0
        /// Parsing the whole call.
        var parsing = 0.0
        /// Decoding the parameters' types from parsed JSON.
        var decoding = 0.0
        /// Writing the call.
        var encoding = 0.0
        /// `JSONDecoder` from the bytes to the same types.
        var referenceDecoding = 0.0
        /// `JSONEncoder` the other way.
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

    /// Runs it.
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

    /// Milliseconds of the fastest round. What `body` counts keeps its work from being left out.
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
