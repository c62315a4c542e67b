public import InkProtocol

/// The configuration of the engine and of editors. All throw as `call` does, and are refused with `NoSuchEditor`, `NoSuchKey`.
extension InkConnection {
    /// Every key and its value: an editor's, or the engine's.
    public func configuration(of editor: String? = nil) throws(ClientError) -> [EditorInterface.Setting] {
        try call(EditorInterface.GetConfiguration.self, .init(editor: editor)).settings
    }

    /// Sets a key of an editor, or of the engine. Refused with `InvalidValue`.
    public func setConfiguration(
        _ key: String, to value: EditorInterface.Value.Content, of editor: String? = nil
    ) throws(ClientError) {
        _ = try call(EditorInterface.SetConfiguration.self, .init(editor: editor, key: key, value: .init(value)))
    }

    /// Has a key of an editor follow the engine again, or one of the engine the built-in default.
    public func unsetConfiguration(_ key: String, of editor: String? = nil) throws(ClientError) {
        _ = try call(EditorInterface.UnsetConfiguration.self, .init(editor: editor, key: key))
    }
}
