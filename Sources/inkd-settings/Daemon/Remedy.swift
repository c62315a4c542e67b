internal import InkClient
internal import InkProtocol
internal import System

extension ClientError {
    /// A sentence with the problem and its remedy, for the banner.
    var sentence: String {
        switch self {
        case .cannotConnect(_, let code) where code == 13 || code == 1:
            "inkd runs, but this user may not talk to it. Log in at the screen that the tablet belongs to."
        case .cannotConnect, .pathTooLong: "inkd is not running, so nothing can be read. Start it: systemctl start inkd.socket"
        case .connectionLost: "inkd has ended. It is tried again until it answers."
        case .timedOut: "inkd does not answer. Start it again: systemctl restart inkd.service"
        case .refused: refusalSentence
        case .connectionInUse, .badAnswer, .badCall: "This does not work with the inkd that runs: \(description)"
        }
    }

    private var refusalSentence: String {
        if refusal(as: ServiceInterface.PermissionDenied.self) != nil {
            return "inkd does not serve this user now. Log in at the screen, or have access.users in /etc/inkd/inkd.yaml name you."
        }
        if let refusal = refusal(as: EditorInterface.InvalidValue.self) { return "\(refusal.key): \(refusal.reason)" }
        if let refusal = refusal(as: EditorInterface.NoLanguage.self) {
            let remedy = LanguagePackage.name(for: refusal.language).map { " Install the package \($0)." } ?? ""
            return "There is no model for \(refusal.language). There are: \(refusal.available.joined(separator: ", ")).\(remedy)"
        }
        if let refusal = refusal(as: EditorInterface.NoSuchKey.self) {
            return "This inkd does not know \(refusal.key): it is older than this window."
        }
        if let refusal = refusal(as: ClientInterface.QuotaExceeded.self) {
            return "This is more than inkd allows (\(refusal.quota)): \(refusal.remedy)"
        }
        if let refusal = refusal(as: EditorInterface.TooManyEditors.self) {
            return "There are \(refusal.limit) editors open, and may be no more: close some other program that uses inkd."
        }
        if let refusal = refusal(as: AdaptationInterface.TooFewExamples.self) {
            return "\(refusal.usable) words can be learnt from, and \(refusal.needed) are needed: write some more."
        }
        if refusal(as: AdaptationInterface.NothingGained.self) != nil {
            return "What was tried reads your hand no better, so nothing was changed. Try again with more words."
        }
        if refusal(as: AdaptationInterface.Busy.self) != nil { return "inkd learns somebody's hand just now. Try again in a minute." }
        if let refusal = refusal(as: AdaptationInterface.Unusable.self) { return "inkd cannot learn here: \(refusal.reason)" }
        if let refusal = refusal(as: RecorderInterface.Full.self) {
            return "Your recordings have reached \(refusal.limit >> 20) MiB, which is all they may have: delete some."
        }
        if let refusal = refusal(as: RecorderInterface.Unusable.self) { return "inkd cannot record here: \(refusal.reason)" }
        if let refusal = refusal(as: RecorderInterface.AlreadyRecording.self) { return "\(refusal.name) is being recorded already." }
        if refusal(as: RecorderInterface.NotRecording.self) != nil { return "Nothing is being recorded any more." }
        if refusal(as: RecorderInterface.NoSuchRecording.self) != nil { return "This recording has been deleted already." }
        return "inkd refused: \(description)"
    }
}
