public import InkProtocol

/// The methods of org.inkd.Editor. All throw as `call` and `watch` do, and those that name an editor are refused with `NoSuchEditor`.
extension InkConnection {
    /// All editors.
    public func editors() throws(ClientError) -> [EditorInterface.State] {
        try call(EditorInterface.List.self, .init()).editors
    }

    /// Makes an editor of no device, and gives its name. Give it a view size, then a part. Refused with `TooManyEditors`.
    public func createEditor() throws(ClientError) -> String {
        try call(EditorInterface.Create.self, .init()).editor
    }

    /// Ends an editor that a client created; sends a device's one back to the device's own part.
    public func closeEditor(_ editor: String) throws(ClientError) {
        _ = try call(EditorInterface.Close.self, .init(editor: editor))
    }

    /// Says how large an editor's surface is, in millimetres.
    @discardableResult
    public func setViewSize(of editor: String, width: Double, height: Double) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetViewSize.self, .init(editor: editor, width: width, height: height)).state
    }

    /// Has an editor edit a part of an open package. Refused with `NoViewSize`, `PackageNotOpen`, `NoSuchPart`, `LanguageFixed`.
    @discardableResult
    public func setPart(of editor: String, to part: Int, in package: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetPart.self, .init(editor: editor, package: package, part: part)).state
    }

    /// Takes an editor's part away.
    @discardableResult
    public func unsetPart(of editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SetPart.self, .init(editor: editor)).state
    }

    /// An editor and its lines.
    public func state(of editor: String) throws(ClientError) -> EditorInterface.GetState.Reply {
        try call(EditorInterface.GetState.self, .init(editor: editor))
    }

    /// The editors there are, or one, then each change.
    public func watchEditors(_ editor: String? = nil) throws(ClientError) -> Watch<EditorInterface.Watch> {
        try watch(EditorInterface.Watch.self, .init(editor: editor))
    }

    /// Waits until everything that was written has been read. Refused with `NotIdle` if that takes longer than `timeout`.
    @discardableResult
    public func waitForIdle(_ editor: String, timeout: Duration = .seconds(10)) throws(ClientError) -> EditorInterface.State {
        let milliseconds = timeout / .milliseconds(1)
        return try call(EditorInterface.WaitForIdle.self, .init(editor: editor, timeout: Int(max(0, min(milliseconds, 1e9))))).state
    }

    /// Has a word of a line say something else: one of its candidates, or any text. Refused with `NoSuchWord`.
    @discardableResult
    public func selectCandidate(
        _ text: String, forWord word: Int, ofLine line: Int, in editor: String
    ) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.SelectCandidate.self, .init(editor: editor, line: line, word: word, text: text)).state
    }

    /// Takes the last change back. Refused with `NothingToUndo`.
    @discardableResult
    public func undo(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Undo.self, .init(editor: editor)).state
    }

    /// Makes a change again that was taken back. Refused with `NothingToRedo`.
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
