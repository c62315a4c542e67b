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
    case queryRecognizer = "org.inkd.Recognizer.Query"
    case recognize = "org.inkd.Recognizer.Recognize"
    case recognizeSymbol = "org.inkd.Recognizer.RecognizeSymbol"
    case recognizeShape = "org.inkd.Recognizer.RecognizeShape"
    case recognizeGesture = "org.inkd.Recognizer.RecognizeGesture"
    case adapt = "org.inkd.Adaptation.Adapt"
    case adaptationStatus = "org.inkd.Adaptation.Status"
    case resetAdaptation = "org.inkd.Adaptation.Reset"
    case listModels = "org.inkd.Models.List"
    case resolveModel = "org.inkd.Models.Resolve"
    case isModelInstalled = "org.inkd.Models.IsInstalled"
    case installModel = "org.inkd.Models.Install"
    case writeModel = "org.inkd.Models.Write"
    case removeModel = "org.inkd.Models.Remove"

    /// Whether it answers again and again, so that a call must say `more`.
    public var streams: Bool {
        switch self {
        case .watchDevices, .watchPointer, .watchEditor, .installModel, .adapt: true
        case .listDevices, .listEditors, .getEditorState, .undo, .redo, .clear, .strokes: false
        case .queryRecognizer, .recognize, .recognizeSymbol, .recognizeShape, .recognizeGesture: false
        case .listModels, .resolveModel, .isModelInstalled, .writeModel, .removeModel: false
        case .adaptationStatus, .resetAdaptation: false
        }
    }
}
