internal import Accessibility
internal import DBus
internal import Displays
internal import Glibc
internal import InputMethod
internal import System

/// Forwards events between the compositor and inkd, forever.
final class WlimLoop {
    private let compositor: Compositor
    private let session: InputMethodSession
    private let field: FieldBox
    private let trace: Trace
    private var keys = KeyRouter()
    /// The listener on the accessibility bus; nil if password fields are not detected.
    private let accessibility: AccessibilityBus?
    /// A watchdog that runs while the keyboard is grabbed, because a stopped or stuck process would leave the user without a keyboard.
    private let keyboardGuard = KeyboardGuard()
    /// Whether the compositor has yet to accept or refuse this input method for the seat.
    private var isStarting = true

    /// A container for the field and the requests to the field, because the session's closure needs them before the loop exists.
    private final class FieldBox {
        var state = FieldState()
        /// The candidates, if they must still be shown.
        var candidates: (texts: [String], selected: Int)?
        /// The message for the user, if it must still be shown.
        var message: String?
        var error: WlimError?
        private var requests = FieldRequests(to: Compositor.inputMethod)
        private let compositor: Compositor
        private let trace: Trace

        init(_ compositor: Compositor, _ trace: Trace) { (self.compositor, self.trace) = (compositor, trace) }

        func apply(_ action: Composition.Action) {
            let messages = requests.messages(for: action, serial: state.serial)
            switch action {
            case .showCandidates(let texts, let selected): candidates = (texts, selected)
            case .hideCandidates: candidates = ([], 0)
            case .showMessage(let text): message = text
            default: break
            }
            // late changes must not reach another field
            guard state.isActive, error == nil else { return }
            do throws(WlimError) {
                if case .press(let key) = action {
                    trace.say("press \(key)")
                    return try compositor.press(key)
                }
                if !messages.isEmpty { try compositor.change(messages) }
                if case .commit = action { trace.say("commit") }
            } catch {
                self.error = error
            }
        }
    }

    /// Connects to the compositor. inkd may start later.
    ///
    /// - Parameter accessibility: Whether password fields are detected on the accessibility bus; nil: never.
    /// - Throws: `WlimError`.
    init(socket: String?, trace: Trace, accessibility choice: AccessibilityChoice?) throws(WlimError) {
        let compositor = try Compositor(WaylandSocket())
        let field = FieldBox(compositor, trace)
        self.compositor = compositor
        self.field = field
        self.trace = trace
        session = InputMethodSession(name: "inkd-wlim", socket: socket, displays: DesktopDisplays()) { field.apply($0) }
        session.onError = { StandardError.writeLine("inkd-wlim: \($0)") }
        session.onEvent = { trace.say($0) }
        session.handle(.candidatesSeen(false))
        accessibility = choice?.isOn == true ? AccessibilityBus(for: session, trace: trace) : nil
        accessibility?.start()
    }

    /// Runs until an error is thrown.
    ///
    /// - Throws: `WlimError`.
    func run() throws(WlimError) -> Never {
        while true {
            // handle the field first, because text belongs to the field that has the focus now
            if try wait() { try takeEvents() }
            // before the readings, which may be of a password
            accessibility?.process()
            if compositor.isReady { session.process() }
            show()
            try passKeys()
            keyboardGuard.update(isNeeded: compositor.isGrabbing)
            if let error = field.error { throw error }
        }
    }

    /// Waits for events; returns whether the compositor has sent any.
    private func wait() throws(WlimError) -> Bool {
        var polls = PollSet()
        polls.add(fileDescriptor: compositor.fileDescriptor)
        for connection in accessibility?.connections ?? [] {
            polls.add(fileDescriptor: connection.fileDescriptor, events: connection.events)
            polls.add(timeout: connection.timeout)
        }
        polls.add(deadline: accessibility?.nextDeadline)
        polls.add(deadline: keys.deadline)
        if compositor.isReady { polls.add(session) }
        polls.add(timeout: keyboardGuard.pollTimeout)
        switch polls.wait() {
        case .first: return true
        case .other: return false
        case .failed(let errno): throw .waiting(errno: errno)
        }
    }

    private func takeEvents() throws(WlimError) {
        for event in try compositor.receive() {
            switch event {
            case .field(.unavailable): throw .unavailable(others: OtherInputMethods.running())
            case .field(let event):
                trace.say("field: \(event.name)")
                for input in field.state.take(event) { session.handle(input) }
            case .keyboard(let event, let isLate):
                keys.take(event, isLate: isLate, isChanging: session.isChanging, at: InputMethodSession.now, to: self)
            }
        }
        guard isStarting, compositor.isReady else { return }
        isStarting = false
        trace.say("ready")
        if !compositor.takesKeys {
            StandardError.writeLine(
                "inkd-wlim: this compositor does not support zwp_virtual_keyboard_v1: the pen cannot press keys, so long strokes have no effect"
            )
        }
    }

    /// Shows candidates and messages with inkd-overlay, through inkd.
    private func show() {
        if let candidates = field.candidates {
            field.candidates = nil
            session.showCandidates(candidates.texts, selected: candidates.selected)
        }
        if let message = field.message {
            field.message = nil
            session.showMessage(message)
        }
    }

    /// Delivers the held keys that are due, and grabs or releases the keyboard. The keyboard is grabbed while written text is not in the
    /// field yet, so that keys do not overtake the text; while keys choose among candidates; and if the application reports no text, once
    /// the pen has written in the field. The grab lasts until all pressed keys are up.
    private func passKeys() throws(WlimError) {
        guard compositor.canGrabKeyboard else { return }
        keys.release(isChanging: session.isChanging, at: InputMethodSession.now, to: self)
        if let key = keys.looped {
            guard compositor.isGrabbing else { return }
            StandardError.writeLine(
                "inkd-wlim: this compositor returns forwarded keys, so the keyboard is not grabbed: a key that is pressed while text is pending arrives before the text"
            )
            try compositor.grabKeyboard(false)
            return send(.key(key))
        }
        let isMeant = session.isWriting || session.choosesByKeys || session.followsKeys
        let isWanted = isMeant && field.state.isActive || compositor.isGrabbing && keys.isBusy
        guard isWanted != compositor.isGrabbing else { return }
        trace.say(isWanted ? "keys are grabbed" : "keys are released to the application")
        if isWanted { keys.begin() }
        try compositor.grabKeyboard(isWanted)
    }
}

extension WlimLoop: KeyTarget {
    func press(_ key: Composition.Key) -> Bool { session.press(key) }

    func send(_ event: KeyboardEvent) {
        guard field.error == nil else { return }
        do throws(WlimError) {
            try compositor.handOn(event)
        } catch {
            field.error = error
        }
    }
}
