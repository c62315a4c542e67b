internal import Glibc
internal import InkProtocol
internal import InkWorkspace
internal import Logging
internal import Recognition
internal import System

/// org.inkd.Adaptation: each user's adaptation, learned from corrected words and private to the user. Loop thread only.
final class AdaptationServer: AdaptationService {
    private let loop: EventLoop
    private let shared: SharedState
    private let clients: ClientHub
    private let status: ServiceStatus
    /// The words that users have corrected in fields.
    private let corrections: Corrections
    /// The running learner. At most one runs, because it occupies a processor core for a minute.
    private var learner: Learner?

    init(loop: EventLoop, shared: SharedState, clients: ClientHub, status: ServiceStatus) {
        self.loop = loop
        self.shared = shared
        self.clients = clients
        self.status = status
        corrections = Corrections(loop: loop, shared: shared)
        corrections.areDue = { [unowned self] in learnCorrections(of: $0) }
    }

    /// The folder that contains a file of adapted weights for each user.
    private var folder: String { shared.settings.state + "/hands" }

    private func path(of user: UInt32) -> String { AdaptationCache.path(of: user, in: folder) }

    // MARK: Learning

    func adapt(
        _ parameters: AdaptationInterface.Adapt.Parameters, for caller: Caller, to stream: ReplyStream<AdaptationInterface.Adapt>
    ) throws {
        if let problem = shared.models.problem { throw AdaptationInterface.Unusable(reason: problem) }
        guard learner == nil, !status.isStopping else { throw AdaptationInterface.Busy() }
        let examples = try parameters.examples.enumerated().map { index, example in
            do throws(RecognizerInterface.InvalidInk) {
                let (ink, order) = (try example.strokes.ink(), example.strokes.writingOrder)
                return Adapter.Example(strokes: order.map { ink[$0] }, text: example.text)
            } catch {
                throw AdaptationInterface.InvalidExample(example: index, reason: "stroke \(error.stroke): \(error.reason)")
            }
        }
        // if a folder cannot be created, the later write reports the error; only the daemon may read the adaptation
        mkdir(shared.settings.state, 0o700)
        mkdir(folder, 0o700)
        do throws(DaemonError) {
            try learn({ examples }, of: caller.user, for: caller.id)
        } catch {
            throw AdaptationInterface.Unusable(reason: "\(error)")
        }
        clients.begin(.adaptation, caller)
    }

    /// Stores a word of a user who has enabled learning.
    func add(_ example: AdaptationInterface.Example, of user: UInt32) {
        if !status.isStopping { corrections.add(example, of: user) }
    }

    /// Learns from the words that a user has corrected, without a waiting client. Does nothing while another user's handwriting is being
    /// learned; the next corrected words start the learner again.
    private func learnCorrections(of user: UInt32) {
        guard learner == nil, !status.isStopping, shared.models.problem == nil else { return }
        let file = corrections.file(of: user)
        do throws(DaemonError) {
            try learn({ file.examples() }, of: user, for: nil)
        } catch {
            shared.notice(.warning, causedBy: user, "cannot train on the corrected words of user \(user): \(error)")
        }
    }

    private func learn(
        _ examples: @escaping @Sendable () -> [Adapter.Example], of user: UInt32, for client: ClientID?
    ) throws(DaemonError) {
        let adaptation = LoopBound(self, on: loop)
        learner = try Learner(
            examples, of: user, for: client, model: shared.settings.model, path: path(of: user), goesOn: client == nil
        ) { fraction in
            adaptation.post { $0.progressed(to: fraction) }
        } done: { result in
            adaptation.post { $0.finished(result) }
        }
    }

    /// Returns the client that waits for the learner.
    private func client(of learner: Learner) -> Client? { learner.client.flatMap { clients[$0] } }

    private func progressed(to fraction: Double) {
        guard let client = learner.flatMap({ client(of: $0) }) else { return }
        clients.stream(AdaptationInterface.Adapt.self, to: client, as: .partial(key: 0)) { _ in .init(progress: fraction) }
    }

    private func finished(_ result: Result<Adaptation, any Error>) {
        guard let learner else { return }
        self.learner = nil
        // the learner may have written the file before it was stopped, and a deleted adaptation must not come back
        if learner.isForgotten, case .success = result { unlink(path(of: learner.user)) }
        forgetHand(of: learner.user)
        switch result {
        case .success(let adaptation):
            shared.notice(
                .notice, causedBy: learner.user, "adaptation for user \(learner.user) trained on \(adaptation.inks) examples")
            guard let client = client(of: learner) else { return }
            clients.stream(AdaptationInterface.Adapt.self, to: client, as: .final, isLast: true) { _ in
                .init(progress: 1, state: AdaptationInterface.State(adaptation))
            }
        case .failure(let error):
            if let client = learner.client { return clients.fail(Self.refusal(error), to: client) }
            shared.notice(
                .info, causedBy: learner.user, "training on the corrected words of user \(learner.user) brought no improvement: \(error)")
        }
    }

    /// Stops learning for a client that has disconnected.
    func clientLeft(_ client: ClientID) {
        if learner?.client == client { learner?.stop() }
    }

    /// Stops learning, because the daemon ends.
    func stop() {
        learner?.stop()
        corrections.stop()
    }

    // MARK: Asking and forgetting

    func status(_ parameters: AdaptationInterface.Status.Parameters, for caller: Caller) async -> AdaptationInterface.Status.Reply {
        .init(state: await state(of: caller.user))
    }

    func reset(_ parameters: AdaptationInterface.Reset.Parameters, for caller: Caller) async throws -> AdaptationInterface.Reset.Reply {
        let (user, path) = (caller.user, path(of: caller.user))
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw AdaptationInterface.Unusable(reason: SystemError("remove", path).description)
        }
        if learner?.user == user { learner?.forget() }
        forgetHand(of: user)
        do {
            try await corrections.remove(of: user)
        } catch {
            throw AdaptationInterface.Unusable(reason: "\(error)")
        }
        return .init(state: await state(of: user))
    }

    /// Makes the recognizer read the user's adaptation from its file again.
    private func forgetHand(of user: UInt32) {
        shared.recognizer.forgetHand(of: user)
    }

    private func state(of user: UInt32) async -> AdaptationInterface.State {
        let adaptation = await shared.recognizer.hand(of: user)
        var state = adaptation.map { AdaptationInterface.State($0) } ?? AdaptationInterface.State(adapted: false)
        let words = await corrections.count(of: user)
        if words > 0 { state.corrections = words }
        return state
    }

    /// Returns the corresponding error of org.inkd.Adaptation.
    private static func refusal(_ error: any Error) -> any VarlinkError {
        switch error {
        case AdaptationError.tooFewInks(let usable, let needed): AdaptationInterface.TooFewExamples(usable: usable, needed: needed)
        case AdaptationError.nothingGained: AdaptationInterface.NothingGained()
        default: AdaptationInterface.Unusable(reason: "\(error)")
        }
    }
}

extension AdaptationInterface.State {
    /// Creates the adapted state as org.inkd.Adaptation describes it.
    fileprivate init(_ adaptation: Adaptation) {
        self.init(adapted: true, examples: adaptation.inks, lossBefore: adaptation.lossBefore, lossAfter: adaptation.lossAfter)
    }
}
