internal import InkClient
internal import InkProtocol

/// The daemon's event streams for the overlay, each over its own connection.
final class DaemonFeed {
    private let devices: Watch<DevicesInterface.Watch>
    private let text: Watch<TextInputInterface.Watch>
    private let calls: CallQueue
    private let socket: String?
    /// The watch of pen movements, open only while an input method accepts ink, so that a pen that only points does not wake this process.
    private var pointers: Watch<PointerInterface.Watch>?

    /// Connects.
    ///
    /// - Parameter isDisplay: whether to receive the candidates and messages of input methods that cannot show their own.
    /// - Throws: `ClientError`.
    init(socket: String?, isDisplay: Bool) throws(ClientError) {
        self.socket = socket
        devices = try InkConnection(path: socket).watchDevices()
        text = try InkConnection(path: socket).watchTextInput(display: isDisplay)
        calls = CallQueue(try InkConnection(path: socket, waits: false))
    }

    /// Chooses a displayed candidate, without waiting.
    ///
    /// - Throws: `ClientError`.
    func choose(_ index: Int) throws(ClientError) { try calls.sendOneway(TextInputInterface.Choose.self, .init(index: index)) }

    /// The descriptors to wait for with `poll`.
    var fileDescriptors: [Int32] {
        [devices.fileDescriptor, text.fileDescriptor] + (pointers.map { [$0.fileDescriptor] } ?? [])
    }

    /// Whether the daemon has ended a stream.
    var isFinished: Bool { devices.isFinished || text.isFinished || pointers?.isFinished == true }

    /// Handles all available events. Events of the focus are handled before pen movements, so that no ink is shown that the focused field
    /// does not accept.
    ///
    /// - Throws: `ClientError`. The feed cannot be used afterwards.
    func takeAvailable(into state: inout OverlayState, tip: TipView?, at now: Duration) throws(ClientError) {
        while let reply = try devices.nextIfAvailable() {
            state.take(reply)
            tip?.take(reply)
        }
        while let event = try text.nextIfAvailable() {
            if event.change == .mapping { tip?.take(event.tablets ?? []) }
            state.take(event, at: now)
        }
        guard state.takesInk || (tip?.hasPens == true && state.awaitsContacts) else { return pointers = nil }
        if pointers == nil { pointers = try InkConnection(path: socket).watchPointer() }
        while let reply = try pointers?.nextIfAvailable() {
            if let tip { tip.take(reply, into: &state, at: now) } else { state.take(reply, at: now) }
        }
    }
}
