internal import CGtk4
internal import InkClient
internal import InkProtocol

/// The page on which inkd is taught a person's hand, and told to forget it.
@MainActor
final class HandPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let banner = Banner()
    private let status = Row("", "")
    private let lesson = LinearBox.column(spacing: 12)
    private let prompt = Label("").styled("prompt")
    private let counter = Label("").styled("dim-label", "caption")
    private let progress = ProgressBar(called: "Learning")
    private let begin: Button
    private let forget: Button
    private let buttons: (again: Button, skip: Button, next: Button, learn: Button, leave: Button)
    private let paperBox: LinearBox
    private var paper: Paper?
    private var state = HandState()
    private var watch: DaemonWatch<AdaptationInterface.Adapt>?

    init(_ calls: DaemonThread) {
        self.calls = calls
        begin = Button("Teach it") {}.styled("suggested-action")
        forget = Button("Forget") {}.styled("destructive-action")
        buttons = (
            Button("Write again") {}, Button("Skip") {}, Button("Next") {}.styled("suggested-action"), Button("Learn now") {},
            Button("Leave") {}
        )
        paperBox = LinearBox.column(spacing: 0).styled("card")
        let column = PageColumn(
            "My hand",
            "inkd reads most hands as they are. If it keeps reading yours wrong, write some lines for it to learn from. What it learns stays on "
                + "this machine, and is used for you alone.")
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        column.append(Group("What was learnt", "", rows: [status]))
        status.append(forget)
        status.append(begin)
        for part: Widget in [
            LinearBox.column(spacing: 2, [counter, prompt]), paperBox,
            LinearBox.row(spacing: 8, [buttons.leave, Label("").expanded(), buttons.again, buttons.skip, buttons.next, buttons.learn]),
        ] { lesson.append(part) }
        column.append(lesson)
        column.append(progress)
        let paper = Paper(self)
        paper.area.sized(-1, 200).called("Paper for the lesson")
        paperBox.append(paper.area)
        self.paper = paper
        connect()
        render()
    }

    private func connect() {
        begin.on("clicked") { [weak self] in self?.teach() }
        forget.on("clicked") { [weak self] in self?.forgetHand() }
        buttons.again.on("clicked") { [weak self] in self?.update { $0.again() } }
        buttons.skip.on("clicked") { [weak self] in self?.update { $0.skip() } }
        buttons.next.on("clicked") { [weak self] in self?.update { $0.accept() } }
        buttons.leave.on("clicked") { [weak self] in self?.update { $0.leave() } }
        buttons.learn.on("clicked") { [weak self] in self?.learn() }
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
            let settings = try connection.configuration()
            let own = settings.first { $0.key == "text.configuration.language" }?.value.text ?? ""
            return own.isEmpty ? try connection.recognizerAbilities().language : own
        } then: { [weak self] result in
            switch result {
            case .success(let language): self?.update { $0.begin(Prompts.of(language)) }
            case .failure(let error): self?.banner.show(error.sentence)
            }
        }
    }

    private func learn() {
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
        lesson.isVisible = state.activity == .writing
        let (done, all) = state.progress
        counter.text = "\(min(done + 1, all)) of \(all), written \(state.samples.count); \(HandState.fewest) are needed, more are better"
        prompt.text = state.prompt ?? "That was all. Thank you."
        paperBox.isVisible = state.prompt != nil
        for button in [buttons.again, buttons.skip, buttons.next] { button.isVisible = state.prompt != nil }
        buttons.next.isEnabled = !state.sheet.strokes.isEmpty
        buttons.again.isEnabled = !state.sheet.isEmpty
        buttons.learn.isEnabled = state.canLearn
        buttons.learn.setStyle("suggested-action", state.prompt == nil)
        if case .learning(let fraction) = state.activity { progress.fraction = fraction }
        progress.isVisible = if case .learning = state.activity { true } else { false }
        paper?.area.redraw()
    }
}

extension HandPage: InkTarget {
    var ink: (sheet: InkSheet, isErasing: Bool) { (state.sheet, false) }

    func begin(_ point: PadPoint, kind: EditorInterface.PointerKind) { update { $0.draw { $0.begin(point) } } }

    func move(through points: [PadPoint]) {
        update { state in
            state.draw { sheet in
                for point in points { _ = sheet.move(to: point) }
            }
        }
    }

    func end(at time: Double) { update { $0.draw { _ = $0.end(at: time) } } }

    func cancel() { update { $0.draw { _ = $0.cancel() } } }

    func resize(width: Double, height: Double) {}
}
