internal import FoundationEssentials
public import Ink
public import InkProtocol

/// The methods of org.inkd.Editor. All throw the errors of `call` or `watch`. Methods with an editor's name may be refused with
/// `NoSuchEditor`.
extension InkConnection {
    /// Returns all editors.
    public func editors() throws(ClientError) -> [EditorInterface.State] {
        try call(EditorInterface.List.self, .init()).editors
    }

    /// Creates an editor without a device, and returns its name. The caller then sets the view size, and after that the part. Refused with
    /// `TooManyEditors`, `EditorExists`, `InvalidValue`.
    ///
    /// - Parameter name: the name of an editor that persists until it is closed: 1 to 64 ASCII letters, digits, `-` and `_`, starting with
    ///   a letter. The full name has `@` and the user ID appended. nil for an editor that closes with this connection.
    public func createEditor(named name: String? = nil) throws(ClientError) -> String {
        try call(EditorInterface.Create.self, .init(name: name)).editor
    }

    /// Closes an editor that a client created. A device's editor is not closed: it returns to the device's own part.
    public func closeEditor(_ editor: String) throws(ClientError) {
        _ = try call(EditorInterface.Close.self, .init(editor: editor))
    }

    /// Sets the size of an editor's surface, in millimeters. Refused with `InvalidValue`.
    ///
    /// - Parameter boxes: 1 to 400 boxes for one character each, in reading order; nil for no boxes.
    @discardableResult
    public func setViewSize(
        of editor: String, width: Double, height: Double, boxes: [EditorInterface.Box]? = nil
    ) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetViewSize.self, .init(editor: editor, width: width, height: height, boxes: boxes)).state
    }

    /// Makes an editor edit a part of an open package. Refused with `NoViewSize`, `PackageNotOpen`, `NoSuchPart`, `LanguageFixed`.
    @discardableResult
    public func setPart(of editor: String, to part: Int, in package: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetPart.self, .init(editor: editor, package: package, part: part)).state
    }

    /// Removes the part from an editor.
    @discardableResult
    public func unsetPart(of editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetPart.self, .init(editor: editor)).state
    }

    /// Returns an editor and its lines.
    public func state(of editor: String) throws(ClientError) -> EditorInterface.GetState.Reply {
        try call(EditorInterface.GetState.self, .init(editor: editor))
    }

    /// Watches one editor or all: reports the existing editors first, then each change.
    /// - Parameter marks: the marks of an earlier watch whose connection was lost. In each reply with the change `present`, `missed` then
    ///   reports whether events have occurred since.
    public func watchEditors(_ editor: String? = nil, since marks: EditorMarks = .init()) throws(ClientError) -> Watch<
        EditorInterface.Watch
    > {
        try watch(EditorInterface.Watch.self, .init(editor: editor, since: marks.since))
    }

    /// Waits until all ink has been recognized. Refused with `NotIdle` if that takes longer than `timeout`, at most ten minutes.
    @discardableResult
    public func waitForIdle(_ editor: String, timeout: Duration = .seconds(10)) throws(ClientError) -> EditorInterface.State {
        let milliseconds = timeout / .milliseconds(1)
        return try call(EditorInterface.WaitForIdle.self, .init(editor: editor, timeout: Int(max(0, min(milliseconds, 600_000))))).state
    }

    /// Sets the text of a word of a line to one of the word's candidates, or to any other text. Refused with `NoSuchWord`.
    @discardableResult
    public func selectCandidate(
        _ text: String, forWord word: Int, ofLine line: Int, in editor: String
    ) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SelectCandidate.self, .init(editor: editor, line: line, word: word, text: text)).state
    }

    /// Undoes the last change. Refused with `NothingToUndo`.
    @discardableResult
    public func undo(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Undo.self, .init(editor: editor)).state
    }

    /// Redoes the last undone change. Refused with `NothingToRedo`.
    @discardableResult
    public func redo(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Redo.self, .init(editor: editor)).state
    }

    /// Removes all ink.
    @discardableResult
    public func clear(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Clear.self, .init(editor: editor)).state
    }
}

