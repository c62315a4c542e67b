internal import InkProtocol

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
    enum Choice: Equatable { case pen, penMode(TextInputInterface.PenMode), language(String?), undo, restore, ink, passwords }

    /// The mode of pens; nil if inkd is not running.
    var penMode: TextInputInterface.PenMode?
    var language: String?
    var languages: [String]
    var showsInk: Bool
    /// Whether there is uncommitted text.
    var hasLost = false
    /// Whether password boxes are searched for on the accessibility bus; nil if not configurable.
    var findsPasswords: Bool?

    var properties: [Property] {
        [
            // panels show the symbol of the property "InputMode"
            Property(
                key: Self.penKey, kind: .menu, label: penMode.map { "Pen: \(Self.label($0))" } ?? "Pen",
                tooltip: penMode == nil ? "inkd is not running" : "", icon: "input-tablet", symbol: penMode == .points ? "↖" : "✍",
                isSensitive: penMode != nil, children: penChildren),
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

    private static let penKey = "InputMode"

    private var penChildren: [Property] {
        TextInputInterface.PenMode.allCases.map { mode in
            let label = Self.label(mode)
            return Property(
                key: "\(Self.penKey).\(mode.rawValue)", kind: .radio, label: label.prefix(1).uppercased() + label.dropFirst(),
                tooltip: Self.explanation(mode), isSensitive: penMode != nil, isChecked: mode == penMode)
        }
    }

    private static func label(_ mode: TextInputInterface.PenMode) -> String {
        switch mode {
        case .pointsAndWrites: "points and writes"
        case .writes: "only writes"
        case .points: "only points"
        }
    }

    private static func explanation(_ mode: TextInputInterface.PenMode) -> String {
        switch mode {
        case .pointsAndWrites: "Writes in text fields and controls the pointer elsewhere"
        case .writes: "Writes everywhere while a text field has the focus"
        case .points: "Controls the pointer everywhere"
        }
    }

    private var children: [Property] {
        [Property(key: "language.", kind: .radio, label: "Default", isChecked: language == nil)]
            + languages.map {
                Property(key: "language.\($0)", kind: .radio, label: Component.name(of: $0), isChecked: $0 == language)
            }
    }

    /// Returns the action for activating a property; nil without an action.
    static func choice(_ key: String, state: UInt32) -> Choice? {
        switch key {
        case penKey: return .pen
        case "undo": return .undo
        case "restore": return .restore
        case "ink": return .ink
        case "passwords": return .passwords
        default:
            // IBus also signals the radio button that was switched off
            guard state == 1 else { return nil }
            if key.hasPrefix("\(penKey).") {
                return TextInputInterface.PenMode(rawValue: String(key.dropFirst(penKey.count + 1))).map { .penMode($0) }
            }
            guard key.hasPrefix("language.") else { return nil }
            let tag = String(key.dropFirst("language.".count))
            if tag.isEmpty { return .language(nil) }
            return InstalledLanguages.isTag(tag) ? .language(tag) : nil
        }
    }
}

/// The languages in the menu: those that inkd supports, or the shipped ones until inkd has answered.
struct MenuLanguages {
    /// The tags of the languages, sorted; empty before the first engine.
    private(set) var tags: [String] = []
    /// Whether inkd is running.
    private var isAttached = false

    /// Records whether inkd is running. Returns whether inkd has just started, perhaps with other languages.
    mutating func hasAppeared(isAttached: Bool) -> Bool {
        defer { self.isAttached = isAttached }
        return isAttached && !self.isAttached
    }

    /// Adopts the languages shipped with inkd, unless inkd has answered before.
    mutating func assumeShipped() {
        if tags.isEmpty { tags = InstalledLanguages.shipped }
    }

    /// Adopts the languages of inkd's models.
    mutating func accept(_ models: [ModelsInterface.Model]) { tags = InstalledLanguages.tags(of: models.map { ($0.kind, $0.tag) }) }
}
