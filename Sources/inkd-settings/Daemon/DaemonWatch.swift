internal import CGtk4
internal import InkClient
internal import InkProtocol

/// Delivers the replies of a stream on the main thread. The main loop polls the stream's socket, and never waits for it.
@MainActor
final class DaemonWatch<Method: StreamingVarlinkMethod> {
    private let watch: Watch<Method>
    private let take: @MainActor (Method.Reply) -> Void
    private let end: @MainActor (ClientError?) -> Void
    private var source: UInt32 = 0

    /// Calls `take` with each reply, and `end` once at the end of the stream. `end` receives nil if inkd has ended the stream normally.
    init(
        _ watch: Watch<Method>, take: @escaping @MainActor (Method.Reply) -> Void, end: @escaping @MainActor (ClientError?) -> Void
    ) {
        (self.watch, self.take, self.end) = (watch, take, end)
        source = g_unix_fd_add_full(
            G_PRIORITY_DEFAULT, watch.fileDescriptor, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue | G_IO_ERR.rawValue),
            { _, _, data in
                let handler = Handler.of(data)
                MainActor.assumeIsolated { handler?.run() }
                return 1
            }, Handler.retained { [weak self] in self?.read() }, { _ = Handler.take($0) })
        // replies that arrived together with the answer to the call are already in the buffer, and do not make the socket readable
        MainThread.post { [weak self] in self?.read() }
    }

    isolated deinit { stop() }

    /// Ends the watch; no closure is called afterwards.
    func stop() {
        guard source != 0 else { return }
        g_source_remove(source)
        source = 0
    }

    private func read() {
        while source != 0 {
            do throws(ClientError) {
                guard let reply = try watch.nextIfAvailable() else { break }
                take(reply)
            } catch {
                stop()
                return end(error)
            }
        }
        guard source != 0, watch.isFinished else { return }
        stop()
        end(nil)
    }
}
