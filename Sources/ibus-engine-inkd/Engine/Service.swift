internal import Accessibility
internal import DBus
internal import Displays
internal import InkProtocol
internal import InputMethod
internal import System

/// The link between IBus and inkd. Calls of IBus become inputs of the session, and the session's actions become signals of the focused
/// engine.
final class Service {
    let trace: Trace
    let engines = EngineRegistry()
    let signals: EngineSignals
    let keys: EngineKeys
    let overlay: Overlay
    private let bus: Bus
    /// The session; nil only while the service is being created.
    private(set) var session: InputMethodSession?
    /// The search for password boxes; nil if it is disabled.
    private(set) var passwordSearch: PasswordSearch?
    var languages = MenuLanguages()
    /// Whether the menu offers to restore lost text.
    private var offersLost = false
    /// The position of the caret, if not sent yet.
    var caret: TextInputInterface.Caret?
    /// A watchdog that runs while keys arrive, and during writing. With each key IBus waits six seconds for an engine that has stopped or
    /// is stuck, but forwards keys to the application at once if the engine is gone.
    private let keyboardGuard = KeyboardGuard()

    /// - Parameter accessibility: The search for password boxes on the accessibility bus; nil to disable it.
    init(bus: Bus, socket: String?, trace isTraced: Bool, accessibility choice: AccessibilityChoice?) throws(IBusError) {
        let trace = Trace(isOn: isTraced)
        self.bus = bus
        self.trace = trace
        signals = EngineSignals(bus: bus, engines: engines, trace: trace)
        keys = EngineKeys(signals)
        overlay = Overlay(socket: socket)
        let session = InputMethodSession(name: "IBus", socket: socket, displays: DesktopDisplays()) { [unowned self] in apply($0) }
        session.onStatus = { [unowned self] status in
            if languages.hasAppeared(isAttached: status != nil) { updateLanguages() }
            // the pen is captured, so it writes
            if status?.captured == true { startOverlayUnasked() }
            updateMenu()
        }
        session.onError = { trace.say("\($0)") }
        session.onEvent = { trace.say($0) }
        self.session = session
        passwordSearch = choice.map { PasswordSearch(for: session, $0, trace: trace) }
        try bus.serve(as: Component.busName) { [unowned self] call throws(BusError) in try answer(call) }
    }

    /// Runs until IBus disconnects.
    func run() {
        trace.say("ready")
        while bus.connection.process() {
            // before the readings, which may be of a password
            passwordSearch?.bus.process()
            session?.process()
            followLost()
            if let session { keys.release(session) }
            if let caret { session?.setCaret(caret) }
            caret = nil
            bus.flush()
            keyboardGuard.update(isNeeded: keys.isBusy || session?.isWriting == true)
            wait()
        }
        trace.say("IBus stopped")
    }

    /// Updates the menu, because text may become uncommitted while the menu is open.
    private func followLost() {
        guard let session, session.hasLost != offersLost else { return }
        offersLost = session.hasLost
        updateMenu()
    }

    private func wait() {
        var polls = PollSet()
        // calls sent meanwhile may have been answered already
        for connection in [bus.connection] + (passwordSearch?.bus.connections ?? []) {
            polls.add(fileDescriptor: connection.fileDescriptor, events: connection.events)
            polls.add(timeout: connection.timeout)
        }
        if let session { polls.add(session) }
        polls.add(deadline: keys.deadline)
        polls.add(deadline: passwordSearch?.bus.nextDeadline)
        polls.add(timeout: keyboardGuard.pollTimeout)
        _ = polls.wait()
    }

    /// Carries out the composition's actions.
    private func apply(_ action: Composition.Action) {
        if case .press(let key) = action { keys.press(key) } else { signals.apply(action) }
    }

    /// Turns the search for password boxes on or off, at the user's request.
    func togglePasswordSearch() {
        do throws(SystemError) {
            try passwordSearch?.toggle()
        } catch {
            signals.showMessage("This setting was not saved: \(error)")
        }
    }

    func updateMenu() { signals.update(menu) }

    /// The current state of the menu.
    var menu: Menu {
        Menu(
            penMode: session?.status?.penMode, language: engines.focused?.language, languages: languages.tags,
            showsInk: overlay.isRunning, hasLost: session?.hasLost == true, findsPasswords: passwordSearch?.isOn)
    }

    /// Asks inkd for its languages. IBus waits for the engine, so the answer reaches the menu later.
    private func updateLanguages() {
        languages.assumeShipped()
        session?.call(ModelsInterface.List.self, .init()) { [unowned self] reply in
            languages.accept(reply.models)
            updateMenu()
        }
    }

    /// Starts the overlay, unless it was already started, or switched by the user. It shows ink under the tip of a pen on a screen, and in
    /// a panel for a user who writes on a tablet without a screen.
    private func startOverlayUnasked() {
        guard !overlay.isDecided else { return }
        session?.call(DevicesInterface.List.self, .init()) { [unowned self] reply in
            guard !overlay.isDecided, reply.devices.contains(where: { $0.kind == .pen }) else { return }
            overlay.startUnasked()
        }
    }

    private func answer(_ call: BusMessage) throws(BusError) -> Bus.Answer? {
        if call.path == "/org/freedesktop/IBus/Factory" {
            guard call.member == "CreateEngine" else { return nil }
            let name = try call.readString()
            updateLanguages()
            let engine = engines.create(language: Component.language(of: name))
            trace.say("CreateEngine")
            return { message throws(BusError) in try message.append(path: engine.path) }
        }
        guard let engine = engines[call.path], let session else { return nil }
        trace.say(call.member)
        return try answer(call, for: engine, session)
    }
}
