internal import Editing
internal import Formula
internal import FoundationEssentials
internal import Ink
internal import InkExport
internal import InkProtocol
internal import ModelStore
internal import PenLog
internal import Synchronization

/// org.inkd.Blocks: the content of a part as a tree of blocks, and the export and import of content. Belongs to a workspace.
final class BlocksServer: BlocksService, ContentService {
    private let shared: SharedState
    private let editors: EditorRegistry
    let work: ContentWork
    private let longEdits: LongEdits
    /// The thread of exports, which run one at a time. A user's exports do not delay the user's other work.
    private let exports = ContentWork(named: "exports")

    init(shared: SharedState, editors: EditorRegistry, work: ContentWork, longEdits: LongEdits) {
        self.shared = shared
        self.editors = editors
        self.work = work
        self.longEdits = longEdits
    }

    // MARK: The tree

    func list(_ parameters: BlocksInterface.List.Parameters, for caller: Caller) async throws -> BlocksInterface.List.Reply {
        let ink = try editors.session(named: parameters.editor, for: caller).ink
        // the reply lists the number of each stroke at each level of the tree
        try await caller.reserve(256 * ink.strokeCount)
        return try await work.run(for: caller) {
            .init(revision: Int(clamping: ink.revision), blocks: BlocksInterface.Block.all(in: ink.root))
        }
    }

    func hit(_ parameters: BlocksInterface.Hit.Parameters, for caller: Caller) async throws -> BlocksInterface.Hit.Reply {
        let ink = try editors.session(named: parameters.editor, for: caller).ink
        let place = try Self.place(parameters.x, parameters.y)
        return try await work.run {
            let root = ink.root
            let found = root.hit(place).flatMap { hit in BlocksInterface.Block.all(in: root).first { $0.id == hit.id } }
            return .init(revision: Int(clamping: ink.revision), block: found)
        }
    }

