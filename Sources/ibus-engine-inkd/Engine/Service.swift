internal import Accessibility
internal import DBus
internal import Glibc
internal import InkProtocol
internal import InputMethod
internal import System

/// Joins IBus and inkd: calls of IBus become inputs of the session, its actions signals of the engine that has the focus.
final class Service {
    let bus: Bus
    let trace: Trace
    let overlay = Overlay()
    let socket: String?
    /// nil where password boxes are not looked for.
    private(set) var accessibility: AccessibilityBus?
    private let accessibilityChoice: AccessibilityChoice?
    /// nil only while it is being made.
    private(set) var session: InputMethodSession?

    /// IBus's engines by their paths: one for each input method that was chosen.
    var engines: [String: Engine] = [:]
    /// The one that has the focus, or had it last.
    var current: Engine?
    /// Keys that were kept, by their codes: their releases are kept, too.
    var keptKeys: Set<UInt32> = []
    /// Keys that go to the application a moment after a commit, or after an exchange of text.
    var heldKeys = HeldKeys<KeyPress>()
    /// The codes of keys that `FakeKeyboard` has sent and that come back through IBus: the composition knows of them.
    var fakedKeys: [UInt32] = []
    /// The position of the caret, not sent yet.
    var caret: TextInputInterface.Caret?
    /// A field has lost the focus, and nobody has it yet.
    var awaitsRelease = false
    /// Runs while keys come here, and while something is written: IBus waits six seconds with each key for an engine that has stopped, or is stuck, and
    /// gives keys to the application at once when it has gone.
    private let keyboardGuard = StallTimer()
    /// Seconds until this process ends in that way, milliseconds in which the loop comes round in any case, and the time for which it runs behind a key.
    private static let (longestStall, heartbeat, typing): (Int, Int32, Duration) = (5, 1000, .seconds(10))
    private var isGuarding = false
    /// When the last key came.
    var lastKeyAt: Duration?
    /// The menu offers to put in what was lost.
    private var offersLost = false
    /// inkd is there.
    private var isAttached = false
    /// Those that inkd reads; asked for when inkd comes, and whenever an engine is made.
    private(set) var languages: [String] = []
    private var engineCount = 0

