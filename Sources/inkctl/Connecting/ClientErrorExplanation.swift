internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System

extension ClientError {
    /// The message for the user. For the daemon's errors, the message contains the remedy.
    var explanation: String {
        if case .refused(let name, _) = self, let text = ErrorTexts.all.text(of: self, named: name) { return text }
        if case .badCall(.messageTooLarge(let limit)) = self { return ErrorTexts.tooLarge(limit) }
        return description
    }
}

/// The messages for the daemon's errors, by the full name of the error.
struct ErrorTexts: Sendable {
    private var texts: [String: @Sendable (ClientError) -> String?] = [:]

    /// The messages for all interfaces.
    static let all = ErrorTexts()

    private init() {
        addService()
        addEditors()
        addInk()
        addBlocks()
        addPackages()
        addRecorder()
        addModels()
        addAdaptation()
    }

    /// Returns the message for an error; nil if the table has no such name, or if the error's fields cannot be read.
    func text(of error: ClientError, named name: String) -> String? { texts[name]?(error) }

    /// Returns the message for a call that exceeds a size in bytes.
    static func tooLarge(_ limit: Int) -> String {
        "The data is larger than the \(limit) bytes that one call may have. Use a smaller file."
    }

    private mutating func add<E: VarlinkError>(_ type: E.Type, _ text: @escaping @Sendable (E) -> String) {
        texts[E.name] = { error in error.refusal(as: E.self).map(text) }
    }
}

extension ErrorTexts {
    private mutating func addService() {
        add(ServiceInterface.PermissionDenied.self) { _ in
            "Permission denied: your session is not the active one. Switch to it, or add your user to access.users in /etc/inkd/inkd.yaml. "
                + "Handwriting in text fields and its switch are available only to the active session."
        }
        add(ServiceInterface.MethodNotFound.self) {
            "This inkd does not have the method \($0.method): it is older than inkctl. Update inkd, then run: sudo systemctl restart inkd"
        }
        add(TextInputInterface.NoSuchSeat.self) {
            "There is no seat \"\($0.seat)\" that you may use. `loginctl list-seats` lists all seats."
        }
        add(ClientInterface.TooSlow.self) { "inkd ended the watch because more than \($0.limit) bytes were not read in time." }
        add(ClientInterface.QuotaExceeded.self) {
            "\($0.quota) is \($0.limit), and \($0.used) are in use or requested: \($0.remedy)"
        }
        add(ClientInterface.MessageTooLarge.self) { ErrorTexts.tooLarge($0.limit) }
        add(ClientInterface.InvalidMessage.self) { "inkd cannot read the call: \($0.reason)" }
        add(ClientInterface.InvalidValue.self) { "\($0.parameter) is \($0.value), but must be \($0.allowed)." }
        add(ClientInterface.Failed.self) { "inkd could not complete the call: \($0.reason)" }
    }

    private mutating func addEditors() {
        add(EditorInterface.NoSuchEditor.self) { "There is no editor \"\($0.editor)\". `inkctl devices` lists all editors." }
        add(EditorInterface.NothingToUndo.self) { "\($0.editor) has nothing to undo." }
        add(EditorInterface.NothingToRedo.self) { "\($0.editor) has nothing to redo." }
        add(EditorInterface.NoPart.self) { "\($0.editor) has no part to write in." }
        add(EditorInterface.NoViewSize.self) { "\($0.editor) has no view size yet." }
        add(EditorInterface.DeviceEditor.self) { "\($0.editor) is the editor of a pen and does not support this. Name a package instead." }
        add(EditorInterface.EditorExists.self) { "An editor \"\($0.editor)\" already exists." }
        add(EditorInterface.TooManyEditors.self) { "You have reached the limit of \($0.limit) editors. Exit a program that uses some." }
        add(EditorInterface.NotIdle.self) { "\($0.editor) did not finish recognition within \($0.timeout) ms. Try again later." }
        add(EditorInterface.NoSuchWord.self) {
            "Line \($0.line) has no word \($0.word). `inkctl candidates` lists lines and words."
        }
        add(EditorInterface.InvalidPointerEvents.self) { "Event \($0.index) cannot be written: \($0.reason)" }
        add(EditorInterface.NoSuchKey.self) { "There is no key \"\($0.key)\". `inkctl config list` lists all keys." }
        add(EditorInterface.InvalidValue.self) { "\($0.key) \($0.reason)" }
        add(EditorInterface.NoLanguage.self) { $0.reason }
        add(EditorInterface.LanguageFixed.self) {
            "The language of this part of \($0.package) is \($0.language) and cannot be changed. Add a new part for another language."
        }
    }