    func add(_ parameters: BlocksInterface.Add.Parameters, for caller: Caller) async throws -> BlocksInterface.Add.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        let corner = try Self.place(parameters.x, parameters.y)
        try Self.size.require(parameters.width, "width")
        try Self.size.require(parameters.height, "height")
        let box = Box(x: corner.x, y: corner.y, width: parameters.width ?? 100, height: parameters.height ?? 30)
        guard let type = BlockType(rawValue: parameters.type) else {
            throw BlocksInterface.Unsupported(type: parameters.type, operation: "be added: unknown type")
        }
        let name = try editors.change(editor) { try $0.add(type, box: box, content: .empty) }
        return .init(revision: try await editors.keptRevision(of: editor), block: name)
    }

    func addImage(_ parameters: BlocksInterface.AddImage.Parameters, for caller: Caller) async throws -> BlocksInterface.AddImage.Reply {
        _ = try editors.writable(parameters.editor, for: caller)
        let corner = try Self.place(parameters.x, parameters.y)
        try Self.size.require(parameters.width, "width")
        let content = try caller.content(parameters.data, parameters.transfer, named: "data")
        // memory for the file and its intermediate copies
        if case .transfer(let transfer) = content { try await caller.reserve(2 * transfer.size) }
        let image = try await work.run(for: caller) {
            let bytes: [UInt8]
            switch content {
            case .inline(let text):
                guard let data = Data(base64Encoded: text) else { throw BlocksInterface.InvalidImage(reason: "data is not base64") }
                bytes = [UInt8](data)
            case .transfer(let transfer): bytes = try transfer.contents()
            }
            do throws(ImageError) {
                return try InkImage(checking: bytes, mediaType: parameters.media)
            } catch {
                throw BlocksInterface.InvalidImage(reason: "\(error)")
            }
        }
        let editor = try editors.writable(parameters.editor, for: caller)
        let width = parameters.width ?? min(100, Double(image.width) * 25.4 / 96)
        let box = Box(x: corner.x, y: corner.y, width: width, height: width * Double(image.height) / Double(max(1, image.width)))
        try Self.size.require(box.height, "height, required with the width,")
        let name = try editors.change(editor) { try $0.add(.drawing, box: box, content: .image(image)) }
        return .init(revision: try await editors.keptRevision(of: editor), block: name)
    }

    func remove(_ parameters: BlocksInterface.Remove.Parameters, for caller: Caller) async throws -> BlocksInterface.Remove.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try refuseStale(parameters.block, parameters.revision, editor)
        let edit = try await longEdits.change(parameters.editor, for: caller) { (try $0.removeBlock(parameters.block), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func move(_ parameters: BlocksInterface.Move.Parameters, for caller: Caller) async throws -> BlocksInterface.Move.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try refuseStale(parameters.block, parameters.revision, editor)
        let unit = editor.ink.configuration.unitsPerMillimeter
        let edit = try await longEdits.change(parameters.editor, for: caller) {
            (try $0.moveBlock(parameters.block, x: parameters.x * unit, y: parameters.y * unit), ())
        }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func convert(_ parameters: BlocksInterface.Convert.Parameters, for caller: Caller) async throws -> BlocksInterface.Convert.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        if let block = parameters.block { try refuseStale(block, parameters.revision, editor) }
        let name = parameters.state ?? ConversionState.digitalEdit.rawValue
        guard let state = ConversionState(rawValue: name) else {
            throw BlocksInterface.NoSuchState(state: name, states: ConversionState.allCases.map(\.rawValue))
        }
        let words = parameters.words?.map { WordPlace(line: LineID(UInt64(clamping: $0.line)), word: $0.word) }
        try await waitUntilRead(editor, for: caller)
        let edit = try await longEdits.change(parameters.editor, for: caller) {
            (try $0.convert(parameters.block, to: state, words: words), ())
        }
        return .init(revision: try await editors.keptRevision(of: edit.editor))
    }

    func conversionStates(
        _ parameters: BlocksInterface.ConversionStates.Parameters, for caller: Caller
    ) async throws -> BlocksInterface.ConversionStates.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try await waitUntilRead(editor, for: caller)
        let ink = editor.ink
        do {
            return try await work.run {
                .init(revision: Int(clamping: ink.revision), states: try ink.conversionStates(of: parameters.block).map(\.rawValue))
            }
        } catch let error as EditError {
            throw error.refusal(editor)
        }
    }

    /// Waits until all ink has been recognized, because the text of unrecognized ink would be missing from the result.
    private func waitUntilRead(_ editor: EditorSession, for caller: Caller) async throws {
        let generation = editor.reading.generation
        try await editors.waitUntilIdle(editor, timeout: EditorServer.patience, for: caller)
        // the call fails if another part was loaded meanwhile
        guard editor.reading.generation == generation else { throw EditorInterface.NoPart(editor: editor.name) }
    }

    /// The valid range of a block's width and height.
    private static let size = ValueRange(0.001...1e6, "millimeters")

    /// - Throws: `InvalidValue` for coordinates outside the range of a page.
    private static func place(_ x: Double, _ y: Double) throws(ClientInterface.InvalidValue) -> Point {
        try ValueRange.place.require(x, "x")
        try ValueRange.place.require(y, "y")
        return Point(x: x, y: y)
    }

    // MARK: The clipboard

    func copy(_ parameters: BlocksInterface.Copy.Parameters, for caller: Caller) async throws -> BlocksInterface.Copy.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        try refuseStale(parameters.block, parameters.revision, editor)
        let copy = try await longEdits.change(parameters.editor, for: caller) { ([], try $0.copy(parameters.block)) }
        caller.clipboard.withLock { $0 = copy.value }
        return .init()
    }

    func paste(_ parameters: BlocksInterface.Paste.Parameters, for caller: Caller) async throws -> BlocksInterface.Paste.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        guard let copy = caller.clipboard.withLock({ $0 }) else { throw BlocksInterface.EmptyClipboard() }
        try InkServer.refuseFull(editor)
        let place = try Self.place(parameters.x, parameters.y)
        let edit = try await longEdits.change(parameters.editor, for: caller) { ink in
            let before = Set(ink.root.names)
            let effects = try ink.paste(copy, at: place)
            return (effects, ink.root.names.first { !before.contains($0) } ?? "root")
        }
        return .init(revision: try await editors.keptRevision(of: edit.editor), block: edit.value)
    }

    // MARK: Export and import

    func export(_ parameters: BlocksInterface.Export.Parameters, for caller: Caller) async throws -> BlocksInterface.Export.Reply {
        let editor = try editors.writable(parameters.editor, for: caller)
        guard let format = ExportFormat(rawValue: parameters.format) else {
            throw BlocksInterface.NoSuchFormat(format: parameters.format, formats: ExportFormat.allCases.map(\.rawValue))
        }
        var values = editors.effectiveConfiguration(of: editor)
        for option in parameters.options ?? [] { try values.set(option) }
        try await waitUntilRead(editor, for: caller)
        let exporter = Exporter(
            ink: editor.ink, language: editor.part.language ?? shared.models.language(of: editors.workspace.user)?.tag.description,
            block: parameters.block,
            format: format, options: ExportOptions(values))
        let memory = try await work.run { exporter.memory }
        try await caller.reserve(memory, for: .export)
        let shared = shared
        return try await exports.run(for: caller) {
            guard parameters.asTransfer == true else { return try exporter.reply() }
            let (revision, bytes) = try exporter.content()
            let transfer = try shared.makeTransfer(holding: bytes, for: caller)
            return .init(revision: revision, transfer: transfer.number, size: transfer.size)
        }
    }

    /// Returns the memory that importing a file takes, in bytes.
    private static func memory(of bytes: [UInt8], _ format: ExportFormat) -> Int {
        switch format {
        case .jiix: memory(ofJIIX: bytes)
        case .inkML: XMLFootprint(of: bytes).memory
        default: TextImport.memory(of: bytes)
        }
    }

    /// Returns the memory that importing JIIX takes, in bytes. The file's numbers become samples of strokes, curves and steps of the undo
    /// history. A point of two numbers takes 740 bytes, measured with strokes of 200,000 to 1,000,000 points.
    private static func memory(ofJIIX bytes: [UInt8]) -> Int {
        let footprint = JSONFootprint(of: bytes)
        // a picture's text becomes data, and then the bytes of the picture
        return bytes.count + footprint.memory + 2 * footprint.text + 300 * footprint.values
    }

    /// Imports JIIX, InkML or text. An empty part gets the whole content of a JIIX file; in any other part, changed labels of the file set
    /// the text of words. The traces of an InkML file and the words of a text are added.
    func `import`(_ parameters: BlocksInterface.Import.Parameters, for caller: Caller) async throws -> BlocksInterface.Import.Reply {
        _ = try editors.writable(parameters.editor, for: caller)
        let formats = [ExportFormat.jiix, .inkML, .text, .markdown]
        guard let format = formats.first(where: { $0.rawValue == parameters.format }) else {
            throw BlocksInterface.NoSuchFormat(format: parameters.format, formats: formats.map(\.rawValue))
        }
        let content = try caller.content(parameters.text, parameters.transfer, named: "text")
        if case .transfer(let transfer) = content { try await caller.reserve(transfer.size) }
        let (bytes, memory) = try await work.run(for: caller) {
            let bytes =
                switch content {
                case .inline(let text): Array(text.utf8)
                case .transfer(let transfer): try transfer.contents()
                }
            return (bytes, Self.memory(of: bytes, format))
        }
        // memory is reserved before parsing, because a file of 64 MiB may consist of millions of empty objects
        try await caller.reserve(memory)
        switch format {
        case .jiix: break
        case .inkML: return try await importInkML(bytes, parameters.editor, for: caller)
        default: return try await importText(bytes, format, parameters.editor, for: caller)
        }
        let imported = try await importing(for: caller) { () throws(ExportError) in try Export.readJIIX(bytes) }
        let editor = try editors.writable(parameters.editor, for: caller)
        guard editor.ink.isEmpty else { return try await choose(imported, for: caller, in: editor) }
        let (style, unit) = (editor.ink.configuration.style, editor.ink.configuration.unitsPerMillimeter)
        let edit = try await longEdits.change(parameters.editor, for: caller) { ink in
            guard ink.isEmpty else { throw BlocksInterface.ImportFailed(reason: "new ink was written meanwhile") }
            let content = ImportedContent(imported.root, for: ink.document.type, style: style, unitsPerMillimeter: unit)
            guard !content.isEmpty else {
                throw BlocksInterface.ImportFailed(
                    reason: "it has no strokes, no text and no shapes with exact geometry: export it with "
                        + "export.jiix.strokes, or with words")
            }
            return (ink.takeIn(content), (strokes: content.strokes.count, lostPictures: content.lostPictures))
        }
        var remarks = imported.remarks
        if edit.value.lostPictures > 0 {
            remarks.append(
                "left out: \(edit.value.lostPictures) × picture (only a Text Document has pictures, and the file must have their data)")
        }
        return .init(
            revision: try await editors.keptRevision(of: edit.editor), chosen: 0, strokes: edit.value.strokes,
            remarks: remarks.isEmpty ? nil : remarks)
    }

    private func importInkML(_ bytes: [UInt8], _ name: String, for caller: Caller) async throws -> BlocksInterface.Import.Reply {
        let configuration = try editors.writable(name, for: caller).ink.configuration
        let now = WallClock().now.microsecondsSince1970(EditorRegistry.now)
        let imported = try await work.run(for: caller) {
            let document: InkDocument
            do throws(RecordingError) {
                document = try InkDocument(inkML: bytes)
            } catch {
                throw BlocksInterface.ImportFailed(reason: "\(error)")
            }
            return try document.inkStrokes(
                style: configuration.style, unitsPerMillimeter: configuration.unitsPerMillimeter, now: now)
        }
        try InkServer.refuseFull(try editors.writable(name, for: caller))
        let edit = try await longEdits.change(name, for: caller) { ink in (try ink.add(imported.strokes).effects, ()) }
        let remarks = imported.remarks.isEmpty ? nil : imported.remarks
        return .init(
            revision: try await editors.keptRevision(of: edit.editor), chosen: 0, strokes: imported.strokes.count, remarks: remarks)
    }

    private func importText(
        _ bytes: [UInt8], _ format: ExportFormat, _ name: String, for caller: Caller
    ) async throws -> BlocksInterface.Import.Reply {
        let text = try await work.run(for: caller) { try TextImport(bytes, format) }
        let width = try editors.writable(name, for: caller).surface.viewSize?.width
        let edit = try await longEdits.change(name, for: caller) { ink in (try text.add(to: &ink, viewWidth: width), ()) }
        return .init(revision: try await editors.keptRevision(of: edit.editor), chosen: 0, strokes: 0, words: text.words)
    }

    /// Applies the labels of an imported document to words.
    private func choose(
        _ imported: ImportedJIIX, for caller: Caller, in editor: EditorSession
    ) async throws -> BlocksInterface.Import.Reply {
        let language = editor.part.language
        let edit = try await longEdits.change(editor.name, for: caller) { ink in
            let snapshot = ink.snapshot(language: language)
            var effects: EditorEffects = []
            var chosen = 0
            do throws(ExportError) {
                for choice in try Export.choices(in: imported, for: snapshot.root, of: snapshot) {
                    guard let made = try? ink.choose(choice.text, line: choice.line, word: choice.word) else { continue }
                    effects.formUnion(made)
                    chosen += 1
                }
            } catch {
                throw BlocksInterface.ImportFailed(reason: "\(error)")
            }
            return (effects, chosen)
        }
        return .init(revision: try await editors.keptRevision(of: edit.editor), chosen: edit.value, strokes: 0)
    }

    private func importing<Value: Sendable>(
        for caller: Caller, _ body: @escaping @Sendable () throws(ExportError) -> Value
    ) async throws -> Value {
        do {
            return try await work.run(for: caller) { try body() }
        } catch let error as ExportError {
            throw BlocksInterface.ImportFailed(reason: "\(error)")
        }
    }

    /// - Throws: `BlockInvalid` if the client saw the block at another revision than the editor's present one. Every edit checks by itself
    ///   whether the block exists.
    private func refuseStale(_ block: String, _ revision: Int?, _ editor: EditorSession) throws(BlocksInterface.BlockInvalid) {
        guard revision == nil || revision == editor.revision else { throw .init(block: block, revision: editor.revision) }
    }
}

