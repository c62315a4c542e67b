internal import InkClient
internal import InkProtocol

/// What the daemon tells the overlay: streams, each over a connection of its own.
final class DaemonFeed {
    private let devices: Watch<DevicesInterface.Watch>
    private let text: Watch<TextInputInterface.Watch>
    private let socket: String?
    /// Only while somebody takes ink: pens that point are nothing to wake up for.
    private var pointers: Watch<PointerInterface.Watch>?

    /// Connects.
    ///
    /// - Throws: `ClientError`.
    init(socket: String?) throws(ClientError) {
        self.socket = socket
        devices = try InkConnection(path: socket).watchDevices()
        text = try InkConnection(path: socket).watchTextInput()
    }

    /// To wait for with `poll`.
    var fileDescriptors: [Int32] {
        [devices.fileDescriptor, text.fileDescriptor] + (pointers.map { [$0.fileDescriptor] } ?? [])
    }

    /// The daemon has ended a stream.
    var isFinished: Bool { devices.isFinished || text.isFinished || pointers?.isFinished == true }

    /// Takes all that has come. What has the focus comes first: no ink is shown that it does not take.
    ///
    /// - Throws: `ClientError`; the feed is useless then.
    func takeAvailable(into state: inout OverlayState, at now: Duration) throws(ClientError) {
        while let reply = try devices.nextIfAvailable() { state.take(reply) }
        while let event = try text.nextIfAvailable() { state.take(event, at: now) }
        guard state.takesInk else { return pointers = nil }
        if pointers == nil { pointers = try InkConnection(path: socket).watchPointer() }
        while let reply = try pointers?.nextIfAvailable() { state.take(reply, at: now) }
    }
}
