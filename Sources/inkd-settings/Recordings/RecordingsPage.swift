internal import CGtk4
internal import InkClient
internal import InkProtocol
internal import System

/// The page of recordings of pen sessions. Nothing is recorded before the user has agreed to be recorded on this page.
@MainActor
final class RecordingsPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let programs: DaemonThread
    private let banner = Banner()
    private let status = Row("", "")
    private let consent: Switch
    private let writer = TextField(called: "Writer", hint: "such as w7")
    private let label = TextField(called: "Text", hint: "optional")
    private let start: Button
    private let stop: Button
    private let agreement = Group("Consent")
    private let asking: Switch
    private var lesson: LessonView?
    private let kept = Group("Your recordings")
    private let usage = Label("").styled("dim-label")
    private var state = RecordingsState()
    private var watch: DaemonWatch<RecorderInterface.Watch>?
    private var isWatching = false

    /// The terms of consent, in plain words.
    private static let terms = """
        A recording contains everything that your tablets report while it runs: all that you write with the pen in any program, with its \
        time, speed and pressure. Handwriting identifies its writer; it cannot be made anonymous.

        The recording stays on this machine until you delete it. Only you can list, read and delete it. It pauses while a program asks \
        for a password, if the program reports that, and while another user is at the screen. All users of the tablet can see that you record.

        You may stop at any time, and delete the recording without giving a reason. If you record another person, let them read this first.
        """

    /// - Parameter programs: a thread for waiting until programs end; it is not used for anything else.
    init(_ calls: DaemonThread, programs: DaemonThread) {
        (self.calls, self.programs) = (calls, programs)
        consent = Switch(called: "I have read this and agree to be recorded") { _ in }
        asking = Switch(called: "Text prompts") { _ in }
        start = Button("Start recording") {}.styled("suggested-action")
        stop = Button("Stop recording") {}.styled("destructive-action")
        let column = PageColumn("Recordings", "Ink for tests and training data. Nothing is recorded until you start it.")
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        agreement.replaceAll(
            with: [
                Label(Self.terms).margin(12), Row("I have read this and agree to be recorded", trailing: [consent]),
                Row("Writer", "A code for the writer rather than a name", trailing: [writer]),
                Row("Text", "The text to be written, if it is known beforehand", trailing: [label]),
                Row("Text prompts", "Twenty lines to copy, which label their ink in the export", trailing: [asking]), status,
            ])
        column.append(agreement)
        status.append(start)
        status.append(stop)
        let lesson = LessonView(leaving: "Finish") { [weak self] choice in
            self?.choose(choice)
        } drawn: { [weak self] change in
            self?.update { $0.draw(change) }
        }
        self.lesson = lesson
        column.append(lesson.widget)
        column.append(kept)
        column.append(usage)
        consent.changed = { [weak self] isOn in self?.update { $0.hasConsent = isOn } }
        asking.changed = { [weak self] isOn in self?.update { $0.asksForTexts = isOn } }
        start.on("clicked") { [weak self] in self?.begin() }
        stop.on("clicked") { [weak self] in self?.end() }
        render()
    }

    func appear() {
        calls.ask { connection throws(ClientError) in
            (try connection.recorderState(), try connection.recordings())
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let (recorder, list)):
                banner.hide()
                update {
                    $0.read(recorder.state, others: recorder.others.count)
                    $0.read(list)
                }
                listen()
            case .failure(let error): banner.show(error.sentence, action: "Try again") { [weak self] in self?.appear() }
            }
        }
    }

    /// Makes the page follow the recorder's state, such as pausing.
    private func listen() {
        guard !isWatching else { return }
        isWatching = true
        let socket = calls.socket
        calls.ask { _ throws(ClientError) in
            Handover(value: try InkConnection(path: socket).watchRecorder())
        } then: { [weak self] result in
            guard let self else { return }
            guard case .success(let handover) = result else { return isWatching = false }
            watch = DaemonWatch(handover.value) { [weak self] reply in
                self?.update { $0.read(reply.state, others: reply.others.count) }
            } end: { [weak self] _ in
                self?.isWatching = false
                // connects to inkd after a restart, or reports that inkd is not running
                MainThread.post(after: 2000) { [weak self] in self?.appear() }
            }
        }
    }

    private func begin() {
        let (writer, label, asksForTexts) = (writer.text, label.text, state.asksForTexts)
        calls.ask { connection throws(ClientError) in
            _ = try connection.startRecording(label: label.isEmpty ? nil : label, writer: writer.isEmpty ? nil : writer)
            guard asksForTexts else { return [String]?.none }
            return Prompts.of(try connection.language())
        } then: { [weak self] result in
            guard let self else { return }
            if case .success(let prompts) = result {
                note(state.began(prompts))
                render()
            }
            done(result.map { _ in })
        }
    }

    private func choose(_ choice: LessonView.Choice) {
        switch choice {
        case .accept: note(state.accept())
        case .skip: note(state.skip())
        case .again: note(state.again())
        case .leave: return end()
        }
        render()
    }

    private func note(_ notes: [RecordingsState.Note]) {
        guard !notes.isEmpty else { return }
        calls.ask { connection throws(ClientError) in
            for note in notes { try connection.annotateRecording(note.key, note.text) }
        } then: { [weak self] result in
            if case .failure(let error) = result { self?.banner.show(error.sentence) }
        }
    }

    private func end() {
        calls.ask { connection throws(ClientError) in
            _ = try connection.stopRecording()
        } then: { [weak self] result in
            self?.update { $0.ended() }
            self?.done(result)
        }
    }

    /// Exports a recording to a file with inkctl, which knows the formats.
    private func export(_ name: String) {
        SaveDialog.show(title: "Export \(name)", name: "\(name).jsonl", above: widget) { [weak self] path in
            guard let self else { return }
            // inkctl selects the format by the extension
            let path = path.hasSuffix(".jsonl") ? path : path + ".jsonl"
            let arguments = ["record", "export", name, "--to", path, "--force"] + (programs.socket.map { ["--socket", $0] } ?? [])
            programs.work {
                let child = try? ChildProcess(OwnPrograms.path(of: "inkctl"), arguments, input: .null)
                return child?.wait() == 0
            } then: { [weak self] isWritten in
                self?.banner.show(
                    isWritten ? "\(name) was exported to \(path)." : "Cannot export \(name) to \(path). Choose another place.",
                    action: "Close"
                ) {
                    [weak self] in self?.banner.hide()
                }
            }
        }
    }

    private func delete(_ name: String) {
        guard state.delete(name) else { return render() }
        calls.ask { connection throws(ClientError) in
            try connection.deleteRecording(name)
        } then: { [weak self] in
            self?.done($0)
        }
    }

    private func done(_ result: Result<Void, ClientError>) {
        appear()
        if case .failure(let error) = result { banner.show(error.sentence) }
    }

    private func update(_ change: (inout RecordingsState) -> Void) {
        change(&state)
        render()
    }

    private func render() {
        status.title = state.summary.isEmpty ? "…" : state.summary
        start.isVisible = !state.isRecording
        start.isEnabled = state.canStart
        stop.isVisible = state.isRecording
        for field: Widget in [writer, label, asking, consent] { field.isEnabled = !state.isRecording }
        consent.isOn = state.hasConsent
        // a lesson has the page to itself, so the agreement is hidden
        agreement.isVisible = !state.isRecording || state.lesson == nil
        let counts = state.counts
        let pause = state.current?.paused == nil ? "" : ". \(state.summary)"
        lesson?.render(state.isRecording ? state.lesson : nil, note: "\(counts.accepted) written, \(counts.skipped) skipped\(pause)")
        usage.text = state.usage
        kept.replaceAll(
            with: state.kept.map { recording in
                let isDoomed = state.doomed == recording.name
                let button = Button(isDoomed ? "Delete permanently" : "Delete") { [weak self] in self?.delete(recording.name) }
                    .called("\(isDoomed ? "Delete permanently" : "Delete"): \(recording.name)")
                if isDoomed { button.styled("destructive-action") }
                let title = recording.label.map { $0.isEmpty ? recording.name : "\(recording.name): \($0)" } ?? recording.name
                let export = Button("Export") { [weak self] in self?.export(recording.name) }.called("Export: \(recording.name)")
                return Row(title, RecordingsState.details(of: recording), trailing: [export, button])
            })
    }
}
