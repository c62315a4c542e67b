internal import Accessibility
internal import DBus
internal import Displays
internal import Glibc
internal import InkProtocol
internal import InputMethod
internal import System

/// The link between IBus and inkd: calls of IBus become inputs of the session, its actions signals of the focused engine.
final class Service {
    let bus: Bus
    let trace: Trace
    let overlay = Overlay()
    let socket: String?
    /// nil if password boxes are not searched for.
    private(set) var accessibility: AccessibilityBus?
    private let accessibilityChoice: AccessibilityChoice?
    /// nil only while the service is being created.
    private(set) var session: InputMethodSession?

    /// IBus's engines by their paths: one for each chosen input method.
    var engines: [String: Engine] = [:]
    /// The focused engine, or the last one that was focused.
    var current: Engine?
    /// Keys on their way to the application.
    let keys = KeyRelay<KeyPress>()
    /// The codes of keys sent by `FakeKeyboard`, which return through IBus; the composition has already handled them.
    var fakedKeys: [UInt32] = []
    /// The position of the caret, if not sent yet.
    var caret: TextInputInterface.Caret?
    /// Whether a field has lost the focus, and no other field has it yet.
    var awaitsRelease = false
    /// Runs while keys arrive, and during writing: IBus waits six seconds at each key for an engine that has stopped or is stuck, but
    /// forwards keys to the application immediately if the engine's process is gone.
    private let keyboardGuard = StallTimer()
    /// Seconds of a stall after which the timer kills this process, the maximum milliseconds per round of the loop, and the time for
    /// which the timer runs after a key.
    private static let (longestStall, heartbeat, typing): (Int, Int32, Duration) = (5, 1000, .seconds(10))
    private var isGuarding = false
    /// When the last key arrived.
    var lastKeyAt: Duration?
    /// Whether the menu offers to restore lost text.
    private var offersLost = false
    /// Whether inkd is running.
    private var isAttached = false
    /// The languages that inkd supports; requested when inkd starts, and whenever an engine is created.
    private(set) var languages: [String] = []
    private var engineCount = 0

    /// - Parameter accessibility: The search for password boxes on the accessibility bus; nil to disable it.
    init(bus: Bus, socket: String?, trace: Bool, accessibility choice: AccessibilityChoice?) throws(IBusError) {
        self.bus = bus
        self.socket = socket
        accessibilityChoice = choice
        self.trace = Trace(isOn: trace)
        let session = InputMethodSession(name: "IBus", socket: socket, displays: DesktopDisplays()) { [unowned self] in apply($0) }
        session.onStatus = { [unowned self] status in
            if status != nil, !isAttached { updateLanguages() }
            isAttached = status != nil
            // a pen writes
            if status?.captured == true { startOverlayUnasked() }
            updateMenu()
        }
        session.onError = { [trace = self.trace] in trace.say("\($0)") }
        session.onEvent = { [trace = self.trace] in trace.say($0) }
        self.session = session
        if let choice {
            accessibility = AccessibilityBus(for: session, trace: self.trace)
            if choice.isOn { accessibility?.start() }
        }
        try bus.serve(as: Component.busName) { [unowned self] call throws(BusError) in try answer(call) }
    }

    /// Runs until IBus disconnects.
    func run() {
        trace.say("ready")
        while bus.connection.process() {
            // before the readings: they may be of a password
            accessibility?.process()
            session?.process()
            followLost()
            forwardHeldKeys()
            if let caret { session?.setCaret(caret) }
            caret = nil
            bus.flush()
            guardKeyboard()
            wait()
        }
        trace.say("IBus stopped")
    }

    private func guardKeyboard() {
        let isTyping = lastKeyAt.map { InputMethodSession.now - $0 < Self.typing } ?? false
        let isHolding = isTyping || !keys.isEmpty || session?.isWriting == true
        guard isHolding || isGuarding else { return }
        isGuarding = isHolding
        if isHolding { keyboardGuard?.start(seconds: Self.longestStall) } else { keyboardGuard?.stop() }
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
        for connection in [bus.connection] + (accessibility?.connections ?? []) {
            polls.add(fileDescriptor: connection.fileDescriptor, events: connection.events)
            polls.add(timeout: connection.timeout)
        }
        if let session { polls.add(session) }
        polls.add(deadline: keys.deadline)
        polls.add(deadline: accessibility?.nextDeadline)
        if isGuarding { polls.add(timeout: Self.heartbeat) }
        _ = polls.wait()
    }

