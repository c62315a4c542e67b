internal import CLinux
internal import Editing
internal import Glibc
internal import Ink
internal import Recognition
internal import Synchronization

/// The thread that reads ink, so that nobody else waits for it.
///
/// An editor's line that changed again before it was read replaces its older self: only the newest state of a line is worth reading.
/// What clients hand in waits in a short queue of its own.
final class RecogniserThread: Sendable {
    /// How many inks of clients may wait.
    static let queueLimit = 16

    /// Names a line among all editors.
    struct Place: Hashable {
        let device: DeviceID
        let line: LineID
    }

    private struct Request {
        /// Whose it is.
        let user: UInt32
        let strokes: [Stroke]
        let alternatives: Int
        let answer: @Sendable (Result<Transcript, RecognitionError>) -> Void
    }

    private struct Mailbox {
        var order: [Place] = []
        var lines: [Place: LineSnapshot] = [:]
        var requests: [Request] = []
        var isStopping = false
    }

    private let mailbox = Mutex(Mailbox())
    private let wakeDescriptor: Int32
    private let deliver: @Sendable (Place, LineSnapshot, Result<Transcript, RecognitionError>) -> Void

    /// Starts the thread; it reads the model first.
    /// - Parameters:
    ///   - ready: told once, on the thread: nil when the model can be used, or why it cannot.
    ///   - deliver: given each line's reading, on the thread.
    init(
        model: String, ready: @escaping @Sendable (RecognitionError?) -> Void,
        deliver: @escaping @Sendable (Place, LineSnapshot, Result<Transcript, RecognitionError>) -> Void
    ) throws(DaemonError) {
        self.deliver = deliver
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard wakeDescriptor >= 0 else { throw .system(operation: "make an eventfd", code: errno) }
        try startThread(named: "recogniser") { [self] in
            let recogniser: Result<Recognizer, RecognitionError> = Result { () throws(RecognitionError) in try Recognizer(modelPath: model)
            }
            if case .failure(let error) = recogniser { ready(error) } else { ready(nil) }
            while let work = next() { work(recogniser) }
        }
    }

    deinit { close(wakeDescriptor) }

    /// Has a line read as it is now.
    func submit(_ snapshot: LineSnapshot, of device: DeviceID) {
        let place = Place(device: device, line: snapshot.line)
        mailbox.withLock { mailbox in
            if mailbox.lines.updateValue(snapshot, forKey: place) == nil { mailbox.order.append(place) }
        }
        eventfd_write(wakeDescriptor, 1)
    }

    /// Has a client's ink read.
    /// - Returns: false if too many wait already, or too many of this user's; `answer` is not called then.
    func recognise(
        _ strokes: [Stroke], alternatives: Int, for user: UInt32, answer: @escaping @Sendable (Result<Transcript, RecognitionError>) -> Void
    )
        -> Bool
    {
        let accepted = mailbox.withLock { mailbox in
            let same = mailbox.requests.count { $0.user == user }
            guard mailbox.requests.count < Self.queueLimit, same < Self.queueLimit / 2 else { return false }
            mailbox.requests.append(Request(user: user, strokes: strokes, alternatives: alternatives, answer: answer))
            return true
        }
        if accepted { eventfd_write(wakeDescriptor, 1) }
        return accepted
    }

    /// Ends the thread after the ink it is reading.
    func stop() {
        mailbox.withLock { $0.isStopping = true }
        eventfd_write(wakeDescriptor, 1)
    }

    /// The next piece of work: lines being written before inks handed in. Waits for one; nil when the thread shall end.
    private func next() -> ((Result<Recognizer, RecognitionError>) -> Void)? {
        while true {
            let (work, isStopping) = mailbox.withLock { mailbox -> (((Result<Recognizer, RecognitionError>) -> Void)?, Bool) in
                if mailbox.isStopping { return (nil, true) }
                if !mailbox.order.isEmpty {
                    let place = mailbox.order.removeFirst()
                    guard let snapshot = mailbox.lines.removeValue(forKey: place) else { return (nil, false) }
                    return ({ [deliver] in deliver(place, snapshot, Self.read(snapshot.strokes, alternatives: 5, with: $0)) }, false)
                }
                guard !mailbox.requests.isEmpty else { return (nil, false) }
                let request = mailbox.requests.removeFirst()
                return ({ request.answer(Self.read(request.strokes, alternatives: request.alternatives, with: $0)) }, false)
            }
            if isStopping { return nil }
            if let work { return work }
            var count: eventfd_t = 0
            while eventfd_read(wakeDescriptor, &count) < 0, errno == EINTR {}
        }
    }

    private static func read(
        _ strokes: [Stroke], alternatives: Int, with recogniser: Result<Recognizer, RecognitionError>
    ) -> Result<Transcript, RecognitionError> {
        Result { () throws(RecognitionError) in try recogniser.get().recognize(strokes, alternatives: alternatives) }
    }
}
