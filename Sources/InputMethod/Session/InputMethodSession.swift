import Glibc
public import InkClient
public import InkProtocol

/// A composition and its connection to inkd, which it makes again whenever it is lost. For a thread that waits with `poll`.
public final class InputMethodSession {
    /// How often one looks whether inkd is there again.
    private static let pause: Duration = .milliseconds(500)

    private let name: String
    private let socket: String?
    private let apply: (Composition.Action) -> Void
    private var composition: Composition
    private var link: DaemonLink?
    /// When to connect; nil while connected.
    private var connectAt: Duration? = .zero
    /// What keeps it from being attached.
    private var trouble: ClientError?

    /// How things stand with the pen; nil while inkd is not there.
    public private(set) var status: TextInputInterface.Status? { didSet { if status != oldValue { onStatus?(status) } } }
    /// Called when `status` has changed.
    public var onStatus: ((TextInputInterface.Status?) -> Void)?
    /// Called with what went wrong between the session and inkd, once for each time.
    public var onError: ((ClientError) -> Void)?

    /// Called with each event of inkd before it has its effects.
    public var onEvent: ((TextInputInterface.Event) -> Void)?

    /// - Parameters:
    ///   - name: What the input method is called.
    ///   - socket: inkd's; nil: the usual one.
    ///   - apply: Carries out what concerns the field and the user, in order. Calls to inkd never arrive there.
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
    public var nextDeadline: Duration? { [composition.nextDeadline, connectAt].compactMap(\.self).min() }

    /// The same for `poll`: milliseconds from now, -1 for ever.
    public var pollTimeout: Int32 {
        guard let nextDeadline else { return -1 }
        // rounded up: a poll that ends too early would be repeated without sleep
        return Int32(clamping: max(0, Int64(((nextDeadline - Self.now) / .milliseconds(1)).rounded(.up))))
    }

    /// Text is pending.
    public var isComposing: Bool { composition.isComposing }
    /// Text in the field is being exchanged.
    public var isChanging: Bool { composition.isChanging }
    /// There are candidates to be seen.
    public var showsCandidates: Bool { composition.showsCandidates }

    /// After every poll: takes what inkd tells, lets time pass, connects.
    public func process() {
        connect()
        do {
            while let event = try link?.next() { take(event) }
        } catch {
            lost(error)
        }
        perform(composition.tick(at: Self.now))
    }

    /// Something happened around the field.
    public func handle(_ input: Composition.Input) { perform(composition.handle(input, at: Self.now)) }

    /// A key was pressed; whether the input method keeps it.
    public func press(_ key: Composition.Key) -> Bool {
        let (handled, actions) = composition.press(key, at: Self.now)
        perform(actions)
        return handled
    }

    /// Where the caret is on the screen.
    public func setCaret(_ caret: TextInputInterface.Caret) {
        tryCall { link throws(ClientError) in try link.setCaret(caret) }
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

    /// What the user sees comes first; inkd is not waited for meanwhile.
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
