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

/// What the menu says now.
struct Menu: Equatable {
    /// What was chosen in it.
    enum Choice: Equatable { case pen, language(String?), undo, ink }

    /// nil: inkd is not there.
    var isPenEnabled: Bool?
    var language: String?
    var languages: [String]
    var showsInk: Bool

    var properties: [Property] {
        [
            Property(
                key: "InputMode", kind: .toggle, label: "Pen writes text",
                tooltip: isPenEnabled == nil ? "inkd is not running" : "Otherwise it points", icon: "input-tablet", symbol: "✍",
                isSensitive: isPenEnabled != nil, isChecked: isPenEnabled == true),
            Property(
                key: "language", kind: .menu, label: "Language: \(language.map(Component.name) ?? "as inkd is set")",
                icon: "preferences-desktop-locale", children: children),
            Property(key: "undo", kind: .normal, label: "Take back the last word", icon: "edit-undo"),
            Property(
                key: "ink", kind: .toggle, label: "Show ink", tooltip: "What is being written, near the caret",
                icon: "applications-graphics", isChecked: showsInk),
        ]
    }

    private var children: [Property] {
        [Property(key: "language.", kind: .radio, label: "As inkd is set", isChecked: language == nil)]
            + languages.map {
                Property(key: "language.\($0)", kind: .radio, label: Component.name(of: $0), isChecked: $0 == language)
            }
    }

    /// What activating a property means; nil: nothing.
    static func choice(_ key: String, state: UInt32) -> Choice? {
        switch key {
        case "InputMode": return .pen
        case "undo": return .undo
        case "ink": return .ink
        default:
            // of radio buttons the one that went off is told, too
            guard key.hasPrefix("language."), state == 1 else { return nil }
            let tag = String(key.dropFirst("language.".count))
            if tag.isEmpty { return .language(nil) }
            return InstalledLanguages.isTag(tag) ? .language(tag) : nil
        }
    }
}
