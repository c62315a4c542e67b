internal import InkProtocol
internal import System

/// A key of the configuration on the page.
struct WritingKey: Sendable, Hashable {
    /// The kind of control for a value.
    enum Kind: Sendable, Hashable {
        case flag
        /// A number, whose unit is in the title.
        case number(ClosedRange<Double>, step: Double)
        /// One of several texts, each with its title.
        case choice([Option])
        /// A language that inkd can read.
        case language
    }

    /// A value and its title.
    struct Option: Sendable, Hashable {
        var value: String
        var title: String
    }

    var key: String
    var title: String
    /// A sentence about the key; may be empty.
    var text: String
    var kind: Kind
}

/// Keys with a heading.
struct WritingSection: Sendable, Hashable {
    var title: String
    var text: String
    var keys: [WritingKey]
}

/// The configuration of writing: the keys on the page, and their values.
struct WritingState: Sendable, Hashable {
    private(set) var settings: [String: EditorInterface.Setting] = [:]
    /// The sorted tags of languages with models.
    private(set) var languages: [String] = []

    /// Records the values of all keys.
    mutating func read(_ settings: [EditorInterface.Setting], languages: [String]) {
        self.settings = Dictionary(settings.map { ($0.key, $0) }) { first, _ in first }
        self.languages = languages.sorted()
    }

    /// Returns the value of a key; nil if this version of inkd does not have the key.
    func value(of key: WritingKey) -> EditorInterface.Value.Content? { settings[key.key]?.value.content }

    /// Whether the user has set a key, permanently or until inkd ends, so that it can be reset.
    func isOwn(_ key: WritingKey) -> Bool { settings[key.key].map { $0.source == .user || $0.source == .session } ?? false }

    /// Returns a few words about the source of a key's value.
    func origin(of key: WritingKey) -> String {
        switch settings[key.key]?.source {
        case .builtIn: "Default"
        case .daemon: "Set in /etc/inkd/inkd.yaml"
        case .user: "Set by you"
        case .session: "Set by you until inkd stops"
        case .editor, nil: ""
        }
    }

    /// Returns the options of a key's list, and the index of the current value. If no option has the current value, it is added as an
    /// option.
    func options(of key: WritingKey) -> (options: [WritingKey.Option], chosen: Int) {
        var options: [WritingKey.Option]
        switch key.kind {
        case .choice(let all): options = all
        case .language:
            options = [.init(value: "", title: "Default")] + languages.map { .init(value: $0, title: LanguageName.of($0)) }
        case .flag, .number: options = []
        }
        guard case .text(let text) = value(of: key) else { return (options, 0) }
        if let place = options.firstIndex(where: { $0.value == text }) { return (options, place) }
        options.append(.init(value: text, title: text))
        return (options, options.count - 1)
    }

    /// The keys that users need, the most important first.
    static let sections = [
        WritingSection(
            title: "Recognition", text: "",
            keys: [
                .init(
                    key: "text.configuration.language", title: "Language",
                    text: "The language that you write. An input method for one language takes precedence. "
                        + "Languages other than English need their own packages, such as inkd-models-de.",
                    kind: .language),
                .init(
                    key: "recognition.pause", title: "Pause in milliseconds",
                    text: "A line is finished after the pen has rested this long.", kind: .number(50...5000, step: 50)),
                .init(
                    key: "adaptation.enable", title: "Learn from corrections",
                    text: "Words for which you choose another candidate are stored on this machine and train recognition. "
                        + "Forget them under My handwriting.", kind: .flag),
                .init(
                    key: "pen.mode", title: "Function of the pen",
                    text: "A pen that points and writes does so where the desktop reports the places of text fields; elsewhere it writes "
                        + "while a field has the focus.",
                    kind: .choice([
                        .init(value: "points-and-writes", title: "Points and writes"), .init(value: "writes", title: "Only writes"),
                        .init(value: "points", title: "Only points"),
                    ])),
            ]),
        WritingSection(
            title: "Key gestures", text: "One long stroke in a field, away from other writing.",
            keys: [
                .init(key: "gesture.space", title: "Space", text: "Stroke to the right", kind: .flag),
                .init(key: "gesture.backspace", title: "Backspace", text: "Stroke to the left", kind: .flag),
                .init(key: "gesture.newline", title: "New line", text: "Stroke down and to the left", kind: .flag),
                .init(key: "gesture.undo", title: "Undo the last word", text: "Stroke to the left and back", kind: .flag),
            ]),
        WritingSection(
            title: "Editing", text: "Strokes over written words.",
            keys: [
                .init(key: "gesture.enable", title: "Editing gestures", text: "When off, every stroke is writing.", kind: .flag),
                .init(key: "gesture.scratch-out", title: "Scratch out to delete", text: "", kind: .flag),
                .init(
                    key: "gesture.strike-through", title: "Strike through", text: "",
                    kind: .choice([
                        .init(value: "erase", title: "Delete"), .init(value: "decorate", title: "Mark as struck through"),
                        .init(value: "off", title: "Treat as writing"),
                    ])),
                .init(key: "gesture.underline", title: "Underline to mark words", text: "", kind: .flag),
                .init(key: "gesture.surround", title: "Circle to mark words", text: "", kind: .flag),
                .init(key: "gesture.join", title: "Join words with an arc", text: "", kind: .flag),
                .init(key: "gesture.split", title: "Split a word or line with a downward stroke", text: "", kind: .flag),
                .init(key: "gesture.insert", title: "Insert space with a caret", text: "", kind: .flag),
            ]),
        WritingSection(
            title: "Ink", text: "The visible strokes in editors and exports.",
            keys: [
                .init(
                    key: "eraser.mode", title: "Eraser", text: "",
                    kind: .choice([.init(value: "stroke", title: "Whole strokes"), .init(value: "pixel", title: "Touched parts")])),
                .init(
                    key: "pen.kind", title: "Pen", text: "",
                    kind: .choice([
                        .init(value: "pen", title: "Pen"), .init(value: "pencil", title: "Pencil"), .init(value: "marker", title: "Marker"),
                    ])),
                .init(key: "text.guides.enable", title: "Guide lines", text: "", kind: .flag),
                .init(
                    key: "text.guides.line-gap", title: "Line spacing in millimeters", text: "", kind: .number(4...40, step: 1)),
            ]),
    ]
}

/// English names of languages.
enum LanguageName {
    /// Returns the name of a language, with its tag if the tag is more specific; returns only the tag if the name is unknown.
    static func of(_ tag: String) -> String {
        let language = tag.split(separator: "-").first.map(String.init) ?? tag
        guard let name = LanguagePackage.names[language] else { return tag }
        return language == tag ? name : "\(name) (\(tag))"
    }
}
