internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System

extension ClientError {
    /// The message for the user: the daemon's errors with their remedies.
    var explanation: String {
        if let refusal = refusal(as: EditorInterface.NoSuchEditor.self) {
            return "there is no editor \"\(refusal.editor)\"; `inkctl devices` lists the editors"
        }
        if let refusal = refusal(as: EditorInterface.NothingToUndo.self) { return "\(refusal.editor) has nothing to undo" }
        if let refusal = refusal(as: EditorInterface.NothingToRedo.self) { return "\(refusal.editor) has nothing to redo" }
        if refusal(as: ServiceInterface.PermissionDenied.self) != nil {
            return "inkd does not serve this user now: be the one at the screen, or have access.users in inkd's configuration name you. "
                + "What is written into text fields, and the switch for it, is for the one at the screen alone"
        }
        if let refusal = refusal(as: ServiceInterface.MethodNotFound.self) {
            return "this inkd does not know \(refusal.method): it is older than inkctl. Update it, then: sudo systemctl restart inkd"
        }
        if let refusal = refusal(as: TextInputInterface.NoSuchSeat.self) {
            return "there is no seat \"\(refusal.seat)\" that you may use; `loginctl list-seats` lists them"
        }
        if let explanation = recorderExplanation ?? modelExplanation ?? adaptationExplanation ?? packageExplanation ?? contentExplanation {
            return explanation
        }
        if let refusal = refusal(as: ClientInterface.TooSlow.self) {
            return "inkd ended the watch: more than \(refusal.limit) bytes were not read in time"
        }
        if let refusal = refusal(as: ClientInterface.QuotaExceeded.self) {
            return "\(refusal.quota) is \(refusal.limit), and \(refusal.used) are in use or asked for: \(refusal.remedy)"
        }
        if let refusal = refusal(as: ClientInterface.MessageTooLarge.self) {
            return "that is too much for one call, which may have \(refusal.limit) bytes: give a smaller file"
        }
        if let refusal = refusal(as: ClientInterface.InvalidMessage.self) { return "inkd cannot read the call: \(refusal.reason)" }
        if let refusal = refusal(as: ClientInterface.InvalidValue.self) {
            return "\(refusal.parameter) is \(refusal.value): give \(refusal.allowed)"
        }
        if let refusal = refusal(as: ClientInterface.Failed.self) { return "inkd could not do it: \(refusal.reason)" }
        if case .badCall(.messageTooLarge(let limit)) = self {
            return "that is too much for one call, which may have \(limit) bytes: give a smaller file"
        }
        return description
    }
}

extension ClientError {
    /// Messages for errors of editors and their contents; nil for other errors.
    var contentExplanation: String? { editorExplanation ?? configurationExplanation ?? inkExplanation ?? blockExplanation }

    private var editorExplanation: String? {
        if let refusal = refusal(as: EditorInterface.NoPart.self) { return "\(refusal.editor) has no part to write in" }
        if let refusal = refusal(as: EditorInterface.NoViewSize.self) { return "\(refusal.editor) has no size yet" }
        if let refusal = refusal(as: EditorInterface.DeviceEditor.self) {
            return "\(refusal.editor) is a pen's own editor and cannot do that: name a package in its place"
        }
        if let refusal = refusal(as: EditorInterface.EditorExists.self) { return "there is an editor \"\(refusal.editor)\" already" }
        if let refusal = refusal(as: EditorInterface.TooManyEditors.self) {
            return "you have \(refusal.limit) editors, and may have no more: end a program that made some"
        }
        if let refusal = refusal(as: EditorInterface.NotIdle.self) {
            return "\(refusal.editor) was not all read within \(refusal.timeout) ms: try again later"
        }
        if let refusal = refusal(as: EditorInterface.NoSuchWord.self) {
            return "there is no word \(refusal.word) in a line \(refusal.line); `inkctl candidates` lists lines and words"
        }
        if let refusal = refusal(as: EditorInterface.InvalidPointerEvents.self) {
            return "event \(refusal.index) cannot be written: \(refusal.reason)"
        }
        return nil
    }

    private var configurationExplanation: String? {
        if let refusal = refusal(as: EditorInterface.NoSuchKey.self) {
            return "there is no key \"\(refusal.key)\"; `inkctl config list` lists them"
        }
        if let refusal = refusal(as: EditorInterface.InvalidValue.self) { return "\(refusal.key) \(refusal.reason)" }
        if let refusal = refusal(as: EditorInterface.NoLanguage.self) { return refusal.reason }
        if let refusal = refusal(as: EditorInterface.LanguageFixed.self) {
            return "that part of \(refusal.package) is in \(refusal.language) for good: begin a new part for another language"
        }
        return nil
    }

