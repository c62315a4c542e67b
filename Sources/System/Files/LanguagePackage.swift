/// The packages that contain the words of languages. English comes with the models, in inkd-models-latin; each other language has a
/// separate package, so that writing in one language does not require installing all. `Languages.swift` has their lists.
public enum LanguagePackage {
    /// Returns the package for a language tag (BCP 47); nil if there is no package. Tags with a private part (`-x-…`) have no package.
    public static func name(for tag: String) -> String? {
        let subtags = tag.lowercased().split(separator: "-").map(String.init)
        guard let language = subtags.first, languages.contains(language), !subtags.contains("x") else { return nil }
        return "inkd-models-\(language)"
    }

    /// Returns the package of single characters for a language tag (BCP 47); nil if there is no package.
    public static func characterPackage(for tag: String) -> String? {
        guard let language = tag.lowercased().split(separator: "-").first, characterLanguages.contains(String(language)) else { return nil }
        return "inkd-models-\(language)"
    }

    /// Returns the language of a locale: "de-CH" of "de_CH.UTF-8"; nil for "C" and "POSIX", which have no language.
    public static func tag(ofLocale locale: String) -> String? {
        let tag = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_").joined(separator: "-")
        return ["", "C", "POSIX"].contains(tag) ? nil : tag
    }
}
