public import DBus
internal import Glibc
public import InputMethod

/// A listener on the desktop's accessibility bus (AT-SPI, at-spi2-core's `xml/`). Reports focus changes, the roles and states of objects,
/// and the text fields of the active window. Reconnects whenever the bus is missing.
public final class AccessibilityBus {
    /// The delays before connecting again: `pause` after a connection was lost, `longPause` after no bus was found.
    private static let (pause, longPause): (Duration, Duration) = (.seconds(1), .seconds(60))
    /// Timeout for a reply from an application.
    private static let patience: Duration = .seconds(5)

    private let report: (PasswordGuard.Event) -> Void
    private let reportFields: (FieldReport.Input) -> Void
    private let trace: Trace
    /// The user's session bus, which has the address of the accessibility bus.
    private var desktop: BusClient?
    private var bus: BusClient?
    private var isListening = false
    private var search: FocusSearch?
    private var fieldSearch: FieldSearch?
    private var textSearch: TextSearch?
    /// The focused text field according to the last search for fields; nil if no field has the focus.
    private var focusedField: PasswordGuard.Object?
    /// The object that reported the focus last.
    private var focused: PasswordGuard.Object?
    /// Whether the session wants reports of moving window content, and whether applications have been asked to send them.
    private var (wantsContent, followsContent) = (false, false)
    /// The time of the next connection attempt; nil while connected or stopped.
    private var connectAt: Duration?
    /// Whether the session runs on Wayland, where applications do not know the positions of their windows on the screen.
    private let isWayland = getenv("WAYLAND_DISPLAY") != nil
    /// True if we enabled accessibility (and must disable it again).
    private var hasEnabled = false

    /// Creates a listener that reports events to a session while `process` runs, and handles the session's questions.
    /// - Parameter findsPasswords: Whether focused password boxes are reported, besides the text fields of windows.
    public init(for session: InputMethodSession, trace: Trace, findsPasswords: Bool = true) {
        self.trace = trace
        report = { [weak session] in
            trace.say("accessibility: \($0)")
            if findsPasswords { session?.handle($0) }
        }
        reportFields = { [weak session] in session?.handle($0) }
        session.onQuestion = { [weak self] in self?.ask($0, of: $1) }
        session.onFieldSearch = { [weak self] in self?.findFields() }
        session.onTextSearch = { [weak self, weak session] place, isScreen in
            guard let self, let bus, isListening, let object = focusedField else { session?.handle(.textBelow(.unknown)); return }
            let search = TextSearch(on: bus, in: object, place: place, isScreen: isScreen) { [weak session] in
                trace.say("text: \($0.summary)")
                session?.handle(.textBelow($0))
            }
            textSearch = search
            search.begin()
        }
        session.onContentInterest = { [weak self] in
            self?.wantsContent = $0
            self?.followContent()
        }
    }

    /// Whether the listener is started: connected to the bus, connecting, or waiting for the next attempt.
    public var isOn: Bool { connectAt != nil || desktop != nil }

    /// The connections to poll.
    public var connections: [BusConnection] { [desktop, bus].compactMap { $0?.connection } }

    /// The latest time for the next call of `process`.
    public var nextDeadline: Duration? { [connectAt, fieldSearch?.deadline].compactMap(\.self).min() }

    /// Enables accessibility on the desktop and subscribes to focus events.
    public func start() {
        guard !isOn else { return }
        connectAt = .zero
        report(.connecting)
    }

    /// Stops listening, and disables accessibility unless it was enabled before `start`.
    public func stop() {
        if hasEnabled { setEnabled(false) }
        hasEnabled = false
        disconnect()
        connectAt = nil
    }

    /// Processes the connections; must be called after every poll.
    public func process() {
        if let connectAt, connectAt <= InputMethodSession.now { connect() }
        // Keeps both connections alive during processing, even if processing ends them
        let clients = [desktop, bus].compactMap(\.self)
        if !clients.allSatisfy({ $0.connection.process() }) { lose("the bus disappeared") }
        fieldSearch?.tick(at: InputMethodSession.now)
    }

    /// Sends a question to an object; the answer is reported as an event.
    private func ask(_ question: PasswordGuard.Question, of object: PasswordGuard.Object) {
        let member = question == .role ? "GetRole" : "GetState"
        guard let bus else { return report(Accessible.event(nil, question, object)) }
        bus.call(BusMethod(object.application, object.path, Accessible.interface, member), timeout: Self.patience) { [weak self] answer in
            self?.report(Accessible.event(answer, question, object))
        }
    }

    // MARK: Connecting

    private func connect() {
        connectAt = nil
        do throws(BusError) {
            let desktop = try BusClient(address: nil) { _ in }
            self.desktop = desktop
            // enable accessibility first: most applications check the setting only once, when they start
            enable()
            desktop.call(BusMethod(Launcher.name, Launcher.path, "org.a11y.Bus", "GetAddress")) { [weak self, weak desktop] answer in
                let address = answer.flatMap { (answer) -> String? in try? answer.readString() }
                guard let self, let desktop, self.desktop === desktop else { return }
                if let address, !address.isEmpty { join(address) } else { lose("no accessibility bus") }
            }
        } catch {
            lose("\(error)")
        }
    }

