internal import InkClient

/// The link to inkd, which is restored after each loss. Either a link exists, or a time at which to connect is scheduled.
///
/// A state machine without a clock.
struct Reconnection {
    /// The meaning of a lost link, or of a failed attempt to connect.
    enum Loss {
        /// The error has already been reported.
        case persistent
        /// Another attempt to reconnect has failed with a new error, which changes nothing for the user.
        case attempt
        /// inkd has stopped, or the first attempt to connect has failed.
        case ended
    }

    private enum State {
        case waiting(until: Duration)
        case linked(DaemonLink)
    }

    /// The interval of attempts to reconnect to inkd.
    private static let pause: Duration = .milliseconds(500)

    /// The name of the input method.
    private let name: String
    /// inkd's socket; nil: the default one.
    private let socket: String?
    private var state = State.waiting(until: .zero)
    /// The reason why the session is not attached; nil once it has been attached.
    private var trouble: ClientError?

    init(name: String, socket: String?) { (self.name, self.socket) = (name, socket) }

    /// The link; nil without a connection to inkd.
    var link: DaemonLink? {
        guard case .linked(let link) = state else { return nil }
        return link
    }

    /// The time at which to connect, or at which the answer of inkd is overdue.
    var deadline: Duration? {
        switch state {
        case .waiting(let time): time
        case .linked(let link): link.deadline
        }
    }

    /// Connects if the scheduled time has come.
    ///
    /// - Throws: The error to report to `lose`.
    mutating func connect(
        at now: Duration, onRefusal: @escaping (ClientError) -> Void, onUnknownLanguage: @escaping (String) -> Void
    ) throws(ClientError) {
        guard case .waiting(let time) = state, time <= now else { return }
        state = .linked(try DaemonLink(name: name, socket: socket, onRefusal: onRefusal, onUnknownLanguage: onUnknownLanguage))
    }

    /// Records that the session is attached, so that the next error counts as new.
    mutating func attached() { trouble = nil }

    /// Ends the link, or the attempt to connect, with its error.
    mutating func lose(_ error: ClientError, at now: Duration) -> Loss {
        let isEnd = link != nil || trouble == nil
        state = .waiting(until: now + Self.pause)
        guard trouble != error else { return .persistent }
        trouble = error
        return isEnd ? .ended : .attempt
    }
}
