internal import Editing
internal import Glibc
internal import Ink
internal import ModelStore
internal import Recognition
internal import Synchronization
internal import System

/// The thread that reads ink, so that nobody else waits for it.
///
/// An editor's line that changed again before it was read replaces its older self: only the newest state of a line is worth reading.
/// What clients hand in waits in a short queue of its own.
final class RecogniserThread: Sendable {
    /// How many inks of clients may wait.
    static let queueLimit = 16

    /// Names a line among all editors.
    struct Place: Hashable {
        let editor: EditorID
        let generation: Int
        let line: LineID
    }

    /// What a client asks for: done on the thread, with its models.
    typealias Work = @Sendable (Recognisers) -> Void

    private struct Mailbox {
        var order: [Place] = []
        /// Each line with what it is read in, the user whose hand it is in, and what else is known of it.
        var lines: [Place: (snapshot: LineSnapshot, language: InstalledModel?, user: UInt32?, hints: RecognitionHints)] = [:]
        /// Whose it is, and what is to be done.
        var requests: [(user: UInt32, work: Work)] = []
        /// What goes before everything else.
        var orders: [Work] = []
        /// What goes behind the lines being written.
        var later: [Work] = []
        var isStopping = false
    }

    private let mailbox = Mutex(Mailbox())
    private let wake: EventCounter
    private let deliver: @Sendable (Place, LineSnapshot, Result<Transcript, RecognitionError>) -> Void

    /// Starts the thread; it reads the model first.
    /// - Parameters:
    ///   - hands: where what was learnt of users' hands is kept.
    ///   - ready: told once, on the thread: nil when the model can be used, or why it cannot.
    ///   - deliver: given each line's reading, on the thread.
    init(
        model: String, hands: String, ready: @escaping @Sendable (RecognitionError?) -> Void,
        deliver: @escaping @Sendable (Place, LineSnapshot, Result<Transcript, RecognitionError>) -> Void
    ) throws(DaemonError) {
        self.deliver = deliver
        wake = try granted(try EventCounter())
        try granted(
            try startThread(named: "recogniser", niceness: 10) { [self] in
                let recognisers = Recognisers(textModel: model, handFolder: hands)
                if case .failure(let error) = recognisers.text { ready(error) } else { ready(nil) }
                while let work = next() { work(recognisers) }
            })
    }

    /// Has a line read as it is now.
    func submit(_ snapshot: LineSnapshot, of editor: EditorSession, in language: InstalledModel?, by user: UInt32?) {
        let place = Place(editor: editor.id, generation: editor.generation, line: snapshot.line)
        var hints = editor.hints
        if let row = snapshot.row {
            hints.writingArea = WritingArea(width: max(row.height, editor.viewSize?.width ?? 0), height: row.height, top: row.top)
        }
        mailbox.withLock { mailbox in
            if mailbox.lines.updateValue((snapshot, language, user, hints), forKey: place) == nil { mailbox.order.append(place) }
        }
        wake.add()
    }

    /// Has something done for a client.
    /// - Returns: false if too much waits already, or too much of this user's; `work` is not called then.
    func perform(for user: UInt32, _ work: @escaping Work) -> Bool {
        let accepted = mailbox.withLock { mailbox in
            let same = mailbox.requests.count { $0.user == user }
            guard mailbox.requests.count < Self.queueLimit, same < Self.queueLimit / 2 else { return false }
            mailbox.requests.append((user, work))
            return true
        }
        if accepted { wake.add() }
        return accepted
    }

    /// Has something done on the thread that the daemon itself needs, however much waits of clients'.
    func order(_ work: @escaping Work) {
        mailbox.withLock { $0.orders.append(work) }
        wake.add()
    }

    /// Has something done on the thread when no line waits to be read.
    func orderLater(_ work: @escaping Work) {
        mailbox.withLock { $0.later.append(work) }
        wake.add()
    }

    /// Ends the thread after the ink it is reading.
    func stop() {
        mailbox.withLock { $0.isStopping = true }
        wake.add()
    }

    /// The next piece of work: lines being written before inks handed in. Waits for one; nil when the thread shall end.
    private func next() -> Work? {
        while true {
            let (work, isStopping) = mailbox.withLock { mailbox -> (Work?, Bool) in
                if mailbox.isStopping { return (nil, true) }
                if !mailbox.orders.isEmpty { return (mailbox.orders.removeFirst(), false) }
                if !mailbox.order.isEmpty {
                    let place = mailbox.order.removeFirst()
                    guard let (snapshot, language, user, hints) = mailbox.lines.removeValue(forKey: place) else { return (nil, false) }
                    return (
                        { [deliver] in deliver(place, snapshot, Self.read(snapshot.strokes, hints, in: language, by: user, with: $0)) },
                        false
                    )
                }
                if !mailbox.later.isEmpty { return (mailbox.later.removeFirst(), false) }
                return (mailbox.requests.isEmpty ? nil : mailbox.requests.removeFirst().work, false)
            }
            if isStopping { return nil }
            if let work { return work }
            wake.take()
        }
    }

    /// An editor's line; without a language where its data cannot be used.
    private static func read(
        _ strokes: [Stroke], _ hints: RecognitionHints, in language: InstalledModel?, by user: UInt32?, with recognisers: Recognisers
    ) -> Result<Transcript, RecognitionError> {
        Result { () throws(RecognitionError) in
            if let recogniser = try? recognisers.recogniser(for: language, user: user) {
                return try recogniser.recognize(strokes, hints: hints)
            }
            let plain = try recognisers.text.get()
            // of the last reading neither the language nor the hand may stay
            _ = try? recognisers.recogniser(for: nil, user: user)
            return try plain.recognize(strokes, hints: hints)
        }
    }
}
