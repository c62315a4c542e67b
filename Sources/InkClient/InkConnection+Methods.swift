public import InkProtocol

/// Each method of inkd by a name of its own. All throw as `call` and `watch` do.
extension InkConnection {
    /// What the service is, and the interfaces it has.
    public func information() throws(ClientError) -> ServiceInterface.GetInfo.Reply {
        try call(ServiceInterface.GetInfo.self, .init())
    }

    /// The text of an interface. Refused with `InterfaceNotFound`.
    public func description(of interface: String) throws(ClientError) -> String {
        try call(ServiceInterface.GetInterfaceDescription.self, .init(interface: interface)).description
    }

    /// All devices.
    public func devices() throws(ClientError) -> [DevicesInterface.Device] {
        try call(DevicesInterface.List.self, .init()).devices
    }

    /// The devices there are, then each change.
    public func watchDevices() throws(ClientError) -> Watch<DevicesInterface.Watch> {
        try watch(DevicesInterface.Watch.self, .init())
    }

    /// What pointers do from now on, on all devices or on one. Refused with `NoSuchDevice`.
    public func watchPointer(device: Int? = nil) throws(ClientError) -> Watch<PointerInterface.Watch> {
        try watch(PointerInterface.Watch.self, .init(device: device))
    }

    /// All editors.
    public func editors() throws(ClientError) -> [EditorInterface.State] {
        try call(EditorInterface.List.self, .init()).editors
    }

    /// An editor and its lines. Refused with `NoSuchEditor`.
    public func state(of editor: String) throws(ClientError) -> EditorInterface.GetState.Reply {
        try call(EditorInterface.GetState.self, .init(editor: editor))
    }

    /// The editors there are, or one, then each change. Refused with `NoSuchEditor`.
    public func watchEditors(_ editor: String? = nil) throws(ClientError) -> Watch<EditorInterface.Watch> {
        try watch(EditorInterface.Watch.self, .init(editor: editor))
    }

    /// Takes the last change back. Refused with `NoSuchEditor`, `NothingToUndo`.
    public func undo(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Undo.self, .init(editor: editor)).state
    }

    /// Makes a change again that was taken back. Refused with `NoSuchEditor`, `NothingToRedo`.
    public func redo(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Redo.self, .init(editor: editor)).state
    }

    /// Removes all ink. Refused with `NoSuchEditor`.
    public func clear(_ editor: String) throws(ClientError) -> EditorInterface.State {
        try call(EditorInterface.Clear.self, .init(editor: editor)).state
    }

    /// All ink of an editor. Refused with `NoSuchEditor`.
    public func strokes(of editor: String) throws(ClientError) -> EditorInterface.Strokes.Reply {
        try call(EditorInterface.Strokes.self, .init(editor: editor))
    }
}
