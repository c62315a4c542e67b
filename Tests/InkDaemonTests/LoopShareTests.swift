import Editing
import Glibc
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    /// The loop's own processor time for a call, which does not depend on what else the machine does.
    @Suite("The loop does no work that grows with content")
    struct LoopShareTests {
        /// Microseconds that the loop may take for any call, besides moving its bytes.
        private static let bound = 30_000

        @Test("a call takes no more of the loop than moving its bytes does, however much there is to do", arguments: CostlyCall.all)
        func share(call: CostlyCall) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            for size in [call.size / 8, call.size] {
                let editor = try client.newEditor(.rawContent, package: "size\(size)")
                let message = try call.message(client, editor, size)
                let caller = try daemon.connectRaw()
                // a call of as many bytes that is refused at once
                var reply: Reply?
                let moved = try daemon.loopTime {
                    caller.send(bytes: CostlyCall.padded(to: message.count))
                    reply = try caller.receive()
                }
                #expect(reply?.error == "org.varlink.service.InterfaceNotFound")
                let process = processorTime(CLOCK_PROCESS_CPUTIME_ID)
                let used = try daemon.loopTime {
                    caller.send(bytes: message)
                    reply = try caller.receive()
                }
                let all = processorTime(CLOCK_PROCESS_CPUTIME_ID) - process
                #expect(reply?.error == nil || call.name.hasPrefix("Recognize"), "\(reply?.error ?? "")")
                #expect(used <= 2 * moved + Self.bound, "of \(all) µs in all")
                print("\(call.name), \(size): \(message.count) bytes take \(used) µs of the loop, \(moved) to move, \(all) in all")
                try client.closeEditor(editor)
            }
        }

        @Test("work on the loop is seen by this measure")
        func sensitivity() throws {
            let daemon = try RunningDaemon()
            let used = try daemon.loopTime {
                try daemon.onLoop { _ in
                    let begin = processorTime(CLOCK_THREAD_CPUTIME_ID)
                    while processorTime(CLOCK_THREAD_CPUTIME_ID) - begin < 2 * Self.bound {}
                }
            }
            #expect(used >= 2 * Self.bound)
        }
    }
}
