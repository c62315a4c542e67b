internal import CGtk4
internal import InkClient
internal import InkProtocol

/// The page of the configuration values that users need. Each change is stored for the user.
@MainActor
final class WritingPage: Page {
    let widget: Widget
    private let calls: DaemonThread
    private let banner = Banner()
    private let column = PageColumn("Writing", "Changes apply to you alone, take effect at once and are permanent.")
    private var rows: [SettingRow] = []
    private var languages: LanguagesGroup?
    private var state = WritingState()
    /// The watch for models that are added or removed by other programs, such as `inkctl` or a package manager.
    private var models: MappedWatch<ModelsInterface.Watch>?

    /// - Parameter programs: a thread for waiting until programs end; it is not used for anything else.
    init(_ calls: DaemonThread, programs: DaemonThread) {
        self.calls = calls
        widget = LinearBox.column(spacing: 0, [banner, Scrolled(column)])
        let languages = LanguagesGroup(calls, programs: programs) { [weak self] in self?.appear() }
        self.languages = languages
        for (index, section) in WritingState.sections.enumerated() {
            // the language is chosen in the first section
            if index == 1 { column.append(languages.widget) }
            let rows = section.keys.map { key in
                SettingRow(key) { [weak self] in
                    self?.set(key, to: $0)
                } reset: { [weak self] in
                    self?.reset(key)
                }
            }
            self.rows += rows
            column.append(Group(section.title, section.text, rows: rows.map(\.row)))
        }
        column.isEnabled = false
        models = MappedWatch(of: widget, calls) { connection throws(ClientError) in
            try connection.watchModels()
        } take: { [weak self] reply in
            switch reply.change {
            case .present: break
            case .added, .replaced, .removed: self?.appear()
            case .failed: if let reason = reply.reason { self?.languages?.failed(reply.file, reason) }
            }
        }
    }

    func appear() {
        calls.ask { connection throws(ClientError) in
            let settings = try connection.configuration()
            let models = try connection.call(ModelsInterface.List.self, .init()).models
            return (settings, models)
        } then: { [weak self] in
            self?.take($0)
        }
    }

    private func take(_ result: Result<([EditorInterface.Setting], [ModelsInterface.Model]), ClientError>) {
        switch result {
        case .success(let (settings, models)):
            banner.hide()
            state.read(settings, languages: models.filter { $0.kind == .language }.map(\.tag))
            languages?.read(models)
            self.models?.follow()
            column.isEnabled = true
            for row in rows { row.render(state) }
        case .failure(let error):
            banner.show(error.sentence, action: "Try again") { [weak self] in self?.appear() }
            // if inkd refuses a value, the value in effect is shown again
            for row in rows { row.render(state) }
            if case .refused = error { return }
            column.isEnabled = false
        }
    }

    private func set(_ key: WritingKey, to value: EditorInterface.Value.Content) {
        guard value != state.value(of: key) else { return }
        change { connection throws(ClientError) in try connection.setConfiguration(key.key, to: value, persist: true) }
    }

    private func reset(_ key: WritingKey) {
        change { connection throws(ClientError) in try connection.unsetConfiguration(key.key, persist: true) }
    }

    private func change(_ call: @escaping @Sendable (InkConnection) throws(ClientError) -> Void) {
        calls.ask(call) { [weak self] result in
            switch result {
            case .success: self?.appear()
            case .failure(let error): self?.take(.failure(error))
            }
        }
    }
}

/// The row of a key: its control, the source of its value, and a button that resets it.
@MainActor
private final class SettingRow {
    let row: Row
    private let key: WritingKey
    private let back: Button
    private let control: Control
    private let values: Values

    /// The values that belong to the titles of a list.
    @MainActor
    private final class Values {
        var options: [WritingKey.Option] = []
    }

    init(
        _ key: WritingKey, set: @escaping @MainActor (EditorInterface.Value.Content) -> Void, reset: @escaping @MainActor () -> Void
    ) {
        self.key = key
        back = Button("Reset", reset).styled("flat").called("Reset: \(key.title)")
        let values = Values()
        control =
            switch key.kind {
            case .flag: Switch(called: key.title) { set(.flag($0)) }
            case .number(let range, let step): NumberField(called: key.title, range, step: step) { set(.number($0)) }
            case .choice, .language: Choice(called: key.title) { set(.text(values.options[$0].value)) }
            }
        self.values = values
        back.isVisible = false
        row = Row(key.title, key.text, trailing: [back, control])
    }

    /// Shows the value in effect.
    func render(_ state: WritingState) {
        let value = state.value(of: key)
        row.isEnabled = value != nil
        row.text = [key.text, value == nil ? "Not available in the running inkd" : state.origin(of: key)].filter { !$0.isEmpty }
            .joined(separator: " · ")
        back.isVisible = state.isOwn(key)
        switch (control, value) {
        case (let control as Switch, .flag(let isOn)): control.isOn = isOn
        case (let control as NumberField, .number(let number)): control.value = number
        case (let control as Choice, .text):
            let (options, chosen) = state.options(of: key)
            values.options = options
            control.setTitles(options.map(\.title))
            control.selected = chosen
        default: break
        }
    }
}