    /// Turns the search for password boxes on or off, at the user's request.
    func toggleAccessibility() {
        guard let accessibility, let accessibilityChoice else { return }
        if accessibility.isOn { accessibility.stop() } else { accessibility.start() }
        do throws(SystemError) {
            try accessibilityChoice.set(isOn: accessibility.isOn)
        } catch {
            showMessage("This setting was not saved: \(error)")
        }
    }

    /// Asks inkd for its languages. IBus waits for the engine, so the answer reaches the menu later.
    private func updateLanguages() {
        if languages.isEmpty { languages = InstalledLanguages.shipped }
        session?.call(ModelsInterface.List.self, .init()) { [unowned self] reply in
            languages = InstalledLanguages.tags(of: reply.models.map { ($0.kind, $0.tag) })
            updateMenu()
        }
    }

    /// Starts the overlay for a user who writes on a tablet without a screen, and so does not see the ink.
    private func startOverlayUnasked() {
        guard !overlay.isDecided else { return }
        session?.call(DevicesInterface.List.self, .init()) { [unowned self] reply in
            guard !overlay.isDecided, reply.devices.contains(where: { $0.kind == .pen && !$0.display }) else { return }
            overlay.startUnasked(socket: socket)
        }
    }

    private func answer(_ call: BusMessage) throws(BusError) -> Bus.Answer? {
        if call.path == "/org/freedesktop/IBus/Factory" {
            guard call.member == "CreateEngine" else { return nil }
            let name = try call.readString()
            updateLanguages()
            engineCount += 1
            let path = "/org/freedesktop/IBus/Engine/\(engineCount)"
            engines[path] = Engine(path: path, language: Component.language(of: name))
            trace.say("CreateEngine")
            return { message throws(BusError) in try message.append(path: path) }
        }
        guard let engine = engines[call.path], let session else { return nil }
        trace.say(call.member)
        return try answer(call, for: engine, session)
    }
}

/// One of IBus's engine objects.
final class Engine {
    let path: String
    /// The language, from the engine's name or its menu; nil: inkd's own.
    var language: String?
    var purpose = TextInputInterface.Purpose.text
    var capitals = InsertionPlace.Capitals.asWritten
    /// FocusIn received, but IBus has not said yet whether a real client owns it.
    var awaitsClient = false
    /// Whether the client supports surrounding text (IBUS_CAP_SURROUNDING_TEXT).
    var seesText = false
    /// IBUS_CAP_SYNC_PROCESS_KEY, set by GTK's IBus modules, and by IBus's Wayland input method.
    var isKeySynchronous = false
    /// The name that the focused client gave to IBus; nil if unknown. IBus does not name the client that has the focus when the engine is
    /// selected.
    var client: String?
    /// Whether clients are X11 clients, not those of a Wayland compositor.
    private static let isX11 = getenv("WAYLAND_DISPLAY") == nil

    /// The known behavior of the focused client.
    var profile: ClientProfile {
        ClientProfile(ibusClient: client, isKeySynchronous: isKeySynchronous, reportsText: seesText, isX11: Self.isX11)
    }

    init(path: String, language: String?) {
        self.path = path
        self.language = language
    }
}

/// The program that shows ink near the caret, as a child process.
final class Overlay {
    private var process: ChildProcess?
    /// Whether the overlay was already started automatically, or switched on or off by the user.
    private(set) var isDecided = false
    /// Processes that are ending, and must be reaped without waiting.
    private var ending: [ChildProcess] = []

    /// Whether the overlay is running.
    var isRunning: Bool { process.map { $0.status == nil } ?? false }

    deinit { stop() }

    /// Switches the overlay on or off at the user's request; returns false if it is not installed.
    func toggle(socket: String?) -> Bool {
        isDecided = true
        guard isRunning else { return start(socket: socket) }
        stop()
        return true
    }

    /// Starts it without a request of the user, once.
    func startUnasked(socket: String?) {
        isDecided = true
        _ = start(socket: socket)
    }

    private func start(socket: String?) -> Bool {
        guard !isRunning else { return true }
        ending.removeAll { $0.status != nil }
        // IBus shows the candidates
        process = try? ChildProcess("inkd-overlay", ["--no-candidates", "--with-parent"] + (socket.map { ["--socket", $0] } ?? []))
        return process != nil
    }

    private func stop() {
        guard isRunning, let process else { return }
        process.terminate()
        ending.append(process)
        self.process = nil
    }
}
