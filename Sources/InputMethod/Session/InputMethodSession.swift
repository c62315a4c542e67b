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
    /// The caret's place, which inkd does not know yet.
    private var caret: TextInputInterface.Caret?

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

    /// To wait for with `poll`; none while there is no connection. Others after each loss: ask before every poll.
    public var fileDescriptors: [Int32] { link?.fileDescriptors ?? [] }

    /// When `process` must be called at the latest.
    public var nextDeadline: Duration? {
        [composition.nextDeadline, passwords.nextDeadline, connectAt, link?.deadline].compactMap(\.self).min()
    }

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
            while let event = try link?.next(at: Self.now) { take(event) }
        } catch {
            lost(error)
        }
        perform(passwords.tick(at: Self.now))
        perform(composition.tick(at: Self.now))
    }

    /// Something happened around the field.
    public func handle(_ input: Composition.Input) {
        // the next field has a caret of its own
        if case .focusOut = input { caret = nil }
        perform(passwords.handle(input, at: Self.now))
    }

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

    /// The caret is at another place of the screen. inkd learns it while a pen is near: how much is typed meanwhile is no business of inkd's.
    public func setCaret(_ caret: TextInputInterface.Caret) {
        self.caret = caret
        sendCaret()
    }

    private func sendCaret() {
        guard let caret, let link, link.session != nil, composition.isPenPresent(at: Self.now) else { return }
        self.caret = nil
        tryCall { link throws(ClientError) in try link.setCaret(caret, at: Self.now) }
    }

    /// Asks clients of inkd's to show candidates, or none any more; keys choose only once one has answered that it does.
    public func showCandidates(_ candidates: [String], selected: Int) {
        guard link?.session != nil else { return handle(.candidatesSeen(false)) }
        tryCall { link throws(ClientError) in
            try link.showCandidates(candidates, selected: selected, at: Self.now) { [weak self] in self?.handle(.candidatesSeen($0)) }
        }
    }

    /// Asks clients of inkd's to show the user a message; "" for nothing any more.
    public func showMessage(_ message: String) {
        tryCall { link throws(ClientError) in try link.showMessage(message, at: Self.now) }
    }

    /// The switch "Pen writes text"; nil: the other way round.
    public func setPen(enabled: Bool?) { call(TextInputInterface.SetEnabled.self, .init(enabled: enabled)) { _ in } }

    /// Calls a method of inkd's without waiting for it.
    ///
    /// - Parameter answer: Gets the reply from a later `process`, unless inkd refuses or goes, or there is no connection.
    public func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, answer: @escaping (Method.Reply) -> Void
    ) {
        tryCall { link throws(ClientError) in try link.send(method, parameters, at: Self.now, answer: answer) }
    }

    private func take(_ event: TextInputInterface.Event) {
        onEvent?(event)
        if let status = event.status {
            self.status = status
            handle(.penNear(status.near ?? false))
        }
        if event.change == .present {
            trouble = nil
            handle(.attached)
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

    /// The display is updated first, without waiting for inkd.
    private func perform(_ actions: [Composition.Action]) {
        for action in actions {
            if case .call = action { continue }
            apply(action)
        }
        for case .call(let call) in actions { perform(call) }
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
        guard let connectAt, connectAt <= Self.now else { return }
        do throws(ClientError) {
            link = try DaemonLink(name: name, socket: socket) { [weak self] in
                self?.onError?($0)
            } onUnknownLanguage: { [weak self] in
                self?.handle(.refused(language: $0))
            }
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
