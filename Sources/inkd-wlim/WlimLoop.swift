internal import Glibc
internal import InputMethod
internal import System

/// Carries events between the compositor and inkd, for ever.
final class WlimLoop {
    private let compositor: Compositor
    private let session: InputMethodSession
    private let field: FieldBox

    /// The field, and requests to it: the session's closure needs it before the loop is there.
    private final class FieldBox {
        var state = FieldState()
        var error: WlimError?
        private var requests = FieldRequests(to: Compositor.inputMethod)
        private let compositor: Compositor

        init(_ compositor: Compositor) { self.compositor = compositor }

        func apply(_ action: Composition.Action) {
            let messages = requests.messages(for: action, serial: state.serial)
            // what comes too late is for no other field
            guard state.isActive, error == nil else { return }
            do throws(WlimError) {
                if case .press(let key) = action { return try compositor.press(key) }
                if !messages.isEmpty { try compositor.change(messages) }
            } catch {
                self.error = error
            }
        }
    }

    /// Connects to the compositor. inkd may come later.
    ///
    /// - Throws: `WlimError`.
    init(socket: String?) throws(WlimError) {
        let compositor = try Compositor()
        let field = FieldBox(compositor)
        // no key comes here that could choose a candidate: nothing is gained by waiting
        var configuration = Composition.Configuration()
        configuration.hold = .zero
        self.compositor = compositor
        self.field = field
        session = InputMethodSession(name: "inkd-wlim", socket: socket, configuration: configuration) { field.apply($0) }
        session.onError = { StandardError.writeLine("inkd-wlim: \($0)") }
    }

    /// Never returns but by throwing.
    ///
    /// - Throws: `WlimError`.
    func run() throws(WlimError) -> Never {
        while true {
            var requests = [pollfd(fd: compositor.fileDescriptor, events: Int16(POLLIN), revents: 0)]
            if compositor.isReady, let descriptor = session.fileDescriptor {
                requests.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
            let timeout = compositor.isReady ? session.pollTimeout : -1
            guard poll(&requests, nfds_t(requests.count), timeout) >= 0 || errno == EINTR else { throw .waiting(errno: errno) }
            // the field first: text is for the one that has the focus now
            if requests.first?.revents != 0 {
                for event in try compositor.receive() {
                    if event == .unavailable { throw .unavailable(others: OtherInputMethods.running()) }
                    for input in field.state.take(event) { session.handle(input) }
                }
            }
            if compositor.isReady { session.process() }
            if let error = field.error { throw error }
        }
    }
}
