public import Recognition

/// The models there are, and which of them a tag means.
public struct ModelCatalog: Sendable, Hashable {
    /// One for each tag, in the order of the tags. A user's own go before those that were installed for everybody, and these before the
    /// system's.
    public let models: [InstalledModel]

    /// A catalog of these. Where two have the same tag the earlier one counts.
    public init(_ models: [InstalledModel] = []) {
        var byTag: [LanguageTag: InstalledModel] = [:]
        for model in models where byTag[model.tag] == nil { byTag[model.tag] = model }
        let english = models.first { $0.tag.description == "en" && $0.card.kind == .language }
        self.models = byTag.values.sorted { "\($0.tag)" < "\($1.tag)" }.map { model in
            var model = model
            let network = model.networkTag.flatMap { byTag[$0] }
            model.network = network.flatMap { $0.card.kind == .text ? .init($0) : nil }
            if model.networkTag != nil { model.foreignLanguage = english.map { .init($0) } }
            return model
        }
    }

    /// The models that a user reads with: these, but where the user has one of the same tag.
    public func with(personal models: [InstalledModel]) -> ModelCatalog {
        models.isEmpty ? self : ModelCatalog(models + self.models)
    }

    /// The tags there are.
    public var tags: [String] { models.map(\.tag.description) }

    /// The model of just this tag; nil if there is none.
    public func model(_ tag: LanguageTag) -> InstalledModel? { models.first { $0.tag == tag } }

    /// The model for a tag: its own, or that of the nearest shorter tag. A private part (`-x-…`) must be the same.
    ///
    /// After the language itself a tag with a private part also means a model for many languages (`mul`) with the same part, unless
    /// both name a script and it is another: `en-US-x-gesture` means `mul-Latn-x-gesture` where nothing is nearer, and `en` alone
    /// does not mean `mul-Latn`, which would hide that there is nothing for English. Emoji, `zxx-Zsye-x-emoji`, are read with the model of sketches.
    /// - Throws: `noModel`.
    public func resolve(_ tag: LanguageTag) throws(ModelStoreError) -> InstalledModel {
        for candidate in tag.fallbacks {
            if let model = model(candidate) { return model }
        }
        if let other = Self.others[tag.description], let model = models.first(where: { $0.tag.description == other }) { return model }
        if !tag.privateUse.isEmpty, let model = models.first(where: { Self.serves($0.tag, tag) }) { return model }
        throw .noModel(tag: tag.description, available: tags)
    }

    /// As `resolve(_:)`, for the text of a tag.
    ///
    /// - Throws: `invalidTag`, `noModel`.
    public func resolve(_ tag: String) throws(ModelStoreError) -> InstalledModel { try resolve(LanguageTag(tag)) }

    /// The model of a language: data about it, a network of its own, or one that reads its characters one by one, or, for emoji, sketches; nil
    /// for no language in particular, which is the meaning of an empty tag, and of `mul` and `mul-Latn` where no model has them. A language
    /// whose script has no network counts as none.
    ///
    /// - Throws: `invalidTag`; `noModel` with the tags of languages there are.
    public func language(_ tag: String) throws(ModelStoreError) -> InstalledModel? {
        guard !tag.isEmpty else { return nil }
        let languages = ModelCatalog(ofLanguages)
        let tag = try LanguageTag(tag)
        if ["mul", "mul-Latn"].contains(tag.description), languages.model(tag) == nil { return nil }
        do throws(ModelStoreError) {
            return try languages.resolve(tag)
        } catch {
            if let model = characters(tag), model.isLanguage { return model }
            if tag.description == Self.emoji, let model = model(of: .sketches) { return model }
            throw .noModel(tag: tag.description, available: self.languages)
        }
    }

    /// The tags of languages there are.
    public var languages: [String] {
        let tags = models.filter { $0.isLanguage && $0.isUsable }.map { $0.card.kind == .characters ? $0.tag.withoutPrivateUse : $0.tag }
        return Set(tags.map(\.description)).sorted()
    }

    /// The model that reads single characters of a language: of its tag, or of the nearest shorter one. Chinese goes by its script, which a
    /// tag of a region alone implies. nil if there is none.
    public func characters(_ tag: LanguageTag) -> InstalledModel? {
        for candidate in tag.withScript.fallbacks {
            if let model = models.first(where: { $0.card.kind == .characters && $0.tag.withoutPrivateUse == candidate.withoutPrivateUse }) {
                return model
            }
        }
        return nil
    }

    /// The tags of languages that single characters can be read of.
    public var languagesOfCharacters: [String] {
        models.filter { $0.card.kind == .characters }.map(\.tag.withoutPrivateUse.description)
    }

    private var ofLanguages: [InstalledModel] {
        models.filter { [.text, .language].contains($0.card.kind) && $0.isUsable }
    }

    /// The model of a kind of which one is enough: the first of the user's own, or else the first that was installed for everybody, or
    /// else the first that came with the system.
    public func model(of kind: ModelCard.Kind) -> InstalledModel? {
        let fitting = models.filter { $0.card.kind == kind }
        return fitting.first { $0.origin == .personal } ?? fitting.first { $0.origin == .own } ?? fitting.first
    }

    /// The tag of emoji.
    private static let emoji = "zxx-Zsye-x-emoji"

    /// Tags whose model is another's: each emoji is that of a sketch.
    private static let others = [emoji: "zxx-Zsym-x-autodraw"]

    private static func serves(_ model: LanguageTag, _ tag: LanguageTag) -> Bool {
        guard model.language == "mul", model.privateUse == tag.privateUse else { return false }
        guard let script = tag.script, let own = model.script else { return true }
        return script == own
    }
}
