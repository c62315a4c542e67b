internal import CGtk4
internal import InkClient
internal import InkProtocol

/// The page for training inkd with the user's handwriting, and for deleting the result.
@MainActor
final class HandPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let banner = Banner()
    private let status = Row("", "")
    private let learn: Button
    private let progress = ProgressBar(called: "Learning")
    private let begin: Button
    private let forget: Button
    private var lesson: LessonView?
    private var state = HandState()
    private var watch: DaemonWatch<AdaptationInterface.Adapt>?

    init(_ calls: DaemonThread) {
        self.calls = calls
        begin = Button("Start training") {}.styled("suggested-action")
        forget = Button("Forget") {}.styled("destructive-action")
        learn = Button("Learn now") {}
        let column = PageColumn(
            "My handwriting",
            "inkd reads most handwriting without training. If it often misreads yours, copy some lines for it to learn from. The result stays "
                + "on this machine and is used for you alone.")
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        column.append(Group("Adaptation", "", rows: [status]))
        status.append(forget)
        status.append(begin)
        let lesson = LessonView(leaving: "Cancel", more: [learn]) { [weak self] choice in
            self?.update { state in
                switch choice {
                case .accept: state.accept()
                case .again: state.again()
                case .skip: state.skip()
                case .leave: state.leave()
                }
            }
        } drawn: { [weak self] change in
            self?.update { $0.draw(change) }
        }
        self.lesson = lesson
        column.append(lesson.widget)
        column.append(progress)
        begin.on("clicked") { [weak self] in self?.teach() }
        forget.on("clicked") { [weak self] in self?.forgetHand() }
        learn.on("clicked") { [weak self] in self?.learnHand() }
        render()
    }

    func appear() {
        calls.ask { connection throws(ClientError) in
            try connection.adaptation()
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ result: Result<AdaptationInterface.State, ClientError>) {
        switch result {
        case .success(let learnt):
            banner.hide()
            update { $0.read(learnt) }
        case .failure(let error): banner.show(error.sentence, action: "Try again") { [weak self] in self?.appear() }
        }
    }

    private func teach() {
        calls.ask { connection throws(ClientError) in
            try connection.language()
        } then: { [weak self] result in
            switch result {
            case .success(let language): self?.update { $0.begin(Prompts.of(language)) }
            case .failure(let error): self?.banner.show(error.sentence)
            }
        }
    }

    private func learnHand() {
        let examples = state.examples
        let socket = calls.socket
        update { $0.learning(0) }
        banner.hide()
        calls.ask { _ throws(ClientError) in
            Handover(value: try InkConnection(path: socket).adapt(to: examples))
        } then: { [weak self] result in
            switch result {
            case .success(let handover): self?.follow(handover.value)
            case .failure(let error): self?.refused(error)
            }
        }
    }

    private func follow(_ watch: Watch<AdaptationInterface.Adapt>) {
        self.watch = DaemonWatch(watch) { [weak self] reply in
            if let learnt = reply.state {
                self?.update {
                    $0.learning(nil)
                    $0.read(learnt)
                }
            } else {
                self?.update { $0.learning(reply.progress) }
            }
        } end: { [weak self] error in
            if let error { self?.refused(error) }
        }
    }

    private func refused(_ error: ClientError) {
        banner.show(error.sentence)
        update { $0.refused() }
    }

    private func forgetHand() {
        calls.ask { connection throws(ClientError) in
            try connection.resetAdaptation()
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func update(_ change: (inout HandState) -> Void) {
        change(&state)
        render()
    }

    private func render() {
        status.title = state.summary.isEmpty ? "…" : state.summary
        let isIdle = state.activity == .none
        begin.isVisible = isIdle
        forget.isVisible = isIdle && state.learnt?.adapted == true
        begin.isEnabled = state.learnt != nil
        let note = "\(state.samples.count) written; at least \(HandState.fewest) are needed, more are better"
        lesson?.render(state.activity == .writing ? state.lesson : nil, note: note)
        learn.isEnabled = state.canLearn
        learn.setStyle("suggested-action", state.lesson?.prompt == nil)
        if case .learning(let fraction) = state.activity { progress.fraction = fraction }
        progress.isVisible = if case .learning = state.activity { true } else { false }
    }
}
