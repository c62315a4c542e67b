import Glibc
public import InkClient
public import InkProtocol

/// A composition and its connection to inkd, which is restored after each loss. For use by one thread that waits with `poll`.
public final class InputMethodSession {
    private let apply: (Composition.Action) -> Void
    private var composition: Composition
    private var passwords = PasswordGuard()
    private var connection: Reconnection
    private var link: DaemonLink? { connection.link }
    private var displays: DisplayChanges
    private var fields = FieldReport()
    /// The position of the caret, if not sent to inkd yet.
    private var caret: TextInputInterface.Caret?

    /// The state of the pen; nil without a connection to inkd.
    public private(set) var status: TextInputInterface.Status? { didSet { if status != oldValue { onStatus?(status) } } }
    /// Called when `status` has changed.
    public var onStatus: ((TextInputInterface.Status?) -> Void)?
    /// Called with each error between the session and inkd.
    public var onError: ((ClientError) -> Void)?

    /// Called with each event from inkd, before the event takes effect.
    public var onEvent: ((TextInputInterface.Event) -> Void)?
    /// Called with each question for an object on the accessibility bus; the answer is passed to `handle`, perhaps at once.
    public var onQuestion: ((PasswordGuard.Question, PasswordGuard.Object) -> Void)?
    /// Called to search for the words of the focused object in a rectangle; the answer is the input `textBelow`. The coordinates are those
    /// of the screen, or else of the window, as in the last search for fields.
    public var onTextSearch: ((PixelRectangle, _ isScreen: Bool) -> Void)?
    /// Called to search for the text fields of the active window; the result is passed to `handle`, perhaps at once.
    public var onFieldSearch: (() -> Void)?
    /// Called when movements of the window's content are to be reported from now on, or no more.
    public var onContentInterest: ((Bool) -> Void)?

    /// - Parameters:
    ///   - name: The name of the input method.
    ///   - socket: inkd's socket; nil: the default one.
    ///   - displays: Reports the rotation of the built-in display, the position of the focused window, and the mapping of tablets.
    ///   - apply: Performs the actions on the field and the display, in order. It never receives calls to inkd.
    public init(
        name: String, socket: String? = nil, configuration: Composition.Configuration = .init(), displays: (any DisplaySource)? = nil,
        apply: @escaping (Composition.Action) -> Void
    ) {
        self.apply = apply
        connection = Reconnection(name: name, socket: socket)
        self.displays = DisplayChanges(of: displays)
        composition = Composition(configuration: configuration)
    }

    /// The current time of the clock that all times refer to.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The file descriptors to wait for with `poll`. Read this property before every poll, because the descriptors change after each loss
    /// of a connection.
    public var fileDescriptors: [Int32] { (link?.fileDescriptors ?? []) + displays.fileDescriptors }

    /// The latest time for the next call of `process`.
    public var nextDeadline: Duration? {
        [composition.nextDeadline, passwords.nextDeadline, fields.nextDeadline, connection.deadline].compactMap(\.self).min()
    }

    /// `nextDeadline` for `poll`: milliseconds from now, -1 to wait forever.
    public var pollTimeout: Int32 { Self.pollTimeout(until: nextDeadline) }

    /// Returns the time until a deadline for `poll`: milliseconds from now, -1 to wait forever.
    public static func pollTimeout(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        // round up: a poll that ends too early would be repeated in a busy loop
        return Int32(clamping: max(0, Int64(((deadline - now) / .milliseconds(1)).rounded(.up))))
    }

    /// Whether text is pending.
    public var isComposing: Bool { composition.isComposing }
    /// Whether the pen is writing, or its text is on its way into the field.
    public var isWriting: Bool { composition.isWriting }
    /// Whether key presses are the only source for the text before the caret.
    public var followsKeys: Bool { composition.followsKeys }
    /// Whether text in the field is being replaced.
    public var isChanging: Bool { composition.isChanging }
    /// Whether there is uncommitted text that can be restored.
    public var hasLost: Bool { composition.hasLost }
    /// Whether candidates are displayed.
    public var showsCandidates: Bool { composition.showsCandidates }
    /// Whether keys choose among the candidates.
    public var choosesByKeys: Bool { composition.choosesByKeys }

    /// Handles inkd's events and timeouts, and connects; call it after every poll.
    public func process() {
        connect()
        do {
            while let event = try link?.next(at: Self.now) { take(event) }
        } catch {
            lost(error)
        }
        reportRotation()
        followPlaces()
        perform(passwords.tick(at: Self.now))
        perform(composition.tick(at: Self.now))
        perform(fields.tick(at: Self.now))
    }

    /// Handles an input that concerns the focused field.
    public func handle(_ input: Composition.Input) {
        // the next field has its own caret
        if case .focusOut = input { caret = nil }
        perform(passwords.handle(input, at: Self.now))
        switch input {
        case .focusIn(let purpose, _), .purpose(let purpose): handle(.field(acceptsInk: purpose.takesInk))
        case .focusOut: handle(.field(acceptsInk: nil))
        default: break
        }
    }

    /// Handles an input that concerns the text fields on the screen.
    public func handle(_ input: FieldReport.Input) { perform(fields.handle(input, at: Self.now)) }

    /// Handles an event of the accessibility bus.
    public func handle(_ event: PasswordGuard.Event) {
        if case .focused = event { handle(.objectFocused) }
        perform(passwords.handle(event, at: Self.now))
    }

