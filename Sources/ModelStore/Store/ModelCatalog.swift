public import Recognition

/// The available models, and the mapping from tags to models.
public struct ModelCatalog: Sendable, Hashable {
    /// One model for each tag, ordered by tag. A user's own models precede those installed for all users, and these precede the system's.
    public let models: [InstalledModel]

    /// Creates a catalog of these models. If two have the same tag, the earlier one is used.
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

    /// Returns the catalog for a user: the user's own models, and this catalog's models with other tags.
    public func with(personal models: [InstalledModel]) -> ModelCatalog {
        models.isEmpty ? self : ModelCatalog(models + self.models)
    }

    /// The available tags.
    public var tags: [String] { models.map(\.tag.description) }

    /// Returns the model with exactly this tag; nil if it does not exist.
    public func model(_ tag: LanguageTag) -> InstalledModel? { models.first { $0.tag == tag } }

    /// Returns the model for a tag: the model of the tag itself, or that of its longest prefix with a model. A private part (`-x-…`) must
    /// be the same.
    ///
    /// If no prefix of the tag has a model, a tag with a private part also matches a multilingual model (`mul`) with the same part, unless
    /// both specify different scripts: `en-US-x-gesture` matches `mul-Latn-x-gesture` if no model is nearer. `en` alone does not match
    /// `mul-Latn`, which would hide that there is no model for English. A language that is written in separate characters is read with the
    /// model of its characters: `ja` matches `ja-x-char`. Emoji, `zxx-Zsye-x-emoji`, are read with the model of sketches.
    /// - Throws: `noModel`.
    public func resolve(_ tag: LanguageTag) throws(ModelStoreError) -> InstalledModel {
        for candidate in tag.fallbacks + (tag.synonym?.fallbacks ?? []) {
            if let model = model(candidate) { return model }
        }
        if tag.privateUse.isEmpty, let model = characters(tag), model.isLanguage { return model }
        if let other = Self.others[tag.description], let model = models.first(where: { $0.tag.description == other }) { return model }
        if !tag.privateUse.isEmpty, let model = models.first(where: { Self.serves($0.tag, tag) }) { return model }
        throw .noModel(tag: tag.description, available: tags)
    }

    /// Like `resolve(_:)`, for the text of a tag.
    ///
    /// - Throws: `invalidTag`, `noModel`.
    public func resolve(_ tag: String) throws(ModelStoreError) -> InstalledModel { try resolve(LanguageTag(tag)) }

    /// Returns the model of a language: language data, a network for this language, or a model that reads its characters one by one. For
    /// emoji, returns the model of sketches. Returns nil if the tag names no particular language: an empty tag, and `mul` and `mul-Latn` if
    /// no model has them. A language whose script has no network counts as missing.
    ///
    /// - Throws: `invalidTag`; `noModel` with the tags of the available languages.
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

    /// The tags of the available languages.
    public var languages: [String] {
        let tags = models.filter { $0.isLanguage && $0.isUsable }.map { $0.card.kind == .characters ? $0.tag.withoutPrivateUse : $0.tag }
        return Set(tags.map(\.description)).sorted()
    }

    /// Returns the model that reads single characters of a language: the model of its tag, or of the longest matching prefix. Chinese is
    /// matched by its script, which a tag with only a region implies. nil if no model matches.
    public func characters(_ tag: LanguageTag) -> InstalledModel? {
        for candidate in (tag.synonym ?? tag).withScript.fallbacks {
            if let model = models.first(where: { $0.card.kind == .characters && $0.tag.withoutPrivateUse == candidate.withoutPrivateUse }) {
                return model
            }
        }
        return nil
    }

    /// The tags of languages with a model for single characters.
    public var languagesOfCharacters: [String] {
        models.filter { $0.card.kind == .characters }.map(\.tag.withoutPrivateUse.description)
    }

    private var ofLanguages: [InstalledModel] {
        models.filter { [.text, .language].contains($0.card.kind) && $0.isUsable }
    }

    /// Returns the model of a kind of which only one is needed: the first of the user's own, or else the first installed for all users, or
    /// else the first from the system's packages.
    public func model(of kind: ModelCard.Kind) -> InstalledModel? {
        let fitting = models.filter { $0.card.kind == kind }
        return fitting.first { $0.origin == .personal } ?? fitting.first { $0.origin == .own } ?? fitting.first
    }

    /// The tag of emoji.
    private static let emoji = "zxx-Zsye-x-emoji"

    /// Tags that use another tag's model: emoji are recognized by the model of sketches.
    private static let others = [emoji: "zxx-Zsym-x-autodraw"]

    private static func serves(_ model: LanguageTag, _ tag: LanguageTag) -> Bool {
        guard model.language == "mul", model.privateUse == tag.privateUse else { return false }
        guard let script = tag.script, let own = model.script else { return true }
        return script == own
    }
}