    private var inkExplanation: String? {
        if let refusal = refusal(as: InkInterface.NoSuchStroke.self) { return "there is no stroke \(refusal.stroke)" }
        if let refusal = refusal(as: InkInterface.NoSuchPen.self) {
            return "there is no pen \"\(refusal.pen)\" in pen.styles, which has \(refusal.pens.joined(separator: ", "))"
        }
        if let refusal = refusal(as: InkInterface.NoSuchHand.self) {
            return "there is no hand \"\(refusal.hand)\"; there are \(refusal.hands.joined(separator: ", "))"
        }
        if let refusal = refusal(as: InkInterface.NoGlyph.self) {
            return "the hand \"\(refusal.hand)\" cannot write \(refusal.characters.joined(separator: " "))"
        }
        if let refusal = refusal(as: InkInterface.InvalidInk.self) { return "that ink cannot be taken in: \(refusal.reason)" }
        return nil
    }

    private var blockExplanation: String? {
        if let refusal = refusal(as: BlocksInterface.BlockInvalid.self) {
            return "there is no block \"\(refusal.block)\" any more, or it has changed; `inkctl blocks` lists them"
        }
        if let refusal = refusal(as: BlocksInterface.Unsupported.self) { return "\(refusal.type) cannot \(refusal.operation)" }
        if let refusal = refusal(as: BlocksInterface.NoSuchState.self) {
            return "nothing is converted to \"\(refusal.state)\"; there are \(refusal.states.joined(separator: ", "))"
        }
        if let refusal = refusal(as: BlocksInterface.NoSuchFormat.self) {
            return "there is no format \"\(refusal.format)\" for this; give one of \(refusal.formats.joined(separator: ", "))"
        }
        if let refusal = refusal(as: BlocksInterface.ExportFailed.self) { return "it cannot be exported: \(refusal.reason)" }
        if let refusal = refusal(as: BlocksInterface.ImportFailed.self) { return "it cannot be imported: \(refusal.reason)" }
        if let refusal = refusal(as: BlocksInterface.InvalidImage.self) { return "that is no picture inkd takes: \(refusal.reason)" }
        if refusal(as: BlocksInterface.EmptyClipboard.self) != nil { return "nothing was copied" }
        return nil
    }
}

extension ClientError {
    /// Messages for errors of packages; nil for other errors.
    var packageExplanation: String? {
        if let refusal = refusal(as: PackagesInterface.NoSuchPackage.self) {
            return "there is no package \"\(refusal.name)\"; `inkctl packages list` lists them"
        }
        if let refusal = refusal(as: PackagesInterface.PackageExists.self) { return "there is a package \"\(refusal.name)\" already" }
        if let refusal = refusal(as: PackagesInterface.PackageInUse.self) {
            return "\(refusal.name) is in use: close its editors, then `inkctl packages close \(refusal.name)`"
        }
        if let refusal = refusal(as: PackagesInterface.PackageNotOpen.self) { return "\(refusal.name) is not open" }
        if let refusal = refusal(as: PackagesInterface.InvalidName.self) {
            return "\"\(refusal.name)\" cannot be a package's name: \(refusal.reason)"
        }
        if let refusal = refusal(as: PackagesInterface.NoSuchFormat.self) {
            return "there is no format \"\(refusal.format)\" of whole documents; give one of \(refusal.formats.joined(separator: ", "))"
        }
        if let refusal = refusal(as: PackagesInterface.ImportFailed.self) { return "it cannot be imported: \(refusal.reason)" }
        if let refusal = refusal(as: PackagesInterface.PackageDamaged.self) {
            return "\(refusal.name) cannot be read: \(refusal.reason)"
        }
        if let refusal = refusal(as: TransfersInterface.TooLarge.self) {
            return
                "\(refusal.size) bytes are more than the \(refusal.limit) that inkd takes in at once: quotas.transferSize in its configuration"
        }
        if let refusal = refusal(as: PackagesInterface.UnsavedChanges.self) {
            return "\(refusal.name) has unsaved changes: `inkctl packages save \(refusal.name)`, or close it with --discard to lose them"
        }
        if let refusal = refusal(as: PackagesInterface.NoSuchPart.self) {
            return "\(refusal.package) has no part \(refusal.part); `inkctl packages parts \(refusal.package)` lists them"
        }
        if let refusal = refusal(as: PackagesInterface.PartInUse.self) {
            return "an editor has that part of \(refusal.package): close it first"
        }
        if let refusal = refusal(as: PackagesInterface.NoSuchPartType.self) {
            return "parts have no type \"\(refusal.type)\"; give one of \(refusal.types.joined(separator: ", "))"
        }
        if let refusal = refusal(as: PackagesInterface.InvalidMetadata.self) {
            return "\(refusal.key) cannot be noted: \(refusal.reason)"
        }
        if let refusal = refusal(as: PackagesInterface.StorageFailed.self) {
            return "inkd cannot store packages: \(refusal.reason). See `state` in inkd's configuration"
        }
        return nil
    }
}