    /// Handles a key press; returns whether the input method consumes it.
    public func press(_ key: Composition.Key) -> Bool {
        let (handled, actions) = composition.press(key, at: Self.now)
        perform(actions)
        return handled
    }

    /// Sets the caret's position on the screen. inkd receives the position only while a pen is near, because otherwise the position would
    /// reveal how much is typed.
    public func setCaret(_ caret: TextInputInterface.Caret) {
        self.caret = caret
        sendCaret()
        handle(.caret(caret))
    }

    private func sendCaret() {
        guard let caret, let link, link.session != nil, composition.isPenPresent(at: Self.now) else { return }
        self.caret = nil
        tryCall { link throws(ClientError) in try link.setCaret(caret) }
    }

    /// Asks inkd's clients to show or hide candidates. Keys choose among the candidates only after a client has answered that it shows
    /// them.
    public func showCandidates(_ candidates: [String], selected: Int) {
        guard link?.session != nil else { return handle(.candidatesSeen(false)) }
        tryCall { link throws(ClientError) in
            try link.showCandidates(candidates, selected: selected, at: Self.now) { [weak self] in self?.handle(.candidatesSeen($0)) }
        }
    }

    /// Asks inkd's clients to show the user a message; "" to hide it.
    public func showMessage(_ message: String) {
        tryCall { link throws(ClientError) in try link.showMessage(message, at: Self.now) }
    }

    /// Sets the mode of pens.
    public func setPen(_ mode: TextInputInterface.PenMode) { call(TextInputInterface.SetMode.self, .init(mode: mode)) { _ in } }

    /// Makes pens write, or only point; nil switches between the two.
    public func setPen(enabled: Bool?) { call(TextInputInterface.SetEnabled.self, .init(enabled: enabled)) { _ in } }

    /// Calls a method of inkd without waiting for it.
    ///
    /// - Parameter answer: Receives the reply during a later `process`, unless inkd refuses or disconnects, or there is no connection.
    public func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, answer: @escaping (Method.Reply) -> Void
    ) {
        tryCall { link throws(ClientError) in try link.send(method, parameters, at: Self.now, answer: answer) }
    }

    private func reportRotation() {
        guard let degrees = displays.unreportedRotation(), let session = link?.session else { return }
        displays.reportRotation(degrees)
        call(TextInputInterface.SetDisplayRotation.self, .init(session: session, rotation: degrees)) { _ in }
    }

    private func followPlaces() {
        if let places = displays.newPlaces() { handle(.desktop(places.window, places.tablets)) }
    }

    private func take(_ event: TextInputInterface.Event) {
        onEvent?(event)
        if let status = event.status {
            self.status = status
            handle(.penNear(status.near ?? false))
            handle(.pen(isNear: status.near ?? false))
        }
        if event.change == .present {
            connection.attached()
            handle(.attached)
            handle(.connected)
        } else {
            handle(.event(event))
        }
        sendCaret()
    }

    private func perform(_ outputs: [PasswordGuard.Output]) {
        for output in outputs {
            switch output {
            case .input(let input): perform(composition.handle(input, at: Self.now))
            case .ask(let question, let object): onQuestion?(question, object)
            }
        }
    }

    private func perform(_ outputs: [FieldReport.Output]) {
        for output in outputs {
            switch output {
            case .search:
                displays.locateWindow()
                followPlaces()
                if let onFieldSearch { onFieldSearch() } else { handle(.found(nil)) }
            case .followContent(let isFollowed): onContentInterest?(isFollowed)
            case .report(let fields, let tablets, let process):
                let application = process.flatMap { ProcessName.name(of: $0) }
                tryCall { link throws(ClientError) in try link.setFields(fields, tablets: tablets, application: application) }
            }
        }
    }

    /// Carries out the actions. The display is updated first, without waiting for inkd.
    private func perform(_ actions: [Composition.Action]) {
        for action in actions {
            switch action {
            case .call: continue
            case .findText(let area): findText(in: area)
            default: apply(action)
            }
        }
        for case .call(let call) in actions { perform(call) }
    }

    private func findText(in area: TextInputInterface.Area) {
        let area = PixelRectangle(x: area.x, y: area.y, width: area.width, height: area.height)
        guard let onTextSearch, let place = fields.place(of: area), let origin = fields.origin else { return handle(.textBelow(.unknown)) }
        onTextSearch(place, origin == .screen)
    }

    private func perform(_ call: Composition.DaemonCall) {
        tryCall { link throws(ClientError) in try link.perform(call, at: Self.now) }
    }

    private func tryCall(_ body: (DaemonLink) throws(ClientError) -> Void) {
        guard let link, link.session != nil else { return }
        do throws(ClientError) {
            try body(link)
        } catch {
            lost(error)
        }
    }

    private func connect() {
        do throws(ClientError) {
            try connection.connect(at: Self.now) { [weak self] in
                self?.onError?($0)
            } onUnknownLanguage: { [weak self] in
                self?.handle(.refused(language: $0))
            }
        } catch {
            lost(error)
        }
    }

    private func lost(_ error: ClientError) {
        let loss = connection.lose(error, at: Self.now)
        status = nil
        displays.forgetRotation()
        handle(.pen(isNear: false))
        switch loss {
        case .persistent: break
        case .attempt: onError?(error)
        case .ended:
            onError?(error)
            handle(.connectionLost)
        }
    }
}
