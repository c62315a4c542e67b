import Glibc
public import InkClient
public import InkProtocol

/// A composition and its connection to inkd, which it makes again whenever it is lost. For a thread that waits with `poll`.
public final class InputMethodSession {
    /// The interval of attempts to connect to inkd again.
    private static let pause: Duration = .milliseconds(500)

    private let name: String
    private let socket: String?
    private let apply: (Composition.Action) -> Void
    private var composition: Composition
    private var passwords = PasswordGuard()
    private var link: DaemonLink?
    /// When to connect; nil while connected.
    private var connectAt: Duration? = .zero
    /// The reason why it is not attached.
    private var trouble: ClientError?

    /// The state of the pen; nil without a connection to inkd.
    public private(set) var status: TextInputInterface.Status? { didSet { if status != oldValue { onStatus?(status) } } }
    /// Called when `status` has changed.
    public var onStatus: ((TextInputInterface.Status?) -> Void)?
    /// Called with each error between the session and inkd.
    public var onError: ((ClientError) -> Void)?

    /// Called with each event of inkd before it has its effects.
    public var onEvent: ((TextInputInterface.Event) -> Void)?
    /// Called with each question for an object on the accessibility bus; the answer comes back by `handle`, perhaps at once.
    public var onQuestion: ((PasswordGuard.Question, PasswordGuard.Object) -> Void)?

    /// - Parameters:
    ///   - name: What the input method is called.
    ///   - socket: inkd's; nil: the usual one.
    ///   - apply: Carries out the actions on the field and the display, in order. Calls to inkd never arrive there.
    public init(
        name: String, socket: String? = nil, configuration: Composition.Configuration = .init(),
        apply: @escaping (Composition.Action) -> Void
    ) {
        self.name = name
        self.socket = socket
        self.apply = apply
        composition = Composition(configuration: configuration)
    }

    /// The clock that all is timed by.
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// To wait for with `poll`; nil while there is no connection. Another one after each loss: ask before every poll.
    public var fileDescriptor: Int32? { link?.fileDescriptor }

    /// When `process` must be called at the latest.
    public var nextDeadline: Duration? { [composition.nextDeadline, passwords.nextDeadline, connectAt].compactMap(\.self).min() }

    /// The same for `poll`: milliseconds from now, -1 for ever.
    public var pollTimeout: Int32 { Self.pollTimeout(until: nextDeadline) }

    /// The time until a deadline for `poll`: milliseconds from now, -1 for ever.
    public static func pollTimeout(until deadline: Duration?) -> Int32 {
        guard let deadline else { return -1 }
        // rounded up: a poll that ends too early would be repeated without sleep
        return Int32(clamping: max(0, Int64(((deadline - now) / .milliseconds(1)).rounded(.up))))
    }

    /// Text is pending.
    public var isComposing: Bool { composition.isComposing }
    /// The pen writes, or what it wrote is on its way into the field.
    public var isWriting: Bool { composition.isWriting }
    /// Key presses are the only way to know the text before the caret.
    public var followsKeys: Bool { composition.followsKeys }
    /// Text in the field is being exchanged.
    public var isChanging: Bool { composition.isChanging }
    /// There is text that no field took, and that can be put in again.
    public var hasLost: Bool { composition.hasLost }
    /// There are candidates to be seen.
    public var showsCandidates: Bool { composition.showsCandidates }
    /// Keys choose among them.
    public var choosesByKeys: Bool { composition.choosesByKeys }

    /// To be called after every poll: handles inkd's events and timeouts, and connects.
    public func process() {
        connect()
        do {
            while let event = try link?.next() { take(event) }
        } catch {
            lost(error)
        }
        perform(passwords.tick(at: Self.now))
        perform(composition.tick(at: Self.now))
    }

    /// Something happened around the field.
    public func handle(_ input: Composition.Input) { perform(passwords.handle(input, at: Self.now)) }

    /// Something happened on the accessibility bus.
    public func handle(_ news: PasswordGuard.News) {
        if case .focused = news { handle(.objectFocused) }
        perform(passwords.handle(news, at: Self.now))
    }

    /// A key was pressed; whether the input method keeps it.
    public func press(_ key: Composition.Key) -> Bool {
        let (handled, actions) = composition.press(key, at: Self.now)
        perform(actions)
        return handled
    }

    /// Tells inkd the caret's place on the screen.
    public func setCaret(_ caret: TextInputInterface.Caret) {
        tryCall { link throws(ClientError) in try link.setCaret(caret) }
    }

    /// Has clients of inkd's show candidates, or none any more; keys choose only if one does.
    public func showCandidates(_ candidates: [String], selected: Int) {
        var areSeen = false
        tryCall { link throws(ClientError) in areSeen = try link.showCandidates(candidates, selected: selected) }
        handle(.candidatesSeen(areSeen))
    }

    /// Has clients of inkd's say something to the user; "" for nothing any more.
    public func showMessage(_ message: String) {
        tryCall { link throws(ClientError) in try link.showMessage(message) }
    }

    /// The switch "Pen writes text"; nil: the other way round.
    public func setPen(enabled: Bool?) {
        tryCall { link throws(ClientError) in try link.setPen(enabled: enabled) }
    }