extension BlocksInterface.Block {
    /// Returns a block and its descendants, each followed by its children.
    fileprivate static func all(in block: Editing.Block, parent: String? = nil) -> [BlocksInterface.Block] {
        var media: String?
        var text = block.lines.map(\.text).joined(separator: "\n")
        switch block.content {
        case .image(let image): media = image.mediaType
        case .text(let lines): text = lines.map(\.text).joined(separator: "\n")
        case .empty, .figure, nil: break
        }
        if let formula = block.formula { text = LaTeXWriter.text(of: formula.math) }
        let own = BlocksInterface.Block(
            id: block.id, type: block.type.rawValue, parent: parent, children: block.children.map(\.id), box: block.box.map { .init($0) },
            strokes: block.strokes.map { Int(clamping: $0.value) }, text: text, shape: block.shape,
            from: block.ends.from.map { .init(node: $0.node, port: $0.port) },
            to: block.ends.to.map { .init(node: $0.node, port: $0.port) }, media: media, line: block.line.map { Int(clamping: $0.value) },
            words: block.line == nil ? nil : block.symbols.map(\.index))
        return [own] + block.children.flatMap { all(in: $0, parent: block.id) }
    }
}

extension Box {
    /// Whether the box is finite and has a positive size.
    var isUsable: Bool {
        x.magnitude < 1e6 && y.magnitude < 1e6 && width > 0 && width < 1e6 && height > 0 && height < 1e6
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
            default: throw .invalid(key: option.key, reason: "needs exactly one of flag and number")
            }
        } catch {
            throw error.refusal
        }
    }
}