    /// - Parameter accessibility: Whether password boxes are looked for on the accessibility bus; nil: never.
    init(bus: Bus, socket: String?, trace: Bool, accessibility choice: AccessibilityChoice?) throws(IBusError) {
        self.bus = bus
        self.socket = socket
        accessibilityChoice = choice
        self.trace = Trace(isOn: trace)
        let session = InputMethodSession(name: "IBus", socket: socket) { [unowned self] in apply($0) }
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

    /// Until IBus goes.
    func run() {
        trace.say("ready")
        while bus.connection.process() {
            // before what is read: it may be of a password
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
        trace.say("IBus has gone")
    }

    private func guardKeyboard() {
        let isTyping = lastKeyAt.map { InputMethodSession.now - $0 < Self.typing } ?? false
        let isHolding = isTyping || !heldKeys.isEmpty || session?.isWriting == true
        guard isHolding || isGuarding else { return }
        isGuarding = isHolding
        if isHolding { keyboardGuard?.start(seconds: Self.longestStall) } else { keyboardGuard?.stop() }
    }

    /// Text may be lost when the menu is up already.
    private func followLost() {
        guard let session, session.hasLost != offersLost else { return }
        offersLost = session.hasLost
        updateMenu()
    }

    private func wait() {
        // what was sent meanwhile may have been answered already
        let connections = [bus.connection] + (accessibility?.connections ?? [])
        var requests = connections.map { pollfd(fd: $0.fileDescriptor, events: $0.events, revents: 0) }
        requests += (session?.fileDescriptors ?? []).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let due = [heldKeys.deadline, accessibility?.nextDeadline].compactMap(\.self).min()
        let own = InputMethodSession.pollTimeout(until: due)
        let timeouts = (connections.map(\.timeout) + [session?.pollTimeout ?? -1, own, isGuarding ? Self.heartbeat : -1]).filter { $0 >= 0 }
        poll(&requests, nfds_t(requests.count), timeouts.min() ?? -1)
    }

    /// The user wants password boxes to be looked for, or no longer.
    func toggleAccessibility() {
        guard let accessibility, let accessibilityChoice else { return }
        if accessibility.isOn { accessibility.stop() } else { accessibility.start() }
        do throws(SystemError) {
            try accessibilityChoice.set(isOn: accessibility.isOn)
        } catch {
            tell("This is not kept for the next session: \(error)")
        }
    }

    /// Asks inkd for its languages. IBus waits for the engine, so the answer comes into the menu later.
    private func updateLanguages() {
        if languages.isEmpty { languages = InstalledLanguages.shipped }
        session?.call(ModelsInterface.List.self, .init()) { [unowned self] reply in
            languages = InstalledLanguages.tags(of: reply.models.map { ($0.kind, $0.tag) })
            updateMenu()
        }
    }

    /// Shows ink where somebody writes on a tablet that has no screen, and looks elsewhere.
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
    /// The language, by the engine's name or its menu; nil: inkd's own.
    var language: String?
    var purpose = TextInputInterface.Purpose.text
    var capitals = InsertionPlace.Capitals.asWritten
    /// It has the focus, but perhaps of no field.
    var awaitsClient = false
    /// The application lets its text be seen (IBUS_CAP_SURROUNDING_TEXT).
    var seesText = false
    /// IBUS_CAP_SYNC_PROCESS_KEY, which GTK's IBus modules have, and IBus's Wayland input method.
    var isKeySynchronous = false
    /// The name that the client of the field which has the focus gave to IBus; nil: not told. The one that has the focus when the engine is chosen
    /// is never told.
    var client: String?
    /// Qt is served by its own module, not by Wayland's compositor.
    private static let isX11 = getenv("WAYLAND_DISPLAY") == nil

    /// IBus is the compositor's input method, as on Plasma 6. It drops requests to delete (1.5.32).
    var isWaylandInputMethod: Bool { client == "wayland" }

    /// Keys can be sent to the application through IBus. To GTK 4 they cannot: its IBus module has only printable ones do something
    /// (github.com/libhangul/ibus-hangul/pull/113).
    var takesKeys: Bool { !isKeySynchronous || isWaylandInputMethod }

    private var isFirefox: Bool {
        let name = client?.split(separator: ":").last ?? ""
        return name.hasPrefix("firefox") || name.hasPrefix("thunderbird")
    }

    /// Whether the client commits the preedit by itself. Where the text is not told it could not be known whether a reset was for that.
    var preeditCommit: Composition.PreeditCommit {
        guard takesKeys else { return client == nil || !seesText ? .never : isFirefox ? .ifAskedAtReset : .ifAsked }
        return switch client {
        // qibusplatforminputcontext.cpp; besides GTK's modules nobody else on X11 tells of the text
        case "QIBusInputContext": .always
        case "gnome-shell": .ifAskedAtAnyReset
        case nil: Self.isX11 && seesText ? .always : .never
        default: .never
        }
    }

    init(path: String, language: String?) {
        self.path = path
        self.language = language
    }
}

/// The program that shows ink near the caret, as a child of this one.
final class Overlay {
    private var process: ChildProcess?
    /// It was started unasked, or the user has switched it on or off.
    private(set) var isDecided = false
    /// Processes that are ending: they must be reaped, but nothing waits for them.
    private var ending: [ChildProcess] = []

    /// It runs.
    var isRunning: Bool { process.map { $0.status == nil } ?? false }

    deinit { stop() }

    /// The user wants the other way; false where it is not installed.
    func toggle(socket: String?) -> Bool {
        isDecided = true
        guard isRunning else { return start(socket: socket) }
        stop()
        return true
    }

    /// Starts it without the user's having asked for it, once.
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
