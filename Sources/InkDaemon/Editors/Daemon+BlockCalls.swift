internal import Editing
internal import Foundation
internal import Ink
internal import InkProtocol

/// What org.inkd.Blocks offers besides exports.
extension Daemon {
    /// The reply; nil if it comes later.
    func answerBlocks(_ method: MethodName, _ call: Call, of client: Client) throws -> [UInt8]? {
        switch method {
        case .listBlocks:
            let editor = try editor(call.parameters(as: BlocksInterface.List.Parameters.self).editor, for: client)
            aside(editor, call, client) { ink in
                try Reply.encode(
                    BlocksInterface.List.self,
                    .init(revision: Int(clamping: ink.revision), blocks: Self.messages(ink.root, parent: nil)))
            }
            return nil
        case .hitBlock:
            let parameters = try call.parameters(as: BlocksInterface.Hit.Parameters.self)
            let editor = try editor(parameters.editor, for: client)
            let root = editor.ink.root
            let hit = root.hit(Place(x: parameters.x, y: parameters.y))
            let found = hit.flatMap { hit in Self.messages(root, parent: nil).first { $0.id == hit.id } }
            return try Reply.encode(BlocksInterface.Hit.self, .init(revision: revision(of: editor), block: found))
        case .addBlock:
            let parameters = try call.parameters(as: BlocksInterface.Add.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            let box = Box(x: parameters.x, y: parameters.y, width: parameters.width ?? 100, height: parameters.height ?? 30)
            guard box.isUsable else { throw InkInterface.InvalidInk(reason: "the block's place is no box of numbers") }
            guard let type = BlockType(rawValue: parameters.type) else {
                throw BlocksInterface.Unsupported(type: parameters.type, operation: "be added: there is no such type")
            }
            let name = try changing(editor) { try $0.add(type, box: box, content: .empty) }
            return try answerWhenKept(BlocksInterface.Add.self, .init(revision: revision(of: editor), block: name), editor, call, client)
        case .addImage: return try addImage(call, client)
        case .removeBlock:
            let parameters = try call.parameters(as: BlocksInterface.Remove.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            try refuseStale(parameters.block, parameters.revision, editor)
            try changing(editor) { (try $0.removeBlock(parameters.block), ()) }
            return try answerWhenKept(BlocksInterface.Remove.self, .init(revision: revision(of: editor)), editor, call, client)
        case .convert:
            let parameters = try call.parameters(as: BlocksInterface.Convert.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            if let block = parameters.block { try refuseStale(block, parameters.revision, editor) }
            try changing(editor) { (try $0.convert(parameters.block), ()) }
            return try answerWhenKept(BlocksInterface.Convert.self, .init(revision: revision(of: editor)), editor, call, client)
        case .copyBlock:
            let parameters = try call.parameters(as: BlocksInterface.Copy.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            try refuseStale(parameters.block, parameters.revision, editor)
            client.clipboard = try changing(editor) { ([], try $0.copy(parameters.block)) }
            return try Reply.encode(BlocksInterface.Copy.self, .init())
        case .pasteBlock:
            let parameters = try call.parameters(as: BlocksInterface.Paste.Parameters.self)
            let editor = try writable(editor(parameters.editor, for: client))
            guard let copy = client.clipboard else { throw BlocksInterface.EmptyClipboard() }
            try refuseFull(editor)
            guard parameters.x.magnitude < 1e6, parameters.y.magnitude < 1e6 else { throw InkInterface.InvalidInk(reason: "no such place") }
            let before = Set(editor.ink.root.names)
            try changing(editor) { (try $0.paste(copy, at: Place(x: parameters.x, y: parameters.y)), ()) }
            let new = editor.ink.root.names.first { !before.contains($0) } ?? "root"
            return try answerWhenKept(BlocksInterface.Paste.self, .init(revision: revision(of: editor), block: new), editor, call, client)
        case .exportContent:
            try export(call, client)
            return nil
        case .importContent: return try importContent(call, client)
        default: return nil
        }
    }

    func revision(of editor: EditorSession) -> Int { Int(clamping: editor.ink.revision) }

    /// - Throws: `BlockInvalid` for a block that was seen at an earlier revision. Whether it is there at all every edit sees for itself.
    func refuseStale(_ block: String, _ revision: Int?, _ editor: EditorSession) throws {
        let now = self.revision(of: editor)
        guard revision == nil || revision == now else { throw BlocksInterface.BlockInvalid(block: block, revision: now) }
    }

    private func addImage(_ call: Call, _ client: Client) throws -> [UInt8]? {
        let parameters = try call.parameters(as: BlocksInterface.AddImage.Parameters.self)
        let editor = try writable(editor(parameters.editor, for: client))
        guard let data = Data(base64Encoded: parameters.data) else { throw BlocksInterface.InvalidImage(reason: "data is no base64") }
        let image: InkImage
        do throws(ImageError) {
            image = try InkImage(checking: [UInt8](data), mediaType: parameters.media)
        } catch {
            throw BlocksInterface.InvalidImage(reason: "\(error)")
        }
        let width = parameters.width ?? min(100, Double(image.width) * 25.4 / 96)
        let box = Box(x: parameters.x, y: parameters.y, width: width, height: width * Double(image.height) / Double(max(1, image.width)))
        guard box.isUsable else { throw BlocksInterface.InvalidImage(reason: "its place is no box of numbers") }
        let name = try changing(editor) { try $0.add(.drawing, box: box, content: .image(image)) }
        return try answerWhenKept(BlocksInterface.AddImage.self, .init(revision: revision(of: editor), block: name), editor, call, client)
    }

    private static func messages(_ block: Block, parent: String?) -> [BlocksInterface.Block] {
        var media: String?
        var text = block.lines.map(\.text).joined(separator: "\n")
        switch block.content {
        case .image(let image): media = image.mediaType
        case .text(let lines): text = lines.map(\.text).joined(separator: "\n")
        case .empty, .figure, nil: break
        }
        let own = BlocksInterface.Block(
            id: block.id, type: block.type.rawValue, parent: parent, children: block.children.map(\.id), box: block.box.map { .init($0) },
            strokes: block.strokes.map { Int(clamping: $0.value) }, text: text, shape: block.shape, media: media)
        return [own] + block.children.flatMap { messages($0, parent: block.id) }
    }
}

extension Box {
    /// Finite, and with an inside.
    var isUsable: Bool {
        x.magnitude < 1e6 && y.magnitude < 1e6 && width > 0 && width < 1e6 && height > 0 && height < 1e6
    }
}
