import Editing
import Glibc
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Clients that ask without pause leave the others their turn")
    struct FloodTests {
        /// Calls of each other connection that are done before one that came later, at most: one is under way, and a few are let in while
        /// the call makes its way through the loop.
        private static let bound = 4

        @Test("a call is answered before more than a few of a flood's that came later", arguments: [1, 8])
        func flood(connections: Int) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.rawContent)
            let handle = try #require(try daemon.onLoop { $0.shared.editors[editor] })
            // each call of the flood adds a stroke: the count of strokes counts the calls that were done
            let call = try CostlyCall.addStrokes([client.stroke(5, 5)], editor)
            let flood = try (0..<connections).map { _ in try daemon.connectRaw() }
            let healthy = try daemon.connectRaw()
            let question = Array(#"{"method":"org.inkd.Editor.GetState","parameters":{"editor":"\#(editor)"}}"#.utf8) + [0]
            let calls = Array(repeating: call, count: 1600 / connections).flatMap { $0 }
            for each in flood { each.send(bytes: calls) }
            var (worst, asked) = (0, 0)
            for _ in 0..<20 {
                for each in flood { each.takeIn() }
                // on the loop, which lets in no other call meanwhile
                let before = try daemon.onLoop { [descriptor = healthy.descriptor] _ in
                    let before = handle.status.strokeCount
                    _ = question.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                    return before
                }
                let reply = try #require(try healthy.receive())
                let after = try reply.parameters(as: EditorInterface.GetState.Reply.self).state.strokes
                guard after < 1600 else { break }
                asked += 1
                worst = max(worst, after - before)
            }
            print("\(asked) calls beside a flood of \(connections): \(worst) of its calls were done first, at most")
            #expect(asked > 0 && worst <= Self.bound * connections)
        }
    }
}
