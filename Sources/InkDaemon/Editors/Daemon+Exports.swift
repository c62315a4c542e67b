internal import Editing
internal import Foundation
internal import Ink
internal import InkExport
internal import InkProtocol
internal import ModelStore
internal import System

/// How what is in a part goes out and comes in.
extension Daemon {
    /// Has a copy of an editor looked at where nobody waits for it: what there is to say grows with what was written.
    func aside(
        _ editor: EditorSession, _ call: Call, _ client: Client, _ work: @escaping @Sendable (InkEditor) throws -> [UInt8]
    ) {
        let ink = editor.ink
        let answer = answerLater(call, client)
        exports?.perform { _ in answer(Result { try work(ink) }) }
    }

    func export(_ call: Call, _ client: Client) throws {
        let parameters = try call.parameters(as: BlocksInterface.Export.Parameters.self)
        let editor = try writable(editor(parameters.editor, for: client))
        guard let format = ExportFormat(mediaType: parameters.format) else {
            throw BlocksInterface.NoSuchFormat(format: parameters.format, formats: ExportFormat.allCases.map(\.mediaType))
        }
        var values = effectiveConfiguration(of: editor)
        for option in parameters.options ?? [] { try values.set(option) }
        let options = ExportOptions(values)
        let generation = editor.generation
        try whenIdle(editor, call, client) { daemon, editor, client in
            // another part was set meanwhile
            guard editor.generation == generation else {
                return daemon.reply(to: client.id, oneway: call.oneway) { try Reply.encode(EditorInterface.NoPart(editor: editor.name)) }
            }
            let language = editor.partLanguage ?? daemon.editorLanguage?.tag.description
            daemon.aside(editor, call, client) { try Self.exported($0, language, parameters, format, options) }
        }
    }

    /// The reply of an export. Not on the loop: it may take long.
    private static func exported(
        _ ink: InkEditor, _ language: String?, _ parameters: BlocksInterface.Export.Parameters, _ format: ExportFormat,
        _ options: ExportOptions
    ) throws -> [UInt8] {
        let snapshot = ink.snapshot(language: language)
        let revision = Int(clamping: snapshot.revision)
        guard let block = snapshot.root.block(parameters.block ?? snapshot.root.id) else {
            throw BlocksInterface.BlockInvalid(block: parameters.block ?? "", revision: revision)
        }
        let bytes: [UInt8]
        do throws(ExportError) {
            bytes = try Export.data(of: block, in: snapshot, as: format, options: options)
        } catch {
            if case .unsupported(let block, _) = error {
                throw BlocksInterface.Unsupported(type: "\(block)", operation: "be exported as \(format.mediaType)")
            }
            throw BlocksInterface.ExportFailed(format: format.mediaType, reason: "\(error)")
        }
        let reply: BlocksInterface.Export.Reply =
            switch format {
            case .text, .jiix, .inkML, .svg: .init(revision: revision, text: String(decoding: bytes, as: UTF8.self))
            case .png, .pdf, .docx: .init(revision: revision, data: Data(bytes).base64EncodedString())
            }
        return try Reply.encode(BlocksInterface.Export.self, reply)
    }

    /// Words whose label was replaced are chosen; into an empty part all comes in.
    func importContent(_ call: Call, _ client: Client) throws -> [UInt8]? {
        let parameters = try call.parameters(as: BlocksInterface.Import.Parameters.self)
        let editor = try writable(editor(parameters.editor, for: client))
        guard parameters.format == ExportFormat.jiix.mediaType else {
            throw BlocksInterface.NoSuchFormat(format: parameters.format, formats: [ExportFormat.jiix.mediaType])
        }
        var chosen = 0
        do throws(ExportError) {
            let imported = try Export.readJIIX(Array(parameters.text.utf8))
            if editor.ink.isEmpty {
                let unit = editor.ink.configuration.unitsPerMillimetre
                settle(editor, editor.ink.takeIn(imported, style: editor.ink.configuration.style, unitsPerMillimetre: unit))
            } else {
                let snapshot = editor.ink.snapshot(language: editor.partLanguage)
                let choices = try Export.choices(in: imported, for: snapshot.root, of: snapshot)
                for choice in choices {
                    guard let effects = try? editor.ink.choose(choice.text, line: choice.line, word: choice.word) else { continue }
                    settle(editor, effects)
                    chosen += 1
                }
            }
        } catch {
            throw BlocksInterface.ImportFailed(reason: "\(error)")
        }
        let reply = BlocksInterface.Import.Reply(revision: revision(of: editor), chosen: chosen)
        return try answerWhenKept(BlocksInterface.Import.self, reply, editor, call, client)
    }
}