    private mutating func addInk() {
        add(InkInterface.NoSuchStroke.self) { "There is no stroke \($0.stroke)." }
        add(InkInterface.NoSuchPen.self) {
            "There is no pen \"\($0.pen)\" in pen.styles. Choose one of \($0.pens.joined(separator: ", "))."
        }
        add(InkInterface.NoSuchHand.self) {
            "There is no handwriting style \"\($0.hand)\". Choose one of \($0.hands.joined(separator: ", "))."
        }
        add(InkInterface.NoGlyph.self) {
            "The handwriting style \"\($0.hand)\" does not have \($0.characters.joined(separator: " "))."
        }
        add(InkInterface.InvalidInk.self) { "The ink is invalid: \($0.reason)" }
    }

    private mutating func addBlocks() {
        add(BlocksInterface.BlockInvalid.self) {
            "The block \"\($0.block)\" does not exist or has changed. `inkctl blocks` lists all blocks."
        }
        add(BlocksInterface.Unsupported.self) { "\($0.type) cannot \($0.operation)." }
        add(BlocksInterface.NoSuchState.self) {
            "Cannot convert to \"\($0.state)\". Choose one of \($0.states.joined(separator: ", "))."
        }
        add(BlocksInterface.NoSuchFormat.self) {
            "The format \"\($0.format)\" is not available here. Choose one of \($0.formats.joined(separator: ", "))."
        }
        add(BlocksInterface.ExportFailed.self) { "Cannot export: \($0.reason)" }
        add(BlocksInterface.ImportFailed.self) { "Cannot import: \($0.reason)" }
        add(BlocksInterface.InvalidImage.self) { "Cannot use the picture: \($0.reason)" }
        add(BlocksInterface.EmptyClipboard.self) { _ in "The clipboard is empty." }
    }

    private mutating func addPackages() {
        add(PackagesInterface.NoSuchPackage.self) { "There is no package \"\($0.name)\". `inkctl packages list` lists your packages." }
        add(PackagesInterface.PackageExists.self) { "A package \"\($0.name)\" already exists." }
        add(PackagesInterface.PackageInUse.self) {
            "\($0.name) is in use. Close its editors, then run `inkctl packages close \($0.name)`."
        }
        add(PackagesInterface.PackageNotOpen.self) { "\($0.name) is not open." }
        add(PackagesInterface.InvalidName.self) { "\"\($0.name)\" is not a valid package name: \($0.reason)" }
        add(PackagesInterface.NoSuchFormat.self) {
            "\"\($0.format)\" is not a format for whole documents. Choose one of \($0.formats.joined(separator: ", "))."
        }
        add(PackagesInterface.ImportFailed.self) { "Cannot import: \($0.reason)" }
        add(PackagesInterface.PackageDamaged.self) { "Cannot read \($0.name): \($0.reason)" }
        add(TransfersInterface.TooLarge.self) {
            "\($0.size) bytes exceed the limit of \($0.limit) bytes for one transfer (quotas.transferSize in /etc/inkd/inkd.yaml)."
        }
        add(PackagesInterface.UnsavedChanges.self) {
            "\($0.name) has unsaved changes. Run `inkctl packages save \($0.name)`, or close it with --discard to discard them."
        }
        add(PackagesInterface.NoSuchPart.self) {
            "\($0.package) has no part \($0.part). `inkctl packages parts \($0.package)` lists its parts."
        }
        add(PackagesInterface.PartInUse.self) { "An editor uses this part of \($0.package). Close the editor first." }
        add(PackagesInterface.NoSuchPartType.self) {
            "\"\($0.type)\" is not a part type. Choose one of \($0.types.joined(separator: ", "))."
        }
        add(PackagesInterface.InvalidMetadata.self) { "Cannot store the metadata key \($0.key): \($0.reason)" }
        add(PackagesInterface.StorageFailed.self) {
            "inkd cannot store packages: \($0.reason). Check `state` in /etc/inkd/inkd.yaml."
        }
    }

