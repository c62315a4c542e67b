internal import InkClient
internal import InkProtocol
internal import System

/// The installed languages, with buttons that remove the user's own languages, and a button that searches a repository of models for
/// others. `inkctl` makes the network requests, and only when a button is pressed.
@MainActor
final class LanguagesGroup {
    let widget: Widget
    private let calls: DaemonThread
    private let programs: DaemonThread
    private let list: Group
    private let remark = Label("").styled("dim-label")
    private let look: Button
    private let changed: @MainActor () -> Void
    private var state = LanguagesState()

    /// The timeout for fetching a model in milliseconds.
    private nonisolated static let patience = 600_000

    /// - Parameters:
    ///   - programs: a thread for waiting until programs end; it is not used for anything else.
    ///   - changed: called when a language was added or removed.
    init(_ calls: DaemonThread, programs: DaemonThread, changed: @escaping @MainActor () -> Void) {
        (self.calls, self.programs, self.changed) = (calls, programs, changed)
        list = Group("Recognition languages")
        look = Button("Find more languages") {}
        look.setAccessibleDescription("Asks the model repository that is configured on this machine")
        widget = LinearBox.column(spacing: 6, [list, LinearBox.row(spacing: 8, [remark.expanded(), look])])
        look.on("clicked") { [weak self] in self?.lookForOthers() }
        render()
    }

    /// Records the models.
    func read(_ models: [ModelsInterface.Model]) {
        state.read(models)
        render()
    }

    /// Shows that a model cannot be used: a file, or if nil, an uploaded model.
    func failed(_ file: String?, _ reason: String) {
        guard state.work == nil else { return }
        remark.text = "Cannot use \(file ?? "a received model"): \(reason)"
    }

    private func lookForOthers() {
        run("Asking the repository …", ["models", "available", "--json"]) { [weak self] output in
            self?.state.offered(output)
            self?.render()
        }
    }

    private func add(_ tag: String) {
        let socket = calls.socket.map { ["--socket", $0] } ?? []
        run("Downloading \(LanguageName.of(tag)) …", ["models", "add", "--only-me", tag] + socket) { [weak self] output in
            guard let self else { return }
            let problem = state.added(output)
            render()
            if let problem { remark.text = problem } else { changed() }
        }
    }

    private func remove(_ tag: String) {
        calls.ask { connection throws(ClientError) in
            try connection.removeModel(tag, forEverybody: false)
        } then: { [weak self] result in
            if case .failure(let error) = result { self?.remark.text = error.sentence }
            self?.changed()
        }
    }

    /// Runs `inkctl`, and delivers its output, errors included.
    private func run(_ work: String, _ words: [String], then take: @escaping @MainActor (String?) -> Void) {
        state.begin(work)
        render()
        let arguments = ["-c", "exec \"$0\" \"$@\" 2>&1", OwnPrograms.path(of: "inkctl")] + words
        programs.work {
            ChildProcess.output(of: "/bin/sh", arguments, within: Self.patience).map { String(decoding: $0, as: UTF8.self) }
        } then: {
            take($0)
        }
    }

    private func render() {
        remark.text = state.remark
        look.isEnabled = state.work == nil
        list.isEnabled = state.work == nil
        list.replaceAll(with: state.lines.map(row))
    }

    private func row(_ line: LanguagesState.Line) -> Row {
        let button: Button? =
            switch line.action {
            case .none: nil
            case .remove: Button("Remove") { [weak self] in self?.remove(line.tag) }.styled("flat").called("Remove: \(line.title)")
            case .add: Button("Add") { [weak self] in self?.add(line.tag) }.called("Add: \(line.title)")
            }
        return Row(line.title, line.text, trailing: button.map { [$0] } ?? [])
    }
}
