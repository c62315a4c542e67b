internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The description of the input methods for IBus: one that reads in inkd's own language, and one for each installed language.
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

    /// The display name of a language; the tag if it is unknown.
    static func name(of language: String) -> String { names[language] ?? language }

    /// The settings window, which desktops open for an input method's preferences; nil where it is not installed.
    static var settingsWindow: String? {
        // the folder of data is share/inkd of what everything was installed to
        let path = InstalledFiles.own.share.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/bin/inkd-settings"
        return access(path, X_OK) == 0 ? path : nil
    }

    /// The element `engines` of a component file.
    ///
    /// - Parameter setup: the program that sets the input methods up; nil if there is none.
    static func engines(languages: [String], setup: String? = nil) -> String {
        let entries = [entry(engine, language: "other", title: "Pen handwriting", setup)]
        let more = languages.map { entry("\(engine):\($0)", language: $0, title: "Pen handwriting (\(name(of: $0)))", setup) }
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

    private static let names = [
        "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "fr": "French", "it": "Italian", "nl": "Dutch", "pt": "Portuguese",
        "ru": "Russian", "sv": "Swedish", "uk": "Ukrainian",
    ]
}

/// The languages that inkd can read in.
enum InstalledLanguages {
    /// The folder of the languages that came with inkd, for when the daemon cannot be asked.
    private static var folder: String {
        let models = getenv("INKD_MODELS").map { String(cString: $0) } ?? ""
        return (models.isEmpty ? InstalledFiles.own.share + "/models" : models) + "/language"
    }

    /// Their tags, sorted.
    static func all(socket: String?) -> [String] {
        guard let models = try? InkConnection(path: socket).call(ModelsInterface.List.self, .init(), timeout: .seconds(1)).models else {
            return tags(in: folder)
        }
        return models.filter { $0.kind == .language }.map(\.tag).filter(isTag).sorted()
    }

    /// The language tags of the model files in a folder; none if there is no such folder.
    static func tags(in folder: String) -> [String] {
        ((try? Folder.names(in: folder)) ?? []).filter { $0.hasSuffix(".safetensors") }
            .map { String($0.dropLast(".safetensors".count)) }.filter(isTag).sorted()
    }

    /// Letters and digits in parts of 1 to 8, the first of 2 or 3 letters (BCP 47).
    static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.utf8.allSatisfy { isalnum(Int32($0)) != 0 } }
    }
}