extension ClientError {
    /// Messages for errors of recordings; nil for other errors.
    var recorderExplanation: String? {
        if refusal(as: RecorderInterface.NotRecording.self) != nil {
            return "you record nothing; `inkctl record start` begins"
        }
        if let refusal = refusal(as: RecorderInterface.AlreadyRecording.self) {
            return "you record \(refusal.name) already; `inkctl record stop` ends it"
        }
        if let refusal = refusal(as: RecorderInterface.NoSuchRecording.self) {
            return "there is no recording \"\(refusal.name)\"; `inkctl record list` lists yours"
        }
        if let refusal = refusal(as: RecorderInterface.NoSuchFile.self) { return "the recording has no file \"\(refusal.file)\"" }
        if let refusal = refusal(as: RecorderInterface.RecordingInUse.self) {
            return "\(refusal.name) is being recorded; `inkctl record stop` ends it"
        }
        if let refusal = refusal(as: RecorderInterface.Full.self) {
            return "your recordings have \(DisplayText.size(refusal.limit)) already: delete some with `inkctl record delete`, "
                + "or raise recorder.limit in inkd's configuration"
        }
        if let refusal = refusal(as: RecorderInterface.Unusable.self) { return "inkd cannot record here: \(refusal.reason)" }
        return nil
    }
}

extension ClientError {
    /// Messages for errors of models; nil for other errors.
    var modelExplanation: String? {
        if let refusal = refusal(as: ModelsInterface.NoModel.self) {
            let rest = refusal.available.isEmpty ? "none" : refusal.available.joined(separator: ", ")
            let remedy =
                LanguagePackage.name(for: refusal.tag).map { "Install the package \($0)" } ?? "Add one with `inkctl models install`"
            return "there is no model for \(refusal.tag); there are \(rest). \(remedy)"
        }
        if let refusal = refusal(as: ModelsInterface.InvalidTag.self) {
            return "\"\(refusal.tag)\" is no language tag such as en or de-CH: \(refusal.reason)"
        }
        if let refusal = refusal(as: ModelsInterface.InvalidModel.self) { return refusal.reason }
        if let refusal = refusal(as: ModelsInterface.TooLarge.self) {
            return "\(refusal.size) bytes are more than the \(refusal.limit) that inkd takes: is this a model?"
        }
        if let refusal = refusal(as: ModelsInterface.InUse.self) {
            return "\(refusal.tag) is the text network: set another model in inkd's configuration, start inkd again, then remove it"
        }
        if let refusal = refusal(as: ModelsInterface.SystemModel.self) {
            return "\(refusal.tag) came with inkd's packages: remove it with the package manager"
        }
        if let refusal = refusal(as: ModelsInterface.Unusable.self) {
            return "inkd cannot store models: \(refusal.reason). See `state` in inkd's configuration"
        }
        if refusal(as: ModelsInterface.Busy.self) != nil { return "inkd takes in other models just now: try again later" }
        return nil
    }
}

extension ClientError {
    /// Messages for errors of adaptation; nil for other errors.
    var adaptationExplanation: String? {
        if let refusal = refusal(as: AdaptationInterface.InvalidExample.self) {
            return "ink \(refusal.example + 1) cannot be learnt from: \(refusal.reason)"
        }
        if let refusal = refusal(as: AdaptationInterface.TooFewExamples.self) {
            return "\(refusal.usable) inks can be learnt from, and \(refusal.needed) are needed: correct some more"
        }
        if refusal(as: AdaptationInterface.NothingGained.self) != nil {
            return "what was tried reads your hand no better: nothing was changed; try again with more inks"
        }
        if refusal(as: AdaptationInterface.Busy.self) != nil { return "inkd learns somebody's hand just now: try again later" }
        if let refusal = refusal(as: AdaptationInterface.Unusable.self) {
            return "inkd cannot learn here: \(refusal.reason). See `state` in inkd's configuration"
        }
        return nil
    }
}
