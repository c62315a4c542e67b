internal import Editing
internal import Evdev
internal import Ink
internal import InkProtocol
internal import InkStore
internal import ModelStore
internal import Tablet

/// Which part an editor edits.
extension Daemon {
    /// What a device writes into as long as nothing else is known.
    func deviceInk(for session: DeviceSession, type: PartType = .rawContent) -> InkEditor {
        var configuration = EditorConfiguration(engineConfiguration(of: session.owner), type: type)
        configuration.maximumInk = EditorConfiguration().maximumInk
        // most tablets are about as wide as a page; only rounding and nearness hang on it
        if session.geometry.isUnitless, let span = session.description.axes[Axis.x]?.span {
            configuration.unitsPerMillimetre = max(1, Double(span) / Self.guessedWidth)
        }
        return InkEditor(type: type, configuration: configuration)
    }

    /// Millimetres.
    private static let guessedWidth = 200.0

    /// The reply; nil if it comes later.
    func setPart(_ call: Call, _ client: Client) throws -> [UInt8]? {
        let parameters = try call.parameters(as: EditorInterface.SetPart.Parameters.self)
        let editor = try editor(parameters.editor, for: client)
        guard let name = parameters.package, let number = parameters.part else {
            leavePart(editor)
            return try stated(EditorInterface.SetPart.self, editor)
        }
        guard editor.device != nil || editor.viewSize != nil else { throw EditorInterface.NoViewSize(editor: editor.name) }
        let place = PartPlace(package: key(name, of: client), part: PartID(number))
        guard !editors.values.contains(where: { $0.has(place) && $0 !== editor }) else {
            throw PackagesInterface.PartInUse(package: name, part: number)
        }
        // nothing of the part before may come into this one
        cancelPointer(of: editor)
        keep(editor)
        let wanted = effectiveConfiguration(of: editor).text("text.configuration.language")
        let tag = wanted.isEmpty ? settings.language : wanted
        let view = editor.viewSize.map { PartView(width: $0.width, height: $0.height) }
        let (id, oneway) = (client.id, call.oneway)
        let values = effectiveConfiguration(of: editor)
        let unit = editor.ink.configuration.unitsPerMillimetre
        clients[id]?.awaitsReply = true
        load(
            editor, place,
            then: { daemon, result in
                daemon.reply(to: id, oneway: oneway) {
                    switch result {
                    case .success(let editor?): return try daemon.stated(EditorInterface.SetPart.self, editor)
                    case .success(nil): return try Reply.encode(EditorInterface.NoPart(editor: parameters.editor))
                    case .failure(let error): return try Reply.encode(any: Daemon.refusal(error, package: name))
                    }
                }
            }
        ) { shelf in
            let package = try shelf.package(place.package)
            var info = try package.part(place.part)
            // read from the configuration the first time only
            if info.language == nil { try package.setLanguage(tag, of: place.part) }
            if info.view == nil, let view { try package.setView(view, of: place.part) }
            info = try package.part(place.part)
            var configuration = EditorConfiguration(values, type: info.type)
            configuration.unitsPerMillimetre = unit
            return try Daemon.read(info, of: package, at: place, configuration)
        }
        return nil
    }

    /// Has an editor go back to having no part, or to its device's own.
    func leavePart(_ editor: EditorSession) {
        cancelPointer(of: editor)
        keep(editor)
        if let session = editor.device.flatMap({ devices[$0] }) {
            discardUnnamedPackage(of: editor)
            editor.begin(deviceInk(for: session), at: nil, language: nil)
            openUnnamedPackage(for: session)
        } else {
            editor.begin(InkEditor(), at: nil, language: nil)
        }
        configure(editor)
        publish(.partChanged, editor, line: nil)
        settle(editor, [])
        if editor.isIdle { becameIdle(editor) }
    }
}
