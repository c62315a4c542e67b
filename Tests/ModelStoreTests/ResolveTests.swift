import Testing

@testable import ModelStore
@testable import Recognition

@Suite("Resolving tags")
struct ResolveTests {
    private static func catalog(_ tags: [String]) throws -> ModelCatalog {
        ModelCatalog(try tags.map { try model($0) })
    }

    static func model(_ tag: String, _ origin: InstalledModel.Origin = .system, kind: String = "text") throws -> InstalledModel {
        InstalledModel(
            tag: try LanguageTag(tag),
            card: try ModelCard(metadata: ["format": "inkd.model", "format_version": "1", "language": tag, "kind": kind]),
            path: "/\(origin)/\(tag)", origin: origin, size: 1, version: .init(file: 1, seconds: 0, nanoseconds: 0))
    }

    private static let all = [
        "de", "de-CH", "en", "mul-Latn", "mul-Latn-x-gesture", "pt-BR", "sr-Cyrl", "zxx-Zsym-x-autodraw",
        "zxx-Zsym-x-shapes", "zxx-Zsym-x-symbols",
        "fr-x-mine",
    ]

    @Test(
        "a tag means the nearest model",
        arguments: [
            ("en", "en"), ("en-US", "en"), ("EN-latn-gb-oxendict", "en"), ("en-u-ca-gregory", "en"), ("de-CH-1996", "de-CH"),
            ("de-AT", "de"), ("de-Latn-CH", "de"), ("pt-BR-abl1943", "pt-BR"), ("sr-Cyrl-RS", "sr-Cyrl"), ("mul-latn", "mul-Latn"),
            ("mul-Latn-US", "mul-Latn"), ("zxx-Zsym-x-shapes", "zxx-Zsym-x-shapes"), ("zxx-Zsym-x-SYMBOLS", "zxx-Zsym-x-symbols"),
            ("en-x-gesture", "mul-Latn-x-gesture"), ("en-US-x-gesture", "mul-Latn-x-gesture"), ("de-Latn-x-gesture", "mul-Latn-x-gesture"),
            ("mul-Latn-x-gesture", "mul-Latn-x-gesture"), ("x-gesture", "mul-Latn-x-gesture"), ("fr-CA-x-mine", "fr-x-mine"),
            ("zxx-Zsym-x-autodraw", "zxx-Zsym-x-autodraw"), ("zxx-Zsye-x-emoji", "zxx-Zsym-x-autodraw"),
        ])
    func found(tag: String, expected: String) throws {
        #expect(try Self.catalog(Self.all).resolve(tag).tag.description == expected)
    }

    @Test(
        "a tag without a model is refused with those there are: no longer tag, no other private part, no other script",
        arguments: [
            "fr", "pt", "sr", "sr-Latn", "ru-Cyrl-x-gesture", "zxx", "zxx-Zsym", "zxx-Zsym-x-emoji", "zxx-Zsye", "en-x-mine",
            "fr-x-mine-too",
            "x-shapes",
            "mul", "und", "la",
        ])
    func notFound(tag: String) throws {
        let catalog = try Self.catalog(Self.all)
        #expect(throws: ModelStoreError.noModel(tag: tag, available: Self.all.sorted())) { try catalog.resolve(tag) }
    }