    private mutating func addRecorder() {
        add(RecorderInterface.NotRecording.self) { _ in "Nothing is being recorded. `inkctl record start` starts a recording." }
        add(RecorderInterface.AlreadyRecording.self) { "\($0.name) is already being recorded. `inkctl record stop` stops it." }
        add(RecorderInterface.NoSuchRecording.self) {
            "There is no recording \"\($0.name)\". `inkctl record list` lists your recordings."
        }
        add(RecorderInterface.NoSuchFile.self) { "The recording has no file \"\($0.file)\"." }
        add(RecorderInterface.RecordingInUse.self) { "\($0.name) is still being recorded. `inkctl record stop` stops it." }
        add(RecorderInterface.Full.self) {
            "Your recordings have reached the limit of \(DisplayText.size($0.limit)). Delete some with `inkctl record delete`, "
                + "or raise recorder.limit in /etc/inkd/inkd.yaml."
        }
        add(RecorderInterface.Unusable.self) { "inkd cannot record: \($0.reason)" }
    }

    private mutating func addModels() {
        add(ModelsInterface.NoModel.self) { error in
            let others = error.available.isEmpty ? "" : " Installed models: \(error.available.joined(separator: ", "))."
            let remedy =
                LanguagePackage.name(for: error.tag).map { "Install the package \($0)." } ?? "Add one with `inkctl models install`."
            return "No model is installed for \(error.tag).\(others) \(remedy)"
        }
        add(ModelsInterface.InvalidTag.self) { "\"\($0.tag)\" is not a language tag such as en or de-CH: \($0.reason)" }
        add(ModelsInterface.InvalidModel.self) { $0.reason }
        add(ModelsInterface.TooLarge.self) {
            "\($0.size) bytes exceed the limit of \($0.limit) bytes for a model. Check that the file is a model."
        }
        add(ModelsInterface.InUse.self) {
            "\($0.tag) is the text network in use. Set another model in /etc/inkd/inkd.yaml, restart inkd, then remove it."
        }
        add(ModelsInterface.SystemModel.self) { "\($0.tag) belongs to a package of inkd. Remove it with the package manager." }
        add(ModelsInterface.Unusable.self) { "inkd cannot store models: \($0.reason). Check `state` in /etc/inkd/inkd.yaml." }
        add(ModelsInterface.Busy.self) { _ in "inkd is installing other models. Try again later." }
    }

    private mutating func addAdaptation() {
        add(AdaptationInterface.InvalidExample.self) { "Ink \($0.example + 1) cannot be used for training: \($0.reason)" }
        add(AdaptationInterface.TooFewExamples.self) {
            "Only \($0.usable) inks can be used for training, and \($0.needed) are needed. Correct more words."
        }
        add(AdaptationInterface.NothingGained.self) { _ in
            "Training did not improve recognition, so nothing was changed. Try again with more inks."
        }
        add(AdaptationInterface.Busy.self) { _ in "inkd is adapting to a user's handwriting. Try again later." }
        add(AdaptationInterface.Unusable.self) { "inkd cannot adapt here: \($0.reason). Check `state` in /etc/inkd/inkd.yaml." }
    }
}
