internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The description of the input methods for IBus: one for inkd's own language, one for each installed language, and one that turns sketches
/// into emoji if their model is installed.
enum Component {
    /// The name on IBus's bus.
    static let busName = "org.freedesktop.IBus.inkd"
    /// The input method without a language in its name.
    static let engine = "inkd"

    /// Returns the language of an engine's name: "de" of "inkd:de", nil of "inkd" and of everything else.
    static func language(of engine: String) -> String? {
        let parts = engine.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0] == Self.engine, InstalledLanguages.isTag(parts[1]) else { return nil }
        return parts[1]
    }

    /// Returns the display name of a language, or the tag if the language is unknown.
    static func name(of language: String) -> String {
        language == emoji ? "Emoji from sketches" : LanguagePackage.names[language] ?? language
    }

    /// The tag of the input method that turns sketches into emoji.
    static let emoji = "zxx-Zsye-x-emoji"

    private static func title(of language: String) -> String {
        language == emoji ? "Pen sketch to emoji" : "Pen handwriting (\(name(of: language)))"
    }

    /// Returns the language in the form that IBus uses to sort and name its input methods: a locale for Chinese.
    private static func locale(of language: String) -> String {
        switch language {
        case "zh-Hans": "zh_CN"
        case "zh-Hant": "zh_TW"
        case emoji: "other"
        default: language
        }
    }

    /// The settings window, which desktops open for an input method's preferences; nil if it is not installed.
    static var settingsWindow: String? {
        // the data folder is share/inkd in the installation prefix
        let path = InstalledFiles.own.share.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/bin/inkd-settings"
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Returns the element `engines` of a component file.
    ///
    /// - Parameter setup: the program that configures the input methods; nil without such a program.
    static func engines(languages: [String], setup: String? = nil) -> String {
        let entries = [entry(engine, language: "other", title: "Pen handwriting", setup)]
        let more = languages.map { entry("\(engine):\($0)", language: locale(of: $0), title: title(of: $0), setup) }
        return "<engines>\n" + (entries + more).joined() + "</engines>\n"
    }

    private static func entry(_ name: String, language: String, title: String, _ setup: String?) -> String {
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
            <symbol>✍</symbol>\(setup.map { "\n    <setup>\($0)</setup>" } ?? "")
          </engine>

        """
    }
}

/// The languages that inkd supports.
enum InstalledLanguages {
    /// The folder of the models shipped with inkd, for when the daemon cannot be asked.
    private static var folder: String {
        let models = getenv("INKD_MODELS").map { String(cString: $0) } ?? ""
        return models.isEmpty ? InstalledFiles.own.share + "/models" : models
    }

    /// Returns the tags of the languages, sorted. Waits at most one second for inkd; without an answer, returns the shipped languages.
    static func all(socket: String?) -> [String] {
        guard
            let models = try? InkConnection(path: socket, waits: false).call(ModelsInterface.List.self, .init(), timeout: .seconds(1))
                .models
        else { return shipped }
        return tags(of: models.map { ($0.kind, $0.tag) })
    }

    /// The tags of the languages shipped with inkd.
    static var shipped: [String] {
        let characters = tags(in: folder + "/characters").filter(isWrittenInSquares)
        let emoji = access(folder + "/sketches.safetensors", R_OK) == 0 ? [Component.emoji] : []
        return (tags(in: folder + "/language") + characters).sorted() + emoji
    }

    /// Returns the tags of the input methods that the models serve: of languages, of languages that are read character by character, and of
    /// emoji.
    static func tags(of models: [(kind: ModelsInterface.Kind, tag: String)]) -> [String] {
        let words = models.filter { $0.kind == .language }.map(\.tag)
        let characters = models.filter { $0.kind == .characters }
            .map { $0.tag.split(separator: "-").prefix { $0 != "x" }.joined(separator: "-") }.filter(isWrittenInSquares)
        let emoji = models.contains { $0.kind == .sketches } ? [Component.emoji] : []
        return Set(words + characters).filter(isTag).sorted() + emoji
    }

    /// Whether the language is written with square characters, each of which is recognized separately, without a word network.
    private static func isWrittenInSquares(_ tag: String) -> Bool {
        let language = String(tag.prefix { $0 != "-" })
        return LanguagePackage.characterLanguages.contains(language) && !LanguagePackage.languages.contains(language)
    }

    /// Returns the language tags of the model files in a folder; empty if the folder does not exist.
    static func tags(in folder: String) -> [String] {
        ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(".safetensors") }
            .map { String($0.dropLast(".safetensors".count)) }.filter(isTag).sorted()
    }

    /// Whether the text has the form of a language tag (BCP 47): parts of 1 to 8 letters and digits, the first of 2 or 3 letters.
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.utf8.allSatisfy { isalnum(Int32($0)) != 0 } }
    }
}