/// The methods of org.inkd.Blocks. All throw the errors of `call`. They may be refused with `NoSuchEditor` and `NoPart`, and methods with a
/// block's name with `BlockInvalid`. `revision` is the block's revision known to the client; a block that has changed since is not
/// modified.
extension InkConnection {
    /// Returns all blocks of an editor's part in depth-first order, beginning with the root.
    public func blocks(of editor: String) throws(ClientError) -> BlocksInterface.List.Reply {
        try call(BlocksInterface.List.self, .init(editor: editor))
    }

    /// Returns the topmost block at a position in millimeters; nil if the position is outside all blocks.
    public func block(atX x: Double, y: Double, in editor: String) throws(ClientError) -> BlocksInterface.Block? {
        try call(BlocksInterface.Hit.self, .init(editor: editor, x: x, y: y)).block
    }

    /// Adds an empty block for writing, and returns its name. Only a Text Document supports this: refused with `Unsupported` otherwise.
    public func addBlock(
        _ type: String, x: Double, y: Double, width: Double? = nil, height: Double? = nil, to editor: String
    ) throws(ClientError) -> String {
        try call(BlocksInterface.Add.self, .init(editor: editor, x: x, y: y, width: width, height: height, type: type)).block
    }

    /// Inserts a PNG or JPEG file, and returns the block's name. Sends a large file in parts. Refused with `Unsupported`, `InvalidImage`.
    public func addImage(
        _ bytes: [UInt8], media: String, x: Double, y: Double, width: Double? = nil, to editor: String
    ) throws(ClientError) -> String {
        let transfer = bytes.count > Self.inlineLimit ? try send(bytes) : nil
        let data = transfer == nil ? Data(bytes).base64EncodedString() : nil
        return try call(
            BlocksInterface.AddImage.self,
            .init(editor: editor, x: x, y: y, width: width, media: media, data: data, transfer: transfer)
        ).block
    }

    /// Removes a block with its content; returns the new revision.
    @discardableResult
    public func removeBlock(_ block: String, seenAt revision: Int? = nil, from editor: String) throws(ClientError) -> Int {
        try call(BlocksInterface.Remove.self, .init(editor: editor, block: block, revision: revision)).revision
    }

    /// Moves a block by millimeters. The ends of connections to a node move with the node. Returns the new revision. Refused with
    /// `BlockInvalid`, `Unsupported`, `InvalidInk`.
    @discardableResult
    public func moveBlock(
        _ block: String, byX x: Double, y: Double, seenAt revision: Int? = nil, of editor: String
    ) throws(ClientError) -> Int {
        try call(BlocksInterface.Move.self, .init(editor: editor, block: block, x: x, y: y, revision: revision)).revision
    }

    /// Converts the ink of a block, or all ink, to typeset text and exact figures, or typeset text back to ink. Returns the new revision.
    ///
    /// Waits until all ink has been recognized. Refused with `BlockInvalid`, `NoSuchState`, `NoSuchWord`.
    /// - Parameters:
    ///   - state: one of `conversionStates(of:in:)`; nil for `digital-edit`.
    ///   - words: the words to convert; nil for all.
    @discardableResult
    public func convert(
        _ block: String? = nil, seenAt revision: Int? = nil, to state: String? = nil, words: [BlocksInterface.WordPlace]? = nil,
        of editor: String
    ) throws(ClientError) -> Int {
        try call(
            BlocksInterface.Convert.self, .init(editor: editor, block: block, revision: revision, state: state, words: words)
        ).revision
    }

    /// Returns the states that a block, or the whole part, can be converted to. Waits until all ink has been recognized.
    public func conversionStates(of block: String? = nil, in editor: String) throws(ClientError) -> [String] {
        try call(BlocksInterface.ConversionStates.self, .init(editor: editor, block: block)).states
    }

