// Made of the models' cards by packaging/languages.py: run `make generate`.

extension LanguagePackage {
    /// The English names of the languages with a model, by tag (BCP 47).
    public static let names = [
        "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "fi": "Finnish",
        "fr": "French", "hu": "Hungarian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nb": "Norwegian", "nl": "Dutch",
        "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
        "zh-Hans": "Chinese, simplified", "zh-Hant": "Chinese, traditional",
    ]

    /// The languages with a package, sorted.
    public static let languages = [
        "cs", "da", "de", "el", "es", "fi", "fr", "hu", "it", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk",
    ]

    /// The languages whose package has models of single characters, sorted; both scripts of Chinese are in one.
    public static let characterLanguages = [
        "el", "ja", "ko", "zh",
    ]
}
