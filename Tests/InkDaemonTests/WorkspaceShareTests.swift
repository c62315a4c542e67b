import Dispatch
import Editing
import Glibc
import InkClient
import InkProtocol
import Synchronization
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    /// What a call takes of the processor time of its user's workspace, which takes in the ink of the user's pens.
    @Suite("A user's own pens need not wait for what the user's clients ask for")
    struct WorkspaceShareTests {
        /// Microseconds that a call may take of the workspace, besides being read, as long as a call of its length.
        private static let bound = 20_000

        @Test("an edit takes no more of the workspace than reading the call does, however much it changes", arguments: CostlyCall.edits)
        func share(call: CostlyCall) throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let message = try call.message(client, editor, call.size)
            let caller = try daemon.connectRaw()
            // the same call for an editor that is not there: it is read, and refused
            let refused = CostlyCall.replacing(editor, by: String(repeating: "x", count: editor.utf8.count), in: message)
            var reply: Reply?
            let read = try daemon.workspaceTime {
                caller.send(bytes: refused)
                reply = try caller.receive()
            }
            #expect(reply?.error == "org.inkd.Editor.NoSuchEditor")
            let used = try daemon.workspaceTime {
                caller.send(bytes: message)
                reply = try caller.receive()
            }
            #expect(reply != nil && reply?.error == nil, "\(reply?.error ?? "")")
            #expect(used <= 2 * read + Self.bound)
            print("\(call.name), \(call.size): \(used) µs of the workspace, \(read) to read the call")
        }

        @Test("while one editor's ink is erased, another of the same user takes in what is written")
        func others() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let (page, pad) = (try client.newEditor(.drawing, package: "page"), try client.newEditor(.drawing, package: "pad"))
            let erase = try #require(CostlyCall.edits.first { $0.name.hasPrefix("Erase") })
            let message = try erase.message(client, page, erase.size)
            let caller = try daemon.connectRaw()
            caller.send(bytes: message)
            // calls are answered in the order of their turns: it has begun when one that came later is answered
            var strokes = 0
            while strokes < 3 {
                strokes = try client.send([.init(phase: .down, x: 1, y: 1), .init(phase: .up, x: 2, y: 2)], to: pad).strokes
            }
            #expect(try caller.takeReplies().isEmpty, "three strokes were taken in before the end of the erasing")
            #expect(try caller.receive()?.error == nil)
        }
    }
}

extension CostlyCall {
    /// Those that change ink.
    static let edits = all.filter { call in
        ["AddStrokes", "PointerEvents", "Erase", "Undo", "Transform"].contains { call.name.hasPrefix($0) }
    }

    /// The call with a name in it exchanged for another of the same length.
    static func replacing(_ name: String, by other: String, in message: [UInt8]) -> [UInt8] {
        let pieces = String(decoding: message, as: UTF8.self).split(separator: "\"\(name)\"", omittingEmptySubsequences: false)
        return Array(pieces.joined(separator: "\"\(other)\"").utf8)
    }
}

extension RunningDaemon {
    /// Microseconds of processor time that the only user's workspace used for something that is done meanwhile.
    func workspaceTime(of work: () throws -> Void) throws -> Int {
        let before = try workspaceTime()
        try work()
        return try workspaceTime() - before
    }

    private func workspaceTime() throws -> Int {
        let workspaces = try onLoop { $0.parts.workspaces.all }
        guard workspaces.count == 1, let workspace = workspaces.first else {
            throw RawClient.Failure(reason: "there are \(workspaces.count) workspaces")
        }
        let used = Time()
        workspace.post { _ in
            used.microseconds.withLock { $0 = processorTime(CLOCK_THREAD_CPUTIME_ID) }
            used.isKnown.signal()
        }
        guard used.isKnown.wait(timeout: .now() + .seconds(Int(Duration.patience.components.seconds))) == .success else {
            throw RawClient.Failure(reason: "a workspace is stuck")
        }
        return used.microseconds.withLock { $0 }
    }

    private final class Time: Sendable {
        let microseconds = Mutex(0)
        let isKnown = DispatchSemaphore(value: 0)
    }
}
