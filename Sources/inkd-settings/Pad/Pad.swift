internal import InkClient
internal import InkProtocol
internal import System

/// Carries out the requests of the pad's state on a separate thread, and returns inkd's answers.
@MainActor
final class Pad {
    private(set) var state = PadState()
    /// Called after each change of the state.
    var changed: @MainActor () -> Void = {}

    private let thread: WorkThread<PadEditor>
    private var watch: DaemonWatch<EditorInterface.Watch>?
    private var size = (width: 120.0, height: 80.0)
    private var isOpening = false
    private var isSending = false
    /// Whether another attempt to reach inkd is scheduled.
    private var isWaiting = false
    private var reading = Request()
    private var inking = Request()

    /// Milliseconds between two attempts to reach inkd.
    private static let pause: UInt32 = 2000

    /// A kind of request of which at most one is in progress. All requests made meanwhile are combined into one more request.
    private struct Request {
        var isWanted = false
        var isUnderWay = false
    }

    /// - Throws: if the system has no more threads.
    init(socket: String?) throws(SystemError) { thread = try WorkThread(named: "pad") { PadEditor(socket: socket) } }

    /// Changes the state, and carries out the requests of the state.
    func update(_ change: (inout PadState) -> Void) {
        change(&state)
        changed()
        send()
    }

    /// Connects, and reconnects whenever the connection to inkd is lost.
    func open() {
        guard watch == nil, !isOpening, !isWaiting else { return }
        isOpening = true
        let size = size
        perform({ editor throws(ClientError) in Handover(value: try editor.open(width: size.width, height: size.height)) }) {
            [weak self] watch in
            self?.opened(watch.value)
        }
    }

    private func opened(_ watch: Watch<EditorInterface.Watch>) {
        isOpening = false
        self.watch = DaemonWatch(watch) { [weak self] in
            self?.take($0)
        } end: { [weak self] error in
            self?.failed(error ?? .connectionLost(errno: 0))
        }
        update { $0.connected() }
    }

    /// Replaces a word by another text.
    func correct(_ word: PadWord, to text: String) {
        perform({ editor throws(ClientError) in try editor.correct(word, to: text) }) { [weak self] _ in
            self?.askForState()
        } refused: { [weak self] in
            // inkd has refused the word, because its line was recognized again meanwhile
            self?.askForState()
        }
    }

    /// Undoes the last change.
    func undo() {
        perform({ editor throws(ClientError) in try editor.undo() }) { [weak self] _ in self?.askForInk() }
    }

    /// Removes all ink.
    func clear() {
        guard state.service == .ready else { return update { $0.replaced(upTo: $0.sheet.newestFinished, by: []) } }
        perform({ editor throws(ClientError) in try editor.clear() }) { [weak self] _ in self?.askForInk() }
    }

    /// Removes the pad's data from inkd, and closes the connection.
    func close() {
        watch?.stop()
        thread.perform { $0.close() }
        thread.finish()
    }

    private func take(_ reply: EditorInterface.Watch.Reply) {
        switch reply.change {
        case .contentChanged, .recognition, .idle: askForState()
        case .gesture: askForInk()
        case .closed: failed(.connectionLost(errno: 0))
        default: break
        }
    }

    private func send() {
        guard !isSending, case let events = state.takeUnsent(), !events.isEmpty else { return }
        isSending = true
        perform({ editor throws(ClientError) in try editor.send(events) }) { [weak self] _ in
            self?.isSending = false
            self?.send()
        } refused: { [weak self] in
            // inkd has refused the events, so the editor's ink replaces the pad's
            self?.isSending = false
            self?.askForInk()
        }
    }

    private func askForState() {
        reading.isWanted = true
        guard !reading.isUnderWay else { return }
        reading = Request(isWanted: false, isUnderWay: true)
        perform({ editor throws(ClientError) in try editor.state() }) { [weak self] reply in
            guard let self else { return }
            reading.isUnderWay = false
            update { $0.read(reply) }
            if reading.isWanted { askForState() }
        }
    }

    private func askForInk() {
        inking.isWanted = true
        guard !inking.isUnderWay else { return }
        // the events are sent first, because the answer does not contain the effect of events that have not been sent yet
        send()
        guard !isSending || !state.hasUnsent else { return MainThread.post(after: 20) { [weak self] in self?.askForInk() } }
        inking = Request(isWanted: false, isUnderWay: true)
        let newest = state.sheet.newestFinished
        perform({ editor throws(ClientError) in try editor.ink() }) { [weak self] strokes in
            guard let self else { return }
            inking.isUnderWay = false
            update { $0.replaced(upTo: newest, by: strokes) }
            askForState()
            if inking.isWanted { askForInk() }
        }
    }

    /// - Parameter refused: called if inkd refuses this call, but the connection is usable; if not given, a refusal is handled like any
    ///   failure.
    private func perform<Reply: Sendable>(
        _ work: @escaping @Sendable (PadEditor) throws(ClientError) -> Reply, then take: @escaping @MainActor (Reply) -> Void,
        refused: (@MainActor () -> Void)? = nil
    ) {
        thread.perform { [weak self] editor in
            let result = Result { () throws(ClientError) in try work(editor) }
            MainThread.post {
                switch result {
                case .success(let reply): take(reply)
                case .failure(let error):
                    let isOfCall =
                        error.refusal(as: EditorInterface.InvalidPointerEvents.self) != nil
                        || error.refusal(as: EditorInterface.NoSuchWord.self) != nil
                    if isOfCall, let refused { refused() } else { self?.failed(error) }
                }
            }
        }
    }

    private func failed(_ error: ClientError) {
        (isSending, isOpening, reading, inking) = (false, false, Request(), Request())
        watch?.stop()
        watch = nil
        // after one failure, queued calls may also fail; one attempt to reconnect is enough for all of them
        let isFirst = !isWaiting
        update { $0.failed(error.sentence) }
        guard isFirst else { return }
        isWaiting = true
        MainThread.post(after: Self.pause) { [weak self] in
            self?.isWaiting = false
            self?.open()
        }
    }
}

extension Pad: InkTarget {
    var ink: (sheet: InkSheet, isErasing: Bool) { (state.sheet, state.isErasing) }

    func begin(_ point: PadPoint, kind: EditorInterface.PointerKind) { update { $0.begin(point, kind: kind) } }

    func move(through points: [PadPoint]) {
        update { state in
            for point in points { state.move(to: point) }
        }
    }

    func end(at time: Double) {
        let hasErased = state.isErasing
        update { $0.end(at: time) }
        if hasErased { askForInk() }
    }

    func cancel() { update { $0.cancel() } }

    func resize(width: Double, height: Double) {
        guard width > 0, height > 0, size != (width, height) else { return }
        size = (width, height)
        guard state.service == .ready else { return }
        perform({ editor throws(ClientError) in try editor.resize(width: width, height: height) }) { _ in }
    }
}
