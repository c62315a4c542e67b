internal import Glibc
internal import InkProtocol
internal import Logging
internal import Recognition

/// What org.inkd.Adaptation offers: each user's hand, learnt from corrected words and kept for nobody else.
extension Daemon {
    /// Where what was learnt is kept, a file for each user.
    var handFolder: String { settings.state + "/hands" }

    func adapt(_ parameters: AdaptationInterface.Adapt.Parameters, for client: Client) throws {
        if let modelProblem { throw AdaptationInterface.Unusable(reason: modelProblem) }
        guard learner == nil else { throw AdaptationInterface.Busy() }
        let examples = try parameters.examples.enumerated().map { index, example in
            do throws(RecognizerInterface.InvalidInk) {
                return Adapter.Example(strokes: try example.strokes.ink(), text: example.text)
            } catch {
                throw AdaptationInterface.InvalidExample(example: index, reason: "stroke \(error.stroke): \(error.reason)")
            }
        }
        makeStateFolder()
        // for the daemon's eyes only, as what lies in it
        mkdir(handFolder, 0o700)
        let user = client.peer.user
        learner = try Learner(
            examples, of: user, for: client.id, model: settings.model, path: Hands.path(of: user, in: handFolder)
        ) { [self] fraction in
            loop.post { self.assumeIsolated { $0.learning(fraction) } }
        } done: { [self] result in
            loop.post { self.assumeIsolated { $0.learned(result) } }
        }
        client.watch = .adaptation
    }

    private func learning(_ fraction: Double) {
        guard let client = learner.flatMap({ clients[$0.client] }),
            let bytes = try? Reply.encode(AdaptationInterface.Adapt.self, .init(progress: fraction), continues: true)
        else { return }
        send(bytes, as: .partial(key: 0), to: client)
    }

    private func learned(_ result: Result<Adaptation, any Error>) {
        guard let learner else { return }
        self.learner = nil
        // it may have come too late to be stopped: what was to be forgotten does not come back
        if learner.isForgotten, case .success = result { unlink(Hands.path(of: learner.user, in: handFolder)) }
        recogniser?.order { $0.forgetHand(of: learner.user) }
        guard let client = clients[learner.client] else { return }
        client.watch = nil
        reply(to: client.id, oneway: false) {
            switch result {
            case .success(let adaptation):
                logger.notice("a hand was learnt from \(adaptation.inks) examples, for user \(learner.user)")
                return try Reply.encode(AdaptationInterface.Adapt.self, .init(progress: 1, state: Self.message(adaptation)))
            case .failure(let error): return try Reply.encode(any: Self.refusal(of: error))
            }
        }
    }

    /// Tells what was learnt, after it was forgotten if that is asked for.
    func answerAdaptation(_ method: MethodName, _ call: Call, of client: Client) throws {
        let (id, user, oneway) = (client.id, client.peer.user, call.oneway)
        if method == .resetAdaptation {
            let path = Hands.path(of: user, in: handFolder)
            guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
                throw AdaptationInterface.Unusable(reason: "cannot remove \(path): \(String(cString: strerror(errno)))")
            }
            if learner?.user == user { learner?.forget() }
            recogniser?.order { $0.forgetHand(of: user) }
        }
        client.awaitsReply = true
        recogniser?.order { [self] recognisers in
            let adaptation = recognisers.hand(of: user)
            loop.post { self.assumeIsolated { $0.stateIsKnown(adaptation, method, oneway: oneway, for: id) } }
        }
    }

    private func stateIsKnown(_ adaptation: Adaptation?, _ method: MethodName, oneway: Bool, for id: ClientID) {
        reply(to: id, oneway: oneway) {
            let state = adaptation.map(Self.message) ?? .init(adapted: false)
            return method == .resetAdaptation
                ? try Reply.encode(AdaptationInterface.Reset.self, .init(state: state))
                : try Reply.encode(AdaptationInterface.Status.self, .init(state: state))
        }
    }

    private static func message(_ adaptation: Adaptation) -> AdaptationInterface.State {
        .init(adapted: true, examples: adaptation.inks, lossBefore: adaptation.lossBefore, lossAfter: adaptation.lossAfter)
    }

    /// The error in the words of org.inkd.Adaptation.
    private static func refusal(of error: any Error) -> any VarlinkError {
        switch error {
        case AdaptationError.tooFewInks(let usable, let needed): AdaptationInterface.TooFewExamples(usable: usable, needed: needed)
        case AdaptationError.nothingGained: AdaptationInterface.NothingGained()
        default: AdaptationInterface.Unusable(reason: "\(error)")
        }
    }
}