    /// Copies a block to this connection's clipboard.
    public func copyBlock(_ block: String, seenAt revision: Int? = nil, of editor: String) throws(ClientError) {
        _ = try call(BlocksInterface.Copy.self, .init(editor: editor, block: block, revision: revision))
    }

    /// Pastes this connection's clipboard, and returns the block's name. Refused with `EmptyClipboard`, `Unsupported`.
    public func pasteBlock(atX x: Double, y: Double, into editor: String) throws(ClientError) -> String {
        try call(BlocksInterface.Paste.self, .init(editor: editor, x: x, y: y)).block
    }

    /// Exports a block, or the whole part, as the bytes of a file. Waits until all ink has been recognized. Refused with `NoSuchFormat`,
    /// `ExportFailed`.
    ///
    /// - Parameter inParts: whether to fetch the file in parts instead of in one reply, which is limited to 48 MiB.
    public func export(
        _ editor: String, block: String? = nil, as format: BlocksInterface.Format, options: [BlocksInterface.Option]? = nil,
        inParts: Bool = false
    ) throws(ClientError) -> [UInt8] {
        let reply = try call(
            BlocksInterface.Export.self,
            .init(editor: editor, block: block, format: format.rawValue, options: options, asTransfer: inParts ? true : nil))
        if let transfer = reply.transfer { return try fetch(transfer) }
        if let text = reply.text { return Array(text.utf8) }
        guard let data = reply.data.flatMap({ Data(base64Encoded: $0) }) else {
            throw .badAnswer(.malformedMessage(reason: "an export has neither text nor data in base64"))
        }
        return [UInt8](data)
    }

    /// Imports JIIX (exported earlier, possibly edited), InkML, plain text or Markdown, and returns the number of changed words, of imported
    /// strokes and of words of a text. Sends a large text in parts. Refused with `NoSuchFormat`, `ImportFailed`.
    @discardableResult
    public func importText(
        _ text: String, as format: BlocksInterface.Format = .jiix, into editor: String
    ) throws(ClientError) -> BlocksInterface.Import.Reply {
        let transfer = text.utf8.count > Self.inlineLimit ? try send(Array(text.utf8)) : nil
        return try call(
            BlocksInterface.Import.self,
            .init(editor: editor, format: format.rawValue, text: transfer == nil ? text : nil, transfer: transfer))
    }

    /// Imports the bytes of a file unchanged, because InkML may have an encoding other than UTF-8. Refused with the errors of `importText`.
    @discardableResult
    public func importContent(
        _ bytes: [UInt8], as format: BlocksInterface.Format, into editor: String
    ) throws(ClientError) -> BlocksInterface.Import.Reply {
        if let text = String(validating: bytes, as: UTF8.self) { return try importText(text, as: format, into: editor) }
        return try call(BlocksInterface.Import.self, .init(editor: editor, format: format.rawValue, transfer: try send(bytes)))
    }
}

/// The methods of org.inkd.Ink. All throw the errors of `call` or `watch`, and may be refused with `NoSuchEditor`, `NoSuchStroke`.
extension InkConnection {
    /// Returns the ink of an editor as samples: all of it, or the strokes that meet all conditions. Refused with `InvalidValue`.
    ///
    /// - Parameters:
    ///   - ids: the numbers of the strokes; numbers that no stroke has are ignored.
    ///   - region: a rectangle that the strokes' ink overlaps.
    ///   - revision: a revision of an earlier reply, for the strokes that have changed since. The reply lists the removed ones.
    ///   - paths: whether to include the path of each stroke, for exact copies.
    public func strokes(
        of editor: String, ids: [Int]? = nil, region: EditorInterface.Box? = nil, since revision: Int? = nil, paths: Bool = false
    ) throws(ClientError) -> InkInterface.Strokes.Reply {
        try call(InkInterface.Strokes.self, .init(editor: editor, ids: ids, region: region, since: revision, paths: paths ? true : nil))
    }

