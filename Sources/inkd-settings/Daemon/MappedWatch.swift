internal import InkClient
internal import InkProtocol

/// A stream that a page watches while the page is visible, over a separate connection.
@MainActor
final class MappedWatch<Method: StreamingVarlinkMethod> {
    private let calls: DaemonThread
    private let begin: @Sendable (InkConnection) throws(ClientError) -> Watch<Method>
    private let take: @MainActor (Method.Reply) -> Void
    private weak var widget: Widget?
    private var watch: DaemonWatch<Method>?
    private var isBeginning = false

    /// - Parameters:
    ///   - widget: the page, which is not retained.
    ///   - begin: requests the stream.
    ///   - take: called with each reply.
    init(
        of widget: Widget, _ calls: DaemonThread, begin: @escaping @Sendable (InkConnection) throws(ClientError) -> Watch<Method>,
        take: @escaping @MainActor (Method.Reply) -> Void
    ) {
        (self.widget, self.calls, self.begin, self.take) = (widget, calls, begin, take)
        widget.on("map") { [weak self] in self?.follow() }
        widget.on("unmap") { [weak self] in self?.watch = nil }
    }

    /// Begins to watch, unless the watch has begun or the page is not visible. After a restart of inkd, the next call begins again.
    func follow() {
        guard watch == nil, !isBeginning, widget?.isMapped == true else { return }
        isBeginning = true
        let (socket, begin) = (calls.socket, begin)
        calls.ask { _ throws(ClientError) in
            Handover(value: try begin(InkConnection(path: socket)))
        } then: { [weak self] result in
            guard let self else { return }
            isBeginning = false
            guard case .success(let handover) = result, widget?.isMapped == true else { return }
            watch = DaemonWatch(handover.value) { [weak self] in
                self?.take($0)
            } end: { [weak self] _ in
                self?.watch = nil
            }
        }
    }
}