    @Test("characters go by their language, Chinese by its script; side by side they are a language, and emoji are read as sketches")
    func characters() throws {
        let tags = ["el", "ja", "ko", "zh-Hans", "zh-Hant"]
        let catalog = ModelCatalog(
            try tags.map { try Self.model("\($0)-x-char", kind: "characters") } + [
                Self.model("zxx-Zsym-x-autodraw", kind: "sketches"), Self.model("en", kind: "language"),
            ])
        let expected = [
            ("ja", "ja"), ("ja-JP", "ja"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-Hant-HK", "zh-Hant"),
            ("ko-KR", "ko"),
        ]
        for (tag, name) in expected {
            #expect(catalog.characters(try LanguageTag(tag))?.tag.description == "\(name)-x-char")
            #expect(try catalog.language(tag)?.tag.description == "\(name)-x-char")
            #expect(try catalog.resolve(tag).tag.description == "\(name)-x-char")
        }
        for tag in catalog.languages { #expect(throws: Never.self) { try catalog.resolve(tag) } }
        #expect(throws: ModelStoreError.self) { try catalog.resolve("ja-x-gesture") }
        #expect(throws: ModelStoreError.self) { try catalog.resolve("el") }
        #expect(catalog.characters(try LanguageTag("el"))?.tag.description == "el-x-char")
        #expect(throws: ModelStoreError.self) { try catalog.language("el") }
        #expect(catalog.characters(try LanguageTag("en")) == nil)
        #expect(catalog.languages == ["en", "ja", "ko", "zh-Hans", "zh-Hant"] && catalog.languagesOfCharacters == tags)
        #expect(try catalog.language("zxx-Zsye-x-emoji")?.card.kind == .sketches)
        #expect(throws: ModelStoreError.self) { try catalog.language("zxx-Zsym-x-autodraw") }
    }

    @Test("a language that is written as another one has the models of that one, unless it has its own")
    func synonyms() throws {
        let catalog = try Self.catalog(["nb", "ro"])
        for (tag, model) in [("no", "nb"), ("no-NO", "nb"), ("nb-NO", "nb"), ("mo-MD", "ro")] {
            #expect(try catalog.resolve(tag).tag.description == model)
            #expect(try catalog.language(tag)?.tag.description == model)
        }
        #expect(throws: ModelStoreError.self) { try catalog.resolve("nn") }
        #expect(try Self.catalog(["nb", "no"]).resolve("no").tag.description == "no")
    }

    @Test("a language is read with its data or a network of its own, no language in particular with neither")
    func language() throws {
        let catalog = try Self.catalog(Self.all)
        for tag in ["", "mul"] { #expect(try catalog.language(tag) == nil) }
        #expect(try catalog.language("en-GB")?.tag.description == "en")
        #expect(try catalog.language("mul-Latn")?.tag.description == "mul-Latn")
        #expect(throws: ModelStoreError.noModel(tag: "ru", available: Self.all.sorted())) { try catalog.language("ru") }
        #expect(throws: ModelStoreError.noModel(tag: "mul-Cyrl", available: Self.all.sorted())) { try catalog.language("mul-Cyrl") }
        #expect {
            try catalog.language("e")
        } throws: { if case ModelStoreError.invalidTag("e", _) = $0 { true } else { false } }
    }

    private static func language(_ tag: String, script: String?) throws -> InstalledModel {
        var metadata = ["format": "inkd.model", "format_version": "1", "language": tag, "kind": "language"]
        metadata["script"] = script
        return InstalledModel(
            tag: try LanguageTag(tag), card: try ModelCard(metadata: metadata), path: "/language/\(tag)", origin: .system, size: 1,
            version: .init(file: 2, seconds: 0, nanoseconds: 0))
    }

    @Test("a language of another script has the network of that script, and counts as none without it")
    func script() throws {
        let languages = [try Self.language("de", script: nil), try Self.language("ru", script: "Cyrl")]
        let latin = ModelCatalog(languages + [try Self.model("mul-Latn")])
        #expect(throws: ModelStoreError.noModel(tag: "ru", available: ["de", "mul-Latn"])) { try latin.language("ru") }
        #expect(try latin.resolve("ru").tag.description == "ru")
        let both = ModelCatalog(languages + [try Self.model("mul-Cyrl")])
        #expect(try both.language("ru-RU")?.network?.path == "/system/mul-Cyrl")
        #expect(try both.language("de")?.network == nil)
        // foreign words in its lines are read in English, where that is there
        #expect(try both.language("ru")?.foreignLanguage == nil)
        let foreign = ModelCatalog(both.models + [try Self.language("en", script: nil)])
        #expect(try foreign.language("ru")?.foreignLanguage?.path == "/language/en")
        #expect(try foreign.language("de")?.foreignLanguage == nil)
        #expect(
            both.with(personal: [try Self.model("mul-Cyrl", .personal)]).model(try LanguageTag("ru"))?.network?.path == "/personal/mul-Cyrl"
        )
        // a model of that tag that reads no text is none
        #expect(throws: ModelStoreError.self) { try ModelCatalog(languages + [try Self.language("mul-Cyrl", script: nil)]).language("ru") }
    }

    @Test("one's own model goes before the system's of the same tag")
    func own() throws {
        let catalog = ModelCatalog([try Self.model("en", .own), try Self.model("en", .system), try Self.model("de")])
        #expect(catalog.tags == ["de", "en"])
        #expect(try catalog.resolve("en-GB").origin == .own)
    }

    @Test("the message says what there is, and what to do where there is nothing")
    func messages() throws {
        #expect("\(ModelStoreError.noModel(tag: "tlh", available: ["de", "en"]))" == "no model is installed for tlh (installed: de, en)")
        #expect("\(ModelStoreError.noModel(tag: "tlh", available: []))".contains("inkctl models install"))
        let package = "no model is installed for fr-CA (installed: de, en): install the package inkd-models-fr"
        #expect("\(ModelStoreError.noModel(tag: "fr-CA", available: ["de", "en"]))" == package)
        #expect("\(ModelStoreError.noModel(tag: "fr", available: []))".hasSuffix("for fr: install the package inkd-models-fr"))
    }
}
