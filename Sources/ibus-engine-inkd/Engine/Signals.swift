internal import Accessibility
internal import DBus
internal import InkProtocol
internal import InputMethod

/// Signals to IBus from the focused engine.
extension Service {
    /// Carries out the composition's actions.
    func apply(_ action: Composition.Action) {
        switch action {
        case .setPreedit(let text, let stable, let mode):
            signal("UpdatePreeditText") { message throws(BusError) in
                try message.append(text: text, firm: stable)
                try message.append(UInt32(text.unicodeScalars.count))
                try message.append(!text.isEmpty)
                // IBUS_ENGINE_PREEDIT_CLEAR, IBUS_ENGINE_PREEDIT_COMMIT
                try message.append(UInt32(mode == .commit ? 1 : 0))
            }
        case .commit(let text):
            signal("CommitText") { message throws(BusError) in try message.append(text: text) }
            bus.flush()
            trace.say("commit")
        case .delete(let before, let behind):
            let (before, behind) = (before.unicodeScalars.count, behind.unicodeScalars.count)
            signal("DeleteSurroundingText") { message throws(BusError) in
                try message.append(Int32(-before))
                try message.append(UInt32(before + behind))
            }
            askForText()
        case .press(let key): press(key)
        case .askForText: askForText()
        case .showCandidates(let candidates, let selected):
            signal("UpdateLookupTable") { message throws(BusError) in
                try message.append(table: candidates, selected: selected)
                try message.append(true)
            }
        case .hideCandidates:
            signal("UpdateLookupTable") { message throws(BusError) in
                try message.append(table: [], selected: 0)
                try message.append(false)
            }
        case .showMessage(let text): showMessage(text)
        case .call: break
        }
    }

    /// Asks the client for its text. Clients report their text after keys and commits, but not after a deletion
    /// (client/gtk2/ibusimcontext.c), so this sends an empty commit.
    private func askForText() {
        signal("CommitText") { message throws(BusError) in try message.append(text: "") }
        bus.flush()
    }

    func showMessage(_ text: String) {
        signal("UpdateAuxiliaryText") { message throws(BusError) in
            try message.append(text: text)
            try message.append(!text.isEmpty)
        }
    }

    func requireSurroundingText(_ engine: Engine) {
        guard engine === current else { return }
        signal("RequireSurroundingText") { _ throws(BusError) in }
    }

    /// Registers the menu, as IBus requires after each FocusIn.
    func registerMenu() {
        let properties = menu.properties
        signal("RegisterProperties") { message throws(BusError) in try message.append(properties: properties) }
    }

    func updateMenu() {
        for property in menu.properties {
            signal("UpdateProperty") { message throws(BusError) in try message.append(property: property) }
        }
    }

    private var menu: Menu {
        Menu(
            isPenEnabled: session?.status?.enabled, language: current?.language, languages: languages,
            showsInk: overlay.isRunning, hasLost: session?.hasLost == true, findsPasswords: accessibility?.isOn)
    }

    func signal(_ name: String, _ body: Bus.Answer) {
        guard let current else { return }
        do {
            try bus.signal(current.path, "org.freedesktop.IBus.Engine", name, body)
        } catch {
            trace.say("\(error)")
        }
    }
}

/// An entry of the input method's menu (IBusProperty).
struct Property: Equatable {
    /// IBusPropType.
    enum Kind: UInt32 { case normal = 0, toggle, radio, menu }

    var key: String
    var kind: Kind
    var label: String
    var tooltip = ""
    var icon = ""
    var symbol = ""
    var isSensitive = true
    var isChecked = false
    var children: [Property] = []
}

/// The current state of the menu.
struct Menu: Equatable {
    /// A choice in the menu.
    enum Choice: Equatable { case pen, language(String?), undo, restore, ink, passwords }

    /// nil: inkd is not running.
    var isPenEnabled: Bool?
    var language: String?
    var languages: [String]
    var showsInk: Bool
    /// Whether there is uncommitted text.
    var hasLost = false
    /// Whether password boxes are searched for on the accessibility bus; nil if not configurable.
    var findsPasswords: Bool?

    var properties: [Property] {
        [
            Property(
                key: "InputMode", kind: .toggle, label: "Pen writes text",
                tooltip: isPenEnabled == nil ? "inkd is not running" : "When off, the pen controls the pointer", icon: "input-tablet",
                symbol: "✍",
                isSensitive: isPenEnabled != nil, isChecked: isPenEnabled == true),
            Property(
                key: "language", kind: .menu, label: "Language: \(language.map(Component.name) ?? "Default")",
                icon: "preferences-desktop-locale", children: children),
            Property(key: "undo", kind: .normal, label: "Undo the last word", icon: "edit-undo"),
            Property(
                key: "restore", kind: .normal, label: "Insert lost text",
                tooltip: "Inserts text whose field lost the focus before the text arrived",
                icon: "edit-paste", isSensitive: hasLost),
            Property(
                key: "ink", kind: .toggle, label: "Show ink", tooltip: "Shows the current line near the caret",
                icon: "applications-graphics", isChecked: showsInk),
            Property(
                key: "passwords", kind: .toggle, label: "Detect password fields",
                tooltip: "Asks applications, as screen readers do. When off, passwords that applications do not report are recognized",
                icon: "dialog-password", isSensitive: findsPasswords != nil, isChecked: findsPasswords == true),
            Property(
                key: "gestures", kind: .menu, label: "Gestures", icon: "help-contents",
                children: Self.gestures.enumerated().map { Property(key: "gesture.\($0)", kind: .normal, label: $1, isSensitive: false) }),
        ]
    }

    /// The gestures in a field, described for users.
    private static let gestures = [
        "Long stroke to the right: space", "Long stroke to the left: backspace", "Long stroke down, then to the left: new line",
        "Long stroke to the left and back: undo the last word", "Scratch over the last word: delete it",
        "Arc below the last two words: join them", "Stroke down through the last word: split it",
    ]

    private var children: [Property] {
        [Property(key: "language.", kind: .radio, label: "Default", isChecked: language == nil)]
            + languages.map {
                Property(key: "language.\($0)", kind: .radio, label: Component.name(of: $0), isChecked: $0 == language)
            }
    }

    /// Returns the action for activating a property; nil without an action.
    static func choice(_ key: String, state: UInt32) -> Choice? {
        switch key {
        case "InputMode": return .pen
        case "undo": return .undo
        case "restore": return .restore
        case "ink": return .ink
        case "passwords": return .passwords
        default:
            // IBus also signals the radio button that was switched off
            guard key.hasPrefix("language."), state == 1 else { return nil }
            let tag = String(key.dropFirst("language.".count))
            if tag.isEmpty { return .language(nil) }
            return InstalledLanguages.isTag(tag) ? .language(tag) : nil
        }
    }
}
