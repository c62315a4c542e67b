internal import Editing
internal import Reading
internal import Ink
internal import ModelStore
package import Recognition
internal import Synchronization
internal import System

/// Identifies a line among all editors.
struct LinePlace: Hashable, Sendable {
    let editor: EditorID
    /// The generation of the editor's document: see `ReadingState`.
    let generation: Int
    let line: LineID
}

/// The text of a line, or the reason why it could not be recognized.
typealias LineReading = Result<Transcript, RecognitionError>

/// A line to be read.
struct LineJob: Sendable {
    let snapshot: LineSnapshot
    /// nil for no particular language.
    let language: InstalledModel?
    /// The user whose adaptation is used; nil for no adaptation.
    let hand: UInt32?
    let hints: RecognitionHints
    /// Whether candidates that are words of the language precede other candidates of a word.
    let putsWordsFirst: Bool
    /// The model that formulas are read with; nil without such a model.
    var formulas: InstalledModel?
    /// The model of single symbols, which improves the reading of formulas; nil without such a model.
    var symbols: InstalledModel?
    /// Receives the reading, on the recognizer's thread.
    let deliver: @Sendable (LinePlace, LineSnapshot, LineReading) -> Void
}

/// The recognizer's thread. Users take turns on it.
package final class RecognizerThread: Sendable {
    /// Maximum number of waiting requests of clients.
    static let queueLimit = 16
    /// Maximum number of users whose readings are measured.
    private static let mostMeasured = 64

    /// Work on the thread, with its models.
    typealias Work = @Sendable (Recognizers) -> Void
    /// The queue of lines, with their users, and of work.
    typealias Queue = FairQueue<LinePlace, (user: UInt32, job: LineJob), Work>

    private struct Mailbox {
        /// Work of the daemon itself, which runs before all other work.
        var own: [Work] = []
        var queue = Queue()
        /// Number of questions replaced by a newer one, by user.
        var leftOut = UserTable<Int>(limit: RecognizerThread.mostMeasured)
        var isStopping = false
    }

    private let mailbox = Mutex(Mailbox())
    /// The reading times of lines, by user.
    private let times = Mutex(UserTable<LatencyHistogram>(limit: RecognizerThread.mostMeasured))
    private let wake: EventCounter

    /// Creates a mailbox whose thread has not started.
    /// - Throws: `DaemonError.system` if the kernel grants no descriptor.
    init() throws(DaemonError) {
        wake = try granted(try EventCounter())
    }

    /// Starts the thread, which reads the model first.
    /// - Parameters:
    ///   - hands: the folder of users' adaptations.
    ///   - ready: called once, on the thread: with nil when the model is usable, or with the error.
    /// - Throws: `DaemonError.system` if no thread can be started.
    package func start(model: String, hands: String, ready: @escaping @Sendable (RecognitionError?) -> Void) throws(DaemonError) {
        let body: @Sendable () -> Void = { [self] in
            let recognizers = Recognizers(textModel: model, handFolder: hands)
            if case .failure(let error) = recognizers.text { ready(error) } else { ready(nil) }
            while let work = next() { work(recognizers) }
        }
        try granted(try startThread(named: "recognizer", niceness: 10, body))
    }

    /// Queues a line with its present state for its user's turn.
    func submit(_ job: LineJob, for place: LinePlace, of user: UInt32) {
        mailbox.withLock { $0.queue.submit((user, job), for: place, of: user) }
        wake.add()
    }

    /// Removes a line that waits for its turn.
    func withdraw(_ place: LinePlace, of user: UInt32) { mailbox.withLock { $0.queue.withdraw(place, of: user) } }

    /// Queues an editor's question for a user's turn; replaces an older question of the editor that is still waiting.
    /// - Parameter generation: the generation of the editor's document.
    /// - Returns: the generation of the older question, which is never answered; nil if no question waited.
    func ask(_ question: Queue.Question, generation: Int, of user: UInt32, _ work: @escaping Work) -> Int? {
        let older = mailbox.withLock { mailbox in
            let older = mailbox.queue.submit(work, about: question, generation: generation, of: user)
            if older != nil { mailbox.leftOut.update(user, from: 0) { $0 += 1 } }
            return older
        }
        wake.add()
        return older
    }

    /// Runs work in a user's turn.
    func submit(_ urgency: Queue.Urgency, of user: UInt32, _ work: @escaping Work) {
        mailbox.withLock { $0.queue.submit(work, urgency, of: user) }
        wake.add()
    }

    /// Runs work for a client.
    /// - Returns: false if too much work is already waiting, in total or for this user; `work` is then not called.
    func request(of user: UInt32, _ work: @escaping Work) -> Bool {
        let isAccepted = mailbox.withLock { mailbox in
            guard mailbox.queue.requests < Self.queueLimit, mailbox.queue.requests(of: user) < Self.queueLimit / 2 else { return false }
            mailbox.queue.submit(work, .request, of: user)
            return true
        }
        if isAccepted { wake.add() }
        return isAccepted
    }

    /// Runs work of the daemon itself, before that of clients.
    func perform(_ work: @escaping Work) {
        mailbox.withLock { $0.own.append(work) }
        wake.add()
    }

    /// Returns a user's adaptation; nil without one.
    package func hand(of user: UInt32) async -> Adaptation? {
        await withCheckedContinuation { continuation in
            perform { continuation.resume(returning: $0.hand(of: user)) }
        }
    }

    /// Makes the thread read a user's adaptation from its file again.
    package func forgetHand(of user: UInt32) { perform { $0.forgetHand(of: user) } }

    /// Ends the thread after the reading in progress.
    package func stop() {
        mailbox.withLock { $0.isStopping = true }
        wake.add()
    }

    /// Waits for the next piece of work, and returns it; nil when the thread is to end.
    private func next() -> Work? {
        while true {
            let (work, isStopping) = mailbox.withLock { mailbox -> (Work?, Bool) in
                if mailbox.isStopping { return (nil, true) }
                if !mailbox.own.isEmpty { return (mailbox.own.removeFirst(), false) }
                switch mailbox.queue.next() {
                case .work(let work): return (work, false)
                case .line(let place, let line):
                    return (
                        { [self] recognizers in
                            line.job.deliver(place, line.job.snapshot, measured(line.user) { Self.read(line.job, with: recognizers) })
                        }, false
                    )
                case nil: return (nil, false)
                }
            }
            if isStopping { return nil }
            if let work { return work }
            wake.take()
        }
    }

    /// Runs a reading, and adds its duration to the user's reading times.
    private func measured(_ user: UInt32, _ read: () -> LineReading) -> LineReading {
        let begin = MonotonicClock.microseconds
        let reading = read()
        let length = MonotonicClock.microseconds - begin
        times.withLock { $0.update(user, from: LatencyHistogram()) { $0.add(length) } }
        return reading
    }

    /// The finished and the waiting work of a user.
    package struct Share {
        /// The reading times of lines.
        package var times: LatencyHistogram?
        /// Numbers of waiting lines and requests.
        package var waiting: (lines: Int, requests: Int)
        /// Number of questions replaced by a newer one.
        package var leftOut: Int
    }

    /// Returns the recognition statistics per user.
    /// - Parameter user: nil for all users.
    package func shares(of user: UInt32?) -> [UInt32: Share] {
        let (waiting, leftOut) = mailbox.withLock { ($0.queue.waiting, $0.leftOut) }
        return times.withLock { times in
            let users = user.map { [$0] } ?? Set(times.users).union(waiting.keys)
            return Dictionary(
                uniqueKeysWithValues: users.map { ($0, Share(times: times[$0], waiting: waiting[$0] ?? (0, 0), leftOut: leftOut[$0] ?? 0)) }
            )
        }
    }

    /// Recognizes an editor's line. If the language's model is unusable, the line is recognized without language data.
    private static func read(_ job: LineJob, with recognizers: Recognizers) -> LineReading {
        Result { () throws(RecognitionError) in
            if job.snapshot.isFormula {
                // without a model the formula stays ink: clients were notified when the part was set
                guard let model = job.formulas, let reader = try? recognizers.formulaReader(model, symbols: job.symbols) else {
                    return Transcript(candidates: [], words: [])
                }
                return try reader.read(job.snapshot)
            }
            // users choose each character separately, so return as many alternatives as possible
            if let read = try? recognizers.wordlessReader(job.language) {
                var hints = job.hints
                hints.alternatives = CharacterRecognizer.mostCandidates
                return try read(job.snapshot.strokes, hints)
            }
            if let recognizer = try? recognizers.recognizer(for: job.language, user: job.hand, type: job.hints.recognitionType) {
                let transcript = try recognizer.recognize(job.snapshot.strokes, hints: job.hints)
                guard job.putsWordsFirst, job.hints.recognitionType == .text, let language = recognizer.language else { return transcript }
                return transcript.wordsFirst(in: language)
            }
            let plain = try recognizers.text.get()
            // neither the language nor the adaptation of the last reading may remain
            _ = try? recognizers.recognizer(for: nil, user: job.hand)
            return try plain.recognize(job.snapshot.strokes, hints: job.hints)
        }
    }
}
