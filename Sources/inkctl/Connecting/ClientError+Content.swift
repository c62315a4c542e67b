internal import InkClient
internal import InkProtocol

extension ClientError {
    /// What went wrong with an editor or what is in it, in words; nil if it is something else.
    var contentExplanation: String? { editorExplanation ?? configurationExplanation ?? inkExplanation ?? blockExplanation }

    private var editorExplanation: String? {
        if let refusal = refusal(as: EditorInterface.NoPart.self) { return "\(refusal.editor) has no part to write in" }
        if let refusal = refusal(as: EditorInterface.NoViewSize.self) { return "\(refusal.editor) has no size yet" }
        if let refusal = refusal(as: EditorInterface.DeviceEditor.self) {
            return "\(refusal.editor) is a pen's own editor and cannot do that: name a package in its place"
        }
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
        if let refusal = refusal(as: EditorInterface.LanguageFixed.self) {
            return "that part of \(refusal.package) is in \(refusal.language) for good: begin a new part for another language"
        }
        return nil
    }

    private var inkExplanation: String? {
        if let refusal = refusal(as: InkInterface.NoSuchStroke.self) { return "there is no stroke \(refusal.stroke)" }
        if let refusal = refusal(as: InkInterface.InvalidInk.self) { return "that ink cannot be taken in: \(refusal.reason)" }
        return nil
    }

    private var blockExplanation: String? {
        if let refusal = refusal(as: BlocksInterface.BlockInvalid.self) {
            return "there is no block \"\(refusal.block)\" any more, or it has changed; `inkctl blocks` lists them"
        }
        if let refusal = refusal(as: BlocksInterface.Unsupported.self) { return "\(refusal.type) cannot \(refusal.operation)" }
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
