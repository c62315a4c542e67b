internal import Editing
internal import Ink
internal import InkProtocol
internal import InkStore
internal import ModelStore
internal import Recognition

/// The configuration cascade, in order of precedence: an editor's own values, the values set for all of the user's editors, the user's
/// stored values, the daemon's settings.
extension EditorRegistry {
    /// The configuration that the user's editors follow.
    var engineConfiguration: Editing.Configuration { configuration.merged(over: kept.values.merged(over: baseConfiguration)) }

    /// Returns the source of a key's value.
    /// - Parameter editor: nil for the configuration that the user's editors follow.
    func source(of key: ConfigurationKey, for editor: EditorSession?) -> EditorInterface.Source {
        if editor?.configuration.sets(key.name) == true { return .editor }
        if editor.map({ $0.handle.owner == workspace.user }) ?? true {
            if configuration.sets(key.name) { return .session }
            if kept.values.sets(key.name) { return .user }
        }
        return baseConfiguration.value(of: key) == key.standard ? .builtIn : .daemon
    }

    /// Applies the user's configuration of pens and tablets on the loop.
    func applyPenSettings() {
        let settings = PenSettings(engineConfiguration)
        guard workspace.user != .max else { return }
        workspace.observer.penSettingsChanged(settings, of: workspace.user)
    }

    /// Stores the mode of the user's pens, which the loop has changed.
    func keepPen(_ mode: PenMode) {
        // neither call can fail, because the key exists and accepts every mode
        try? configuration.unset(ConfigurationKey.penMode.name)
        try? kept.set(ConfigurationKey.penMode.name, to: .text(mode.rawValue))
        publishConfiguration(ConfigurationKey.penMode.name, of: nil)
    }

    /// Notifies watching clients that a key was set or reset.
    /// - Parameter editor: nil for all editors that follow the user's configuration.
    func publishConfiguration(_ key: String, of editor: EditorSession?) {
        if key == ConfigurationKey.penMode.name { for flag in PenFlag.allCases { publishConfiguration(flag.rawValue, of: editor) } }
        if let editor { return publish(.configurationChanged, editor, key: key) }
        for each in all where each.handle.owner == workspace.user && !each.configuration.sets(key) {
            publish(.configurationChanged, each, key: key)
        }
    }

    private var baseConfiguration: Editing.Configuration {
        let settings = shared.settings
        var base = Editing.Configuration()
        // neither call can fail, because both values are checked when settings are read
        try? base.set("recognition.pause", to: .number(Double(settings.editorPause)))
        try? base.set("undo.limit", to: .number(Double(settings.editorUndoSteps)))
        return base
    }

    /// Returns the configuration in force for an editor. A device's editor whose user is unknown uses only the daemon's settings.
    func effectiveConfiguration(of editor: EditorSession) -> Editing.Configuration {
        editor.configuration.merged(over: engineConfiguration(of: editor))
    }

    /// Returns the configuration for keys that an editor has not set itself.
    func engineConfiguration(of editor: EditorSession) -> Editing.Configuration {
        editor.handle.owner == workspace.user ? engineConfiguration : baseConfiguration
    }

    /// Applies the current configuration to an editor.
    func configure(_ editor: EditorSession) {
        applyConfiguration(to: editor)
        use(language: editor.part.language, for: editor)
    }

    private func applyConfiguration(to editor: EditorSession) {
        let values = effectiveConfiguration(of: editor)
        editor.reading.lineContent = (editor.reading.language ?? shared.models.language(of: workspace.user))?.lineContent ?? .words
        var configuration = EditorConfiguration(values, type: editor.ink.document.type)
        configuration.unitsPerMillimeter = editor.ink.configuration.unitsPerMillimeter
        if shared.models.catalog(of: workspace.user).model(of: .formulas) == nil { configuration.formulas.areSearched = false }
        // ink in a package is never forgotten, so its amount is not limited
        if editor.part.place?.package.isUnnamed == false {
            configuration.limits.ink = nil
        } else if editor.handle.origin?.isText == false {
            configuration.limits.ink = configuration.limits.ink.map(shareOfPen)
        }
        // ink from a tablet is not on a page, so there are no guide lines
        if editor.handle.origin != nil { configuration.guideGap = nil }
        if editor.handle.origin?.isText == true {
            // leaving proximity does not finish a word: a pen that is lifted high between two letters also leaves proximity
            configuration.finishesWhenAway = false
            configuration.laysOutPages = false
            configuration.marksWithMarkers = false
            let pause = configuration.pauseMicroseconds
            configuration.pauseMicroseconds = min(configuration.pauseMicroseconds, Self.pauseInField)
            configuration.gestures.longStrokes = LongStroke.enabled(by: values)
            configuration.gestures.kinds.formIntersection(EditGesture.Kind.inFields)
            configuration.lineContent = editor.reading.lineContent
            if configuration.lineContent != .words {
                // strokes of characters look like gestures, and strokes of drawings also like long strokes
                configuration.gestures.kinds = []
                if configuration.lineContent == .drawing { configuration.gestures.longStrokes = [] }
                configuration.pauseMicroseconds = max(pause, Self.pauseBetweenStrokes)
            }
        }
        editor.edit { $0.configuration = configuration }
    }