    /// Returns a stroke's path.
    public func path(of stroke: Int, in editor: String) throws(ClientError) -> InkInterface.Path {
        try call(InkInterface.GetPath.self, .init(editor: editor, stroke: stroke)).path
    }

    /// Returns points at regular steps on the whole curve of a stroke, or on its part between two parameters.
    public func points(
        of stroke: Int, in editor: String, by stride: InkInterface.Stride, step: Double, from first: Double? = nil, to last: Double? = nil
    ) throws(ClientError) -> [InkInterface.PathPoint] {
        try call(
            InkInterface.Interpolate.self, .init(editor: editor, stroke: stroke, by: stride, step: step, first: first, last: last)
        ).points
    }

    /// Returns the parameter of the point at a distance along a stroke's path from the point with another parameter.
    public func offset(
        _ parameter: Double, of stroke: Int, in editor: String, by stride: InkInterface.Stride, amount: Double
    ) throws(ClientError) -> InkInterface.Offset.Reply {
        try call(
            InkInterface.Offset.self, .init(editor: editor, stroke: stroke, parameter: parameter, by: stride, amount: amount))
    }

    /// Adds strokes as one undo step, without recognizing gestures, and returns their numbers. Sends many strokes in parts. Refused with
    /// `InvalidInk`, `NoPart`.
    @discardableResult
    public func addStrokes(_ strokes: [InkInterface.NewStroke], to editor: String) throws(ClientError) -> [Int] {
        let transfer = try sendIfLarge(strokes, samples: strokes.reduce(0) { $0 + $1.size })
        return try call(
            InkInterface.AddStrokes.self, .init(editor: editor, strokes: transfer == nil ? strokes : nil, transfer: transfer)
        ).strokes
    }

    /// Removes strokes; returns the new revision.
    @discardableResult
    public func removeStrokes(_ strokes: [Int], from editor: String) throws(ClientError) -> Int {
        try call(InkInterface.RemoveStrokes.self, .init(editor: editor, strokes: strokes)).revision
    }

    /// Erases along a track, by default like the editor's own eraser, and returns the new revision. Refused with `InvalidInk`.
    @discardableResult
    public func erase(
        x: [Double], y: [Double], in editor: String, radius: Double? = nil, mode: InkInterface.EraserMode? = nil
    ) throws(ClientError) -> Int {
        try call(InkInterface.Erase.self, .init(editor: editor, x: x, y: y, radius: radius, mode: mode)).revision
    }

    /// Moves, rotates or scales strokes; returns the new revision. Refused with `InvalidInk`.
    @discardableResult
    public func transform(_ strokes: [Int], of editor: String, by matrix: InkInterface.Matrix) throws(ClientError) -> Int {
        try call(InkInterface.Transform.self, .init(editor: editor, strokes: strokes, matrix: matrix)).revision
    }

    /// Changes the pen of strokes to a style, or to a pen in `pen.styles` by its name, and returns the new revision. Refused with
    /// `InvalidInk`, `NoSuchPen`.
    @discardableResult
    public func restyle(
        _ strokes: [Int], of editor: String, as style: InkInterface.Style? = nil, pen: String? = nil
    ) throws(ClientError) -> Int {
        try call(InkInterface.Restyle.self, .init(editor: editor, strokes: strokes, style: style, pen: pen)).revision
    }

    /// Selects strokes, replacing the previous selection.
    public func select(_ strokes: [Int], of editor: String) throws(ClientError) {
        _ = try call(InkInterface.Select.self, .init(editor: editor, strokes: strokes))
    }

    /// Returns the selected strokes and their bounding box.
    public func selection(of editor: String) throws(ClientError) -> InkInterface.Selection.Reply {
        try call(InkInterface.Selection.self, .init(editor: editor))
    }

