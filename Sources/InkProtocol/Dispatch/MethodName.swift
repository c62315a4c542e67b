/// The methods that the daemon carries out; its handler switches over them.
public enum MethodName: String, Sendable, Hashable, CaseIterable {
    case listDevices = "org.inkd.Devices.List"
    case watchDevices = "org.inkd.Devices.Watch"
    case watchPointer = "org.inkd.Pointer.Watch"
    case listEditors = "org.inkd.Editor.List"
    case getEditorState = "org.inkd.Editor.GetState"
    case watchEditor = "org.inkd.Editor.Watch"
    case undo = "org.inkd.Editor.Undo"
    case redo = "org.inkd.Editor.Redo"
    case clear = "org.inkd.Editor.Clear"
    case strokes = "org.inkd.Editor.Strokes"
    case recognize = "org.inkd.Recognizer.Recognize"

    /// Whether it answers again and again, so that a call must say `more`.
    public var streams: Bool {
        switch self {
        case .watchDevices, .watchPointer, .watchEditor: true
        case .listDevices, .listEditors, .getEditorState, .undo, .redo, .clear, .strokes, .recognize: false
        }
    }
}