    /// Returns the limit of ink that one of the user's pens retains while no package is open, in control points. Up to four pens get the
    /// whole `ink.limit` each. More pens share four times that limit, because many tablets would otherwise fill the memory.
    private func shareOfPen(of limit: Int) -> Int {
        let pens = all.count { $0.handle.origin?.isText == false }
        return pens <= Self.pensWithoutSharing ? limit : max(limit * Self.pensWithoutSharing / pens, min(limit, Self.leastShare))
    }

    private static let pensWithoutSharing = 4
    /// Microseconds without contact after which ink for a field gets its final reading. Users should not wait longer for a word.
    private static let pauseInField: Int64 = 300_000
    /// Microseconds without contact after which a character or drawing for a field gets its final reading. Writers pause longer between its
    /// strokes than within a word.
    private static let pauseBetweenStrokes: Int64 = 800_000
    /// Minimum ink limit of a pen, in control points: about a page of writing.
    private static let leastShare = 1000

    /// Sets the recognition language of an editor.
    /// - Parameter tag: nil for the configured language; empty for no particular language.
    func use(language tag: String?, for editor: EditorSession) {
        let tag = tag ?? effectiveConfiguration(of: editor).text(ConfigurationKey.language)
        let language = tag.isEmpty ? nil : try? shared.models.catalog(of: workspace.user).language(tag)
        guard language != editor.reading.language else { return }
        shared.models.retain(language)
        shared.models.release(editor.reading.language)
        editor.reading.language = language
        if editor.handle.origin?.isText == true { applyConfiguration(to: editor) }
    }

    /// Rejects a language that cannot be recognized. An empty tag means no particular language, and is accepted.
    /// - Throws: `NoLanguage`
    func requireLanguage(_ tag: String) throws {
        let catalog = shared.models.catalog(of: workspace.user)
        do throws(ModelStoreError) {
            _ = try catalog.language(tag)
        } catch {
            throw EditorInterface.NoLanguage(language: tag, reason: "\(error)", available: catalog.languages)
        }
    }

    /// Applies configuration, models and settings to all editors.
    func configureAll() { for editor in all { configure(editor) } }

    /// Applies the user's configuration to every editor that follows it.
    func configureUsers() { for editor in all where editor.handle.owner == workspace.user { configure(editor) } }

    /// Returns the initial ink of a device's editor.
    func deviceInk(for handle: EditorHandle) -> InkEditor {
        let type: PartType = handle.origin?.isText == true ? .text : .rawContent
        let values = handle.owner == workspace.user ? engineConfiguration : baseConfiguration
        var configuration = EditorConfiguration(values, type: type)
        if let units = handle.origin?.unitsPerMillimeter { configuration.unitsPerMillimeter = units }
        return InkEditor(type: type, configuration: configuration)
    }
}

extension ConfigurationError {
    /// The corresponding error of org.inkd.Editor.
    var refusal: any Error {
        switch self {
        case .noSuchKey(let key): EditorInterface.NoSuchKey(key: key)
        case .invalid(let key, let reason): EditorInterface.InvalidValue(key: key, reason: reason)
        }
    }
}

extension EditorInterface.Value {
    init(_ value: ConfigurationValue) {
        switch value {
        case .flag(let flag): self.init(flag: flag)
        case .number(let number): self.init(number: number)
        case .text(let text): self.init(text: text)
        }
    }

    /// - Throws: `InvalidValue` unless exactly one of text, number and flag is set.
    func configured(for key: String) throws -> ConfigurationValue {
        switch (text, number, flag) {
        case (let text?, nil, nil): return .text(text)
        case (nil, let number?, nil): return .number(number)
        case (nil, nil, let flag?): return .flag(flag)
        default: throw EditorInterface.InvalidValue(key: key, reason: "needs exactly one of text, number and flag")
        }
    }
}