    private func join(_ address: String) {
        do throws(BusError) {
            let bus = try BusClient(address: address) { [weak self] in self?.take($0) }
            self.bus = bus
            try bus.match("type='signal',interface='\(Accessible.events)',member='StateChanged',arg0='focused'")
            try bus.match("type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
            for (interface, member) in Accessible.windowEvents + Accessible.contentEvents {
                try bus.match("type='signal',interface='\(interface)',member='\(member)'")
            }
            register("window:activate", on: bus) { _ in }
            register("object:state-changed:focused", on: bus) { [weak self, weak bus] answer in
                guard let self, let bus, self.bus === bus else { return }
                guard answer != nil else { return lose("the accessibility registry does not answer") }
                isListening = true
                report(.listening)
                search = FocusSearch(on: bus) { [weak self] in self?.report(.focused($0)) }
                search?.begin()
                followContent()
                reportFields(.focusMoved)
            }
        } catch {
            lose("\(error)")
        }
    }

    /// Asks applications to send an event. An application sends only the events that a client has registered for.
    private func register(_ event: String, on bus: BusClient, reply: @escaping BusClient.Reply) {
        bus.call(Accessible.registration("RegisterEvent")) { message throws(BusError) in
            try message.append(event)
            // no properties, and any application
            try message.container("a", "s") { () throws(BusError) in }
            try message.append("")
        } reply: {
            reply($0)
        }
    }

    private func disconnect() {
        (desktop, bus, search, textSearch) = (nil, nil, nil, nil)
        isListening = false
        followsContent = false
        focused = nil
        if fieldSearch != nil { endFieldSearch(nil) }
        report(.lost)
    }

    private func lose(_ reason: String) {
        trace.say("accessibility: \(reason)")
        connectAt = InputMethodSession.now + (isListening ? Self.pause : Self.longPause)
        disconnect()
    }

    // MARK: Applications

    private func enable() {
        let get = BusMethod(Launcher.name, Launcher.path, Launcher.properties, "Get")
        desktop?.call(get) { message throws(BusError) in
            try message.append(Launcher.status)
            try message.append(Launcher.enabled)
        } reply: { [weak self] answer in
            let isEnabled = answer.flatMap { (answer) -> Bool? in
                try? answer.inside("v", "b") { () throws(BusError) in try answer.readBool() }
            }
            guard let self, isEnabled == false else { return }
            hasEnabled = true
            setEnabled(true)
        }
    }

    private func setEnabled(_ isEnabled: Bool) {
        desktop?.call(BusMethod(Launcher.name, Launcher.path, Launcher.properties, "Set")) { message throws(BusError) in
            try message.append(Launcher.status)
            try message.append(Launcher.enabled)
            try message.container("v", "b") { () throws(BusError) in try message.append(isEnabled) }
        } reply: { [trace] in
            trace.say("accessibility: \(isEnabled ? "on" : "off")\($0 == nil ? ", refused" : "")")
        }
    }

    private func take(_ signal: BusMessage) {
        if Accessible.windowEvents.contains(where: { $0 == (signal.interface, signal.member) }) {
            focused = PasswordGuard.Object(application: signal.sender, path: signal.path)
            return reportFields(.focusMoved)
        }
        if Accessible.contentEvents.contains(where: { $0 == (signal.interface, signal.member) }) {
            // only movements in the focused application matter
            if followsContent, signal.sender == focused?.application { reportFields(.contentMoved) }
            return
        }
        guard let event = Accessible.event(signal) else { return }
        search?.hear(signal.sender)
        report(event)
        if case .focused(let object) = event {
            focused = object
            reportFields(.focusMoved)
        }
    }

    // MARK: Text fields

    private func findFields() {
        guard let bus, isListening else { return reportFields(.found(nil)) }
        let search = FieldSearch(on: bus, focused: focused, isWayland: isWayland) { [weak self] in self?.endFieldSearch($0) }
        fieldSearch = search
        search.begin()
    }

    private func endFieldSearch(_ fields: WindowFields?) {
        focusedField = fieldSearch?.focusedField
        fieldSearch = nil
        trace.say("fields: \(fields.map { "\($0.fields.count)\($0.isIncomplete ? ", perhaps more" : "")" } ?? "unknown")")
        reportFields(.found(fields))
    }

    /// Asks applications to report movements of their windows' content, or to stop the reports. The reports are frequent, and a pen is
    /// rarely near.
    private func followContent() {
        guard let bus, isListening, followsContent != wantsContent else { return }
        followsContent = wantsContent
        for event in ["object:bounds-changed", "object:visible-data-changed"] {
            if wantsContent {
                register(event, on: bus) { _ in }
            } else {
                bus.call(Accessible.registration("DeregisterEvent")) { message throws(BusError) in
                    try message.append(event)
                } reply: { _ in
                }
            }
        }
    }
}

/// The service on the session bus that starts the accessibility bus.
private enum Launcher {
    static let name = "org.a11y.Bus"
    static let path = "/org/a11y/bus"
    static let properties = "org.freedesktop.DBus.Properties"
    static let status = "org.a11y.Status"
    static let enabled = "IsEnabled"
}
