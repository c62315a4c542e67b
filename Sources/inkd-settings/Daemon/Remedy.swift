internal import InkClient
internal import InkProtocol
internal import System

extension ClientError {
    /// A sentence with the problem and its remedy, for the banner.
    var sentence: String {
        switch self {
        case .cannotConnect(_, let code) where code == 13 || code == 1:
            "inkd is running, but your user account may not connect to it. Log in at the screen of the tablet's seat."
        case .cannotConnect, .pathTooLong: "inkd is not running, so handwriting is not recognized. Start it: systemctl start inkd.socket"
        case .connectionLost: "inkd stopped. The window reconnects when it restarts."
        case .timedOut: "inkd does not respond. Restart it: systemctl restart inkd.service"
        case .refused: refusalSentence
        case .connectionInUse, .badAnswer, .badCall: "Communication with inkd failed: \(description)"
        }
    }

    private var refusalSentence: String {
        if refusal(as: ServiceInterface.PermissionDenied.self) != nil {
            return "Permission denied: your session is not the active one. Switch to it, or add your user to access.users in "
                + "/etc/inkd/inkd.yaml."
        }
        if let refusal = refusal(as: EditorInterface.InvalidValue.self) { return "\(refusal.key): \(refusal.reason)" }
        if let refusal = refusal(as: EditorInterface.NoLanguage.self) {
            let remedy = LanguagePackage.name(for: refusal.language).map { " Install the package \($0)." } ?? ""
            return "No model is installed for \(refusal.language). Installed: \(refusal.available.joined(separator: ", ")).\(remedy)"
        }
        if let refusal = refusal(as: EditorInterface.NoSuchKey.self) {
            return "The running inkd has no setting \(refusal.key): it is older than this window."
        }
        if let refusal = refusal(as: ClientInterface.QuotaExceeded.self) {
            return "inkd's limit \(refusal.quota) is reached: \(refusal.remedy)"
        }
        if let refusal = refusal(as: EditorInterface.TooManyEditors.self) {
            return "The limit of \(refusal.limit) open editors is reached. Close another program that uses inkd."
        }
        if let refusal = refusal(as: AdaptationInterface.TooFewExamples.self) {
            return "Training needs \(refusal.needed) usable samples, and there are \(refusal.usable). Write more."
        }
        if refusal(as: AdaptationInterface.NothingGained.self) != nil {
            return "Training did not improve recognition, so nothing was changed. Try again with more words."
        }
        if refusal(as: AdaptationInterface.Busy.self) != nil { return "inkd is already training. Try again in a minute." }
        if let refusal = refusal(as: AdaptationInterface.Unusable.self) { return "Training is not possible: \(refusal.reason)" }
        if let refusal = refusal(as: RecorderInterface.Full.self) {
            return "Your recordings have reached the limit of \(refusal.limit >> 20) MiB. Delete some."
        }
        if let refusal = refusal(as: RecorderInterface.Unusable.self) { return "Recording is not possible: \(refusal.reason)" }
        if let refusal = refusal(as: RecorderInterface.AlreadyRecording.self) { return "\(refusal.name) is already being recorded." }
        if refusal(as: RecorderInterface.NotRecording.self) != nil { return "No recording is in progress." }
        if refusal(as: RecorderInterface.NoSuchRecording.self) != nil { return "This recording was already deleted." }
        return "inkd refused the request: \(description)"
    }
}
