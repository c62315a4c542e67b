internal import Foundation
public import InkProtocol

/// The methods of org.inkd.Blocks. All throw as `call` does, and are refused with `NoSuchEditor`, `NoPart`, and with `BlockInvalid` where a
/// block is named. `revision` is the one a block was seen at: if it changed since, it is left alone.
extension InkConnection {
    /// All blocks of an editor's part, the root first, then its children, each followed by its own.
    public func blocks(of editor: String) throws(ClientError) -> BlocksInterface.List.Reply {
        try call(BlocksInterface.List.self, .init(editor: editor))
    }

    /// The topmost block at a place, in millimetres; nil if there is none.
    public func block(atX x: Double, y: Double, in editor: String) throws(ClientError) -> BlocksInterface.Block? {
        try call(BlocksInterface.Hit.self, .init(editor: editor, x: x, y: y)).block
    }

    /// Makes an empty place to write in, and gives its name. Only in a Text Document: refused with `Unsupported`.
    public func addBlock(
        _ type: String, x: Double, y: Double, width: Double? = nil, height: Double? = nil, to editor: String
    ) throws(ClientError) -> String {
        try call(BlocksInterface.Add.self, .init(editor: editor, x: x, y: y, width: width, height: height, type: type)).block
    }

    /// Puts a PNG or JPEG file in, and gives the block's name. Refused with `Unsupported`, `InvalidImage`.
    public func addImage(
        _ bytes: [UInt8], media: String, x: Double, y: Double, width: Double? = nil, to editor: String
    ) throws(ClientError) -> String {
        let data = Data(bytes).base64EncodedString()
        return try call(BlocksInterface.AddImage.self, .init(editor: editor, x: x, y: y, width: width, media: media, data: data)).block
    }

    /// Takes a block out, and all that is in it; gives the revision afterwards.
    @discardableResult
    public func removeBlock(_ block: String, seenAt revision: Int? = nil, from editor: String) throws(ClientError) -> Int {
        try call(BlocksInterface.Remove.self, .init(editor: editor, block: block, revision: revision)).revision
    }

    /// Makes typeset text and exact figures of a block's ink, or of all; gives the revision afterwards. Refused with `Unsupported`.
    @discardableResult
    public func convert(_ block: String? = nil, seenAt revision: Int? = nil, of editor: String) throws(ClientError) -> Int {
        try call(BlocksInterface.Convert.self, .init(editor: editor, block: block, revision: revision)).revision
    }

    /// Puts a block on this connection's clipboard.
    public func copyBlock(_ block: String, seenAt revision: Int? = nil, of editor: String) throws(ClientError) {
        _ = try call(BlocksInterface.Copy.self, .init(editor: editor, block: block, revision: revision))
    }

    /// Puts what is on this connection's clipboard in, and gives the block's name. Refused with `EmptyClipboard`, `Unsupported`.
    public func pasteBlock(atX x: Double, y: Double, into editor: String) throws(ClientError) -> String {
        try call(BlocksInterface.Paste.self, .init(editor: editor, x: x, y: y)).block
    }

    /// A block, or everything, as the bytes of a file; waits until everything has been read. Refused with `NoSuchFormat`, `ExportFailed`.
    public func export(
        _ editor: String, block: String? = nil, as format: BlocksInterface.Format, options: [BlocksInterface.Option]? = nil
    ) throws(ClientError) -> [UInt8] {
        let reply = try call(
            BlocksInterface.Export.self, .init(editor: editor, block: block, format: format.rawValue, options: options))
        if let text = reply.text { return Array(text.utf8) }
        guard let data = reply.data.flatMap({ Data(base64Encoded: $0) }) else {
            throw .badAnswer(.malformedMessage(reason: "an export has neither text nor data in base64"))
        }
        return [UInt8](data)
    }

    /// Takes in what was exported, and perhaps edited; gives how many words say something else now. Refused with `NoSuchFormat`,
    /// `ImportFailed`.
    @discardableResult
    public func importText(_ text: String, as format: BlocksInterface.Format = .jiix, into editor: String) throws(ClientError) -> Int {
        try call(BlocksInterface.Import.self, .init(editor: editor, format: format.rawValue, text: text)).chosen
    }
}
