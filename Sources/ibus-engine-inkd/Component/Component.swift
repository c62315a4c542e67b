/// What IBus is told of the input methods: one that reads in inkd's own language, one for each language there is.
enum Component {
    /// The name on IBus's bus.
    static let busName = "org.freedesktop.IBus.inkd"
    /// The input method without a language of its own.
    static let engine = "inkd"

    /// The language of an engine's name: "de" of "inkd:de", nil of "inkd" and of everything else.
    static func language(of engine: String) -> String? {
        let parts = engine.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0] == Self.engine, InstalledLanguages.isTag(parts[1]) else { return nil }
        return parts[1]
    }

    /// What people call a language; the tag if nothing better is known.
    static func name(of language: String) -> String { names[language] ?? language }

    /// The element `engines` of a component file.
    static func engines(languages: [String]) -> String {
        let entries = [entry(engine, language: "other", title: "Pen handwriting")]
        let more = languages.map { entry("\(engine):\($0)", language: $0, title: "Pen handwriting (\(name(of: $0)))") }
        return "<engines>\n" + (entries + more).joined() + "</engines>\n"
    }

    private static func entry(_ name: String, language: String, title: String) -> String {
        """
          <engine>
            <name>\(name)</name>
            <language>\(language)</language>
            <license>MIT</license>
            <author>inkd</author>
            <icon>input-tablet</icon>
            <layout>default</layout>
            <longname>\(title)</longname>
            <description>Write with a pen tablet</description>
            <rank>0</rank>
            <symbol>✍</symbol>
          </engine>

        """
    }

    private static let names = [
        "de": "German", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch", "pt": "Portuguese",
        "sv": "Swedish",
    ]
}