    /// Replays the ink as it was drawn, but `speed` times as fast. Pauses are limited to `longestPause` seconds.
    public func replay(
        _ editor: String, speed: Double? = nil, longestPause: Double? = nil
    ) throws(ClientError) -> Watch<InkInterface.Replay> {
        try watch(InkInterface.Replay.self, .init(editor: editor, speed: speed, longestPause: longestPause))
    }
}

/// The methods of org.inkd.TextInput. All throw the errors of `call` or `watch`.
extension InkConnection {
    /// Makes this connection an input method's session for the lifetime of the watch. The first reply contains the session's number, which
    /// is needed for calls on another connection. Refused with `NoSuchSeat`, `TooManySessions`.
    public func attachInputMethod(named name: String, seat: String? = nil) throws(ClientError) -> Watch<TextInputInterface.Attach> {
        try watch(TextInputInterface.Attach.self, .init(name: name, seat: seat))
    }

    /// Watches the events and actions of the seat's active session. For a `display`, the watch also reports candidates, messages and the
    /// mapping of tablets. Refused with `NoSuchSeat`.
    public func watchTextInput(seat: String? = nil, display: Bool = false) throws(ClientError) -> Watch<TextInputInterface.Watch> {
        try watch(TextInputInterface.Watch.self, .init(seat: seat, display: display ? true : nil))
    }

    /// Sets the text fields of the focused window, and the mapping of tablets to the screen, for an input method's session. Refused with
    /// `NoSuchSession`, `InvalidValue`.
    public func setFields(
        _ fields: [TextInputInterface.Field], tablets: [TextInputInterface.TabletMapping], application: String? = nil, of session: Int
    ) throws(ClientError) {
        _ = try call(
            TextInputInterface.SetFields.self, .init(session: session, fields: fields, tablets: tablets, application: application))
    }

    /// Asks the seat's active session to perform an action; returns the seat's state. Refused with `NoSuchSeat`.
    public func ask(_ action: TextInputInterface.Action, seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.Ask.self, .init(seat: seat, action: action)).status
    }

    /// Returns the state of a seat. Refused with `NoSuchSeat`.
    public func textInputStatus(seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.GetStatus.self, .init(seat: seat)).status
    }

    /// Sets the mode of pens. Refused with `NoSuchSeat`.
    @discardableResult
    public func setPen(_ mode: TextInputInterface.PenMode, seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.SetMode.self, .init(seat: seat, mode: mode)).status
    }

    /// Makes pens write (true) or only point (false); nil toggles the mode. Refused with `NoSuchSeat`.
    @discardableResult
    public func setPen(enabled: Bool?, seat: String? = nil) throws(ClientError) -> TextInputInterface.Status {
        try call(TextInputInterface.SetEnabled.self, .init(seat: seat, enabled: enabled)).status
    }
}

/// The marks of the last state of each editor that a watch reported. A later watch that gets them reports whether events were missed.
public struct EditorMarks: Sendable, Hashable {
    private var marks: [String: String] = [:]

    /// Creates an empty set of marks.
    public init() {}

    /// Records a reply of a watch.
    public mutating func note(_ reply: EditorInterface.Watch.Reply) {
        note(reply.mark, of: reply.state.editor, isClosed: reply.change == .closed)
    }

    /// Records an undecoded reply of a watch.
    public mutating func note(_ reply: JSONValue) {
        guard let editor = reply["state"]?["editor"]?.string else { return }
        note(reply["mark"]?.string, of: editor, isClosed: reply["change"]?.string == EditorInterface.Change.closed.rawValue)
    }

    private mutating func note(_ mark: String?, of editor: String, isClosed: Bool) { marks[editor] = isClosed ? nil : mark }

    /// The marks for a call of `Watch`; nil if no marks were recorded, as with an inkd that provides no marks.
    var since: [String]? { marks.isEmpty ? nil : marks.values.sorted() }
}
