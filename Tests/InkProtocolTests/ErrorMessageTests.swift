import Testing

@testable import InkProtocol

@Suite struct ErrorMessageTests {
    private static let errors: [any VarlinkError] = [
        ServiceInterface.InterfaceNotFound(interface: "a.b"),
        ServiceInterface.MethodNotFound(method: "a.b.C"),
        ServiceInterface.MethodNotImplemented(method: "a.b.C"),
        ServiceInterface.InvalidParameter(parameter: "x"),
        ServiceInterface.PermissionDenied(),
        ServiceInterface.ExpectedMore(),
        ClientInterface.TooSlow(limit: 5),
        ClientInterface.QuotaExceeded(quota: "quotas.editors", used: 32, limit: 32, remedy: "close some"),
        ClientInterface.MessageTooLarge(size: 6, limit: 5), ClientInterface.InvalidMessage(reason: "a key comes twice"),
        ClientInterface.Failed(reason: "no thread"), EditorInterface.EditorExists(editor: "page@1000"),
        PointerInterface.NoSuchDevice(device: 5),
        EditorInterface.NoSuchEditor(editor: "pen0"),
        EditorInterface.NothingToUndo(editor: "pen0"),
        EditorInterface.NothingToRedo(editor: "pen0"),
        EditorInterface.NoViewSize(editor: "e1"),
        EditorInterface.NoPart(editor: "e1"),
        EditorInterface.DeviceEditor(editor: "pen0"),
        EditorInterface.LanguageFixed(package: "p", part: 1, language: "en"),
        EditorInterface.InvalidPointerEvents(index: 3, reason: "no"),
        EditorInterface.NoSuchWord(editor: "e1", line: 1, word: 2),
        EditorInterface.NotIdle(editor: "e1", timeout: 10),
        EditorInterface.NoSuchKey(key: "k"),
        EditorInterface.InvalidValue(key: "k", reason: "no"),
        EditorInterface.TooManyEditors(limit: 5),
        InkInterface.NoSuchStroke(stroke: 5),
        InkInterface.InvalidInk(reason: "no"),
        BlocksInterface.BlockInvalid(block: "b", revision: 5),
        BlocksInterface.Unsupported(type: "Math", operation: "Add"),
        BlocksInterface.NoSuchFormat(format: "a/b", formats: ["text/plain"]),
        BlocksInterface.ExportFailed(format: "a/b", reason: "no"),
        BlocksInterface.ImportFailed(reason: "no"),
        BlocksInterface.InvalidImage(reason: "no"),
        BlocksInterface.EmptyClipboard(),
        PackagesInterface.NoSuchPackage(name: "p"),
        PackagesInterface.PackageExists(name: "p"),
        PackagesInterface.PackageInUse(name: "p"),
        PackagesInterface.PackageNotOpen(name: "p"),
        PackagesInterface.InvalidName(name: "", reason: "no"),
        PackagesInterface.PackageDamaged(name: "p", reason: "no"),
        PackagesInterface.UnsavedChanges(name: "p"),
        PackagesInterface.NoSuchPart(package: "p", part: 5),
        PackagesInterface.PartInUse(package: "p", part: 5),
        PackagesInterface.NoSuchPartType(type: "text", types: ["Text"]),
        PackagesInterface.InvalidMetadata(key: "k", reason: "no"),
        PackagesInterface.StorageFailed(reason: "no"),
        RecognizerInterface.InvalidInk(stroke: 0, reason: "1 x and 2 y"),
        RecognizerInterface.InkTooLarge(points: 6, limit: 5),
        RecognizerInterface.InvalidHint(hint: "preContext", reason: "no"),
        RecognizerInterface.NoLanguage(language: "fr", available: ["en"]),
        RecognizerInterface.NoModel(reason: "none"),
        RecognizerInterface.Busy(),
        AdaptationInterface.InvalidExample(example: 3, reason: "no"),
        AdaptationInterface.TooFewExamples(usable: 3, needed: 10),
        AdaptationInterface.NothingGained(),
        AdaptationInterface.Unusable(reason: "no"),
        AdaptationInterface.Busy(),
        ModelsInterface.InvalidTag(tag: "e", reason: "no"),
        ModelsInterface.NoModel(tag: "fr", available: ["en"]),
        ModelsInterface.InvalidModel(reason: "no"),
        ModelsInterface.TooLarge(size: 6, limit: 5),
        ModelsInterface.InvalidData(upload: 1),
        ModelsInterface.NoSuchUpload(upload: 1),
        ModelsInterface.InUse(tag: "en"),
        ModelsInterface.SystemModel(tag: "en"),
        ModelsInterface.Unusable(reason: "no"),
        ModelsInterface.Busy(),
        TextInputInterface.NoSuchSession(session: 9),
        TextInputInterface.NoSuchSeat(seat: "seat9"),
        TextInputInterface.UnknownLanguage(language: "tlh"),
        TextInputInterface.TooManySessions(limit: 16),
        RecorderInterface.NotRecording(),
        RecorderInterface.AlreadyRecording(name: "2026-11-22-101500"),
        RecorderInterface.NoSuchRecording(name: "2026-11-22-101500"),
        RecorderInterface.NoSuchFile(file: "0001.inklog"),
        RecorderInterface.RecordingInUse(name: "2026-11-22-101500"),
        RecorderInterface.Full(limit: 1),
        RecorderInterface.Unusable(reason: "no"),
    ]

    @Test("every error fits the interface and decodes to itself")
    func errors() throws {
        for error in Self.errors { try checkError(error) }
    }

    @Test("every error of every interface has a message")
    func complete() {
        let described = Interfaces.definitions.values.flatMap { interface in interface.errors.keys.map { "\(interface.name).\($0)" } }
        #expect(Set(described) == Set(Self.errors.map { type(of: $0).name }))
    }
}
