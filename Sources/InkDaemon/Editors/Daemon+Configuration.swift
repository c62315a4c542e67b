internal import Editing
internal import InkProtocol
internal import InkStore
internal import ModelStore

/// The configuration: what editors have not set themselves follows their user's, and that the settings of the daemon.
extension Daemon {
    /// What a user's editors follow.
    func engineConfiguration(of user: UInt32?) -> Editing.Configuration {
        var base = Editing.Configuration()
        // both are checked when settings are read
        try? base.set("recognition.pause", to: .number(Double(settings.editorPause)))
        try? base.set("undo.limit", to: .number(Double(settings.editorUndoSteps)))
        return user.flatMap { configurations[$0] }?.merged(over: base) ?? base
    }

    /// What holds for an editor.
    func effectiveConfiguration(of editor: EditorSession) -> Editing.Configuration {
        editor.configuration.merged(over: engineConfiguration(of: hand(of: editor)))
    }

    /// Has an editor behave as its configuration says now.
    func configure(_ editor: EditorSession) {
        let values = effectiveConfiguration(of: editor)
        var configuration = EditorConfiguration(values, type: editor.ink.document.type)
        configuration.unitsPerMillimetre = editor.ink.configuration.unitsPerMillimetre
        if editor.place?.package.isUnnamed != false { configuration.maximumInk = EditorConfiguration().maximumInk }
        // what comes in from a tablet is on no page
        if editor.device != nil { configuration.guideGap = nil }
        editor.ink.configuration = configuration
        let tag = editor.partLanguage ?? values.text("text.configuration.language")
        editor.language = tag.isEmpty ? nil : try? catalog.language(tag)
        if let seat = textSeat(of: editor) { hint(seat) }
    }

    func answerConfiguration(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .getConfiguration:
            let name = try call.parameters(as: EditorInterface.GetConfiguration.Parameters.self).editor
            let editor = try name.map { try self.editor($0, for: client) }
            let above = engineConfiguration(of: editor.map(hand) ?? client.peer.user)
            let own = editor?.configuration ?? configurations[client.peer.user] ?? Editing.Configuration()
            let settings = ConfigurationKey.all.map { key in
                EditorInterface.Setting(
                    key: key.name, value: .init(own.value(of: key, over: above)), own: own.sets(key.name), summary: key.summary)
            }
            return try Reply.encode(EditorInterface.GetConfiguration.self, .init(settings: settings))
        case .setConfiguration:
            let parameters = try call.parameters(as: EditorInterface.SetConfiguration.Parameters.self)
            let value = try parameters.value.configured(for: parameters.key)
            try configure(parameters.editor, parameters.key, client) { (values) throws(ConfigurationError) in
                try values.set(parameters.key, to: value)
            }
            return try Reply.encode(EditorInterface.SetConfiguration.self, .init())
        case .unsetConfiguration:
            let parameters = try call.parameters(as: EditorInterface.UnsetConfiguration.Parameters.self)
            try configure(parameters.editor, parameters.key, client) { (values) throws(ConfigurationError) in
                try values.unset(parameters.key)
            }
            return try Reply.encode(EditorInterface.UnsetConfiguration.self, .init())
        default: return nil
        }
    }

    /// Changes what is set at one scope, and has all editors below follow.
    private func configure(
        _ name: String?, _ key: String, _ client: Client, _ change: (inout Editing.Configuration) throws(ConfigurationError) -> Void
    ) throws {
        do {
            if let name {
                let editor = try editor(name, for: client)
                if key == "text.configuration.language", let place = editor.place, !place.package.isUnnamed {
                    throw EditorInterface.LanguageFixed(
                        package: place.package.name, part: Int(place.part.value),
                        language: editor.partLanguage ?? "")
                }
                try change(&editor.configuration)
                configure(editor)
            } else {
                let user = client.peer.user
                try change(&configurations[user, default: Editing.Configuration()])
                for editor in editors.values where hand(of: editor) == user { configure(editor) }
            }
        } catch let error as ConfigurationError {
            throw error.refusal
        }
    }
}

extension ConfigurationError {
    /// The error in the words of org.inkd.Editor.
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

    /// - Throws: `InvalidValue` unless it is just one of the three.
    fileprivate func configured(for key: String) throws -> ConfigurationValue {
        switch (text, number, flag) {
        case (let text?, nil, nil): return .text(text)
        case (nil, let number?, nil): return .number(number)
        case (nil, nil, let flag?): return .flag(flag)
        default: throw EditorInterface.InvalidValue(key: key, reason: "takes just one of text, number and flag")
        }
    }
}