    private func take(_ event: TextInputInterface.Event) {
        onEvent?(event)
        if let status = event.status { self.status = status }
        guard event.change == .present else { return handle(.event(event)) }
        trouble = nil
        handle(.attached)
    }

    private func perform(_ outputs: [PasswordGuard.Output]) {
        for output in outputs {
            switch output {
            case .input(let input): perform(composition.handle(input, at: Self.now))
            case .ask(let question, let object): onQuestion?(question, object)
            }
        }
    }

    /// The display is updated first, without waiting for inkd.
    private func perform(_ actions: [Composition.Action]) {
        for action in actions {
            if case .call = action { continue }
            apply(action)
        }
        for case .call(let call) in actions { perform(call) }
    }

    private func perform(_ call: Composition.DaemonCall) {
        tryCall { link throws(ClientError) in
            do throws(ClientError) {
                try link.perform(call)
            } catch {
                guard let refusal = error.refusal(as: TextInputInterface.UnknownLanguage.self) else { throw error }
                handle(.refused(language: refusal.language))
            }
        }
    }

    private func tryCall(_ body: (DaemonLink) throws(ClientError) -> Void) {
        guard let link, link.session != nil else { return }
        do {
            try body(link)
        } catch {
            if case .refused(let name, _) = error, name != TextInputInterface.NoSuchSession.name { onError?(error) } else { lost(error) }
        }
    }

    private func connect() {
        guard let connectAt, connectAt <= Self.now else { return }
        do {
            link = try DaemonLink(name: name, socket: socket)
            self.connectAt = nil
        } catch {
            lost(error)
        }
    }

    private func lost(_ error: ClientError) {
        let isNews = link != nil || trouble == nil
        link = nil
        status = nil
        connectAt = Self.now + Self.pause
        // what goes on being so is said once
        guard trouble != error else { return }
        trouble = error
        onError?(error)
        // that it cannot be reached again yet says nothing new to the user
        if isNews { handle(.connectionLost) }
    }
}

/// The two connections to inkd: one for events, one for calls. Both or none.
private final class DaemonLink {
    /// inkd answers at once; one that does not is as good as gone, and keys must not wait for it.
    private static let patience: Duration = .seconds(1)

    private let events: Watch<TextInputInterface.Attach>
    private let calls: InkConnection
    private(set) var session: Int?
    /// inkd's number of the field that has the focus.
    private var field: Int?

    init(name: String, socket: String?) throws(ClientError) {
        calls = try InkConnection(path: socket)
        events = try InkConnection(path: socket).attachInputMethod(named: name)
    }

    var fileDescriptor: Int32 { events.fileDescriptor }

    /// The next event, without waiting; nil when there are no more.
    func next() throws(ClientError) -> TextInputInterface.Event? {
        while let event = try events.nextIfAvailable() {
            if let session = event.session { self.session = session }
            // what was on its way when the focus changed is not for the field that has it now; what was read late says itself which it is for
            if event.field == nil || event.field == field || event.change == .lateReading { return event }
        }
        if events.isFinished { throw .connectionLost(errno: 0) }
        return nil
    }

    func perform(_ call: Composition.DaemonCall) throws(ClientError) {
        guard let session else { return }
        switch call {
        case .focus(let purpose, let language, let context):
            let focus = TextInputInterface.Focus.Parameters(session: session, purpose: purpose, language: language, preContext: context)
            field = try send(TextInputInterface.Focus.self, focus).field
        case .unfocus:
            field = nil
            try send(TextInputInterface.Unfocus.self, .init(session: session))
        case .setContext(let context): try send(TextInputInterface.SetContext.self, .init(session: session, preContext: context))
        case .take(let editor, let strokes, let text, let keep):
            try send(TextInputInterface.Take.self, .init(session: session, editor: editor, strokes: strokes, text: text, keep: keep))
        case .correct(let editor, let strokes, let text):
            try send(TextInputInterface.Correct.self, .init(session: session, editor: editor, strokes: strokes, text: text))
        case .cancelStroke: try send(TextInputInterface.CancelStroke.self, .init(session: session))
        }
    }

    func setCaret(_ caret: TextInputInterface.Caret) throws(ClientError) {
        guard let session else { return }
        try send(TextInputInterface.SetCaret.self, .init(session: session, caret: caret))
    }

    /// - Returns: A client displays them.
    func showCandidates(_ candidates: [String], selected: Int) throws(ClientError) -> Bool {
        guard let session else { return false }
        return try send(TextInputInterface.ShowCandidates.self, .init(session: session, candidates: candidates, selected: selected)).shown
    }

    func showMessage(_ message: String) throws(ClientError) {
        guard let session else { return }
        try send(TextInputInterface.ShowMessage.self, .init(session: session, message: message))
    }

    func setPen(enabled: Bool?) throws(ClientError) { try send(TextInputInterface.SetEnabled.self, .init(enabled: enabled)) }

    @discardableResult
    private func send<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) throws(ClientError) -> Method.Reply {
        try calls.call(method, parameters, timeout: Self.patience)
    }
}

/// The user's text passes through an input method. A crash must not leave it in a file.
public enum CoreDumps {
    /// From now on neither this process nor one that it starts leaves a core dump.
    public static func forbid() {
        // 1: too small for a file, and the only limit that the kernel heeds where a program takes the dump (Linux, fs/coredump.c)
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