extension Editing.Configuration {
    /// - Throws: `InvalidValue`, `NoSuchKey`
    fileprivate mutating func set(_ option: BlocksInterface.Option) throws {
        guard option.key.hasPrefix("export.") else { throw EditorInterface.NoSuchKey(key: option.key) }
        do throws(ConfigurationError) {
            switch (option.flag, option.number) {
            case (let flag?, nil): try set(option.key, to: .flag(flag))
            case (nil, let number?): try set(option.key, to: .number(number))
            default: throw .invalid(key: option.key, reason: "takes just one of flag and number")
            }
        } catch {
            throw error.refusal
        }
    }
}

extension ExportOptions {
    init(_ values: Editing.Configuration) {
        self.init()
        resolution = values.number("export.image-resolution")
        jiix = Set(JIIXPart.allCases.filter { values.flag($0.rawValue) })
    }
}

extension InkEditor {
    /// Brings in the strokes and texts of an import, as far as they are ink or text.
    fileprivate mutating func takeIn(_ imported: ImportedJIIX, style: InkStyle, unitsPerMillimetre: Double) -> EditorEffects {
        var effects: EditorEffects = []
        let strokes = imported.root.ink(style: style, unitsPerMillimetre: unitsPerMillimetre)
        if !strokes.isEmpty, let added = try? add(strokes) { effects.formUnion(added.effects) }
        let lines = imported.root.typeset
        if strokes.isEmpty, !lines.isEmpty { effects.formUnion(addText(lines)) }
        return effects
    }
}

extension ImportedJIIX.Block {
    fileprivate func ink(style: InkStyle, unitsPerMillimetre unit: Double) -> [InkStroke] {
        let items = strokes + (words ?? []).flatMap(\.strokes)
        let own = items.compactMap { item -> InkStroke? in
            guard !item.x.isEmpty, item.x.count == item.y.count, (item.x + item.y).allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
            let begin = item.time.first ?? 0
            let samples = item.x.indices.map { index in
                let time = item.time.indices.contains(index) ? item.time[index] - begin : Double(index) * 10
                return InkPoint(
                    x: item.x[index] * unit, y: item.y[index] * unit, time: Instant(microseconds: Int64(max(0, min(1e12, time * 1000)))),
                    force: item.force.indices.contains(index) ? Float(max(0, min(1, item.force[index]))) : 0)
            }
            return InkStroke(id: StrokeID(0), fitting: samples, style: style, created: 0, tolerance: 0.05 * unit)
        }
        return own + children.flatMap { $0.ink(style: style, unitsPerMillimetre: unit) }
    }

    fileprivate var typeset: [TypesetLine] {
        let given = box.map { Ink.Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
        let place = given.flatMap { $0.isUsable ? $0 : nil } ?? Ink.Box(x: 10, y: 10, width: 100, height: 6)
        let texts = label?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
        let height = place.height / Double(max(1, texts.count))
        let own = texts.enumerated().map { index, text in
            TypesetLine(
                text: text, box: Ink.Box(x: place.x, y: place.y + Double(index) * height, width: place.width, height: height),
                baseline: place.y + (Double(index) + 0.8) * height)
        }
        return own + children.flatMap(\.typeset)
    }
}
