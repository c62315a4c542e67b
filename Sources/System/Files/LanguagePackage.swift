/// The packages that bring the words of languages. English comes with the models, in inkd-models-latin; each other language has a package of
/// its own, so that nobody has to take all languages to write in one.
public enum LanguagePackage {
    /// The languages that have one, sorted.
    public static let languages = [
        "cs", "da", "de", "el", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk",
    ]

    /// The package for a language tag (BCP 47); nil if there is none. A private part (`-x-…`) means something else than the language.
    public static func name(for tag: String) -> String? {
        let subtags = tag.lowercased().split(separator: "-").map(String.init)
        guard let language = subtags.first, languages.contains(language), !subtags.contains("x") else { return nil }
        return "inkd-models-\(language)"
    }

    /// The languages whose package has models of single characters, sorted; both scripts of Chinese are in one.
    public static let characterLanguages = ["el", "ja", "ko", "zh"]

    /// The package of single characters for a language tag (BCP 47); nil if there is none.
    public static func characterPackage(for tag: String) -> String? {
        guard let language = tag.lowercased().split(separator: "-").first, characterLanguages.contains(String(language)) else { return nil }
        return "inkd-models-\(language)"
    }

    /// The language of a locale: "de-CH" of "de_CH.UTF-8"; nil for "C" and "POSIX", which are in no language.
    public static func tag(ofLocale locale: String) -> String? {
        let tag = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").joined(separator: "-")
        return ["", "C", "POSIX"].contains(tag) ? nil : tag
    }
}
