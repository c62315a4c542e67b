internal import InkClient
internal import InkProtocol

extension ClientError {
    /// What went wrong, the daemon's refusals in words.
    var explanation: String {
        if let refusal = refusal(as: EditorInterface.NoSuchEditor.self) {
            return "there is no editor \"\(refusal.editor)\"; `inkctl devices` lists the editors"
        }
        if let refusal = refusal(as: EditorInterface.NothingToUndo.self) { return "\(refusal.editor) has nothing to undo" }
        if let refusal = refusal(as: EditorInterface.NothingToRedo.self) { return "\(refusal.editor) has nothing to redo" }
        if refusal(as: ServiceInterface.PermissionDenied.self) != nil {
            return "inkd does not serve this user now: be the one at the screen, or have access.users in inkd's configuration name you"
        }
        if let refusal = refusal(as: TextInputInterface.NoSuchSeat.self) {
            return "there is no seat \"\(refusal.seat)\" that you may use; `loginctl list-seats` lists them"
        }
        if let explanation = recorderExplanation ?? modelExplanation ?? adaptationExplanation ?? packageExplanation ?? contentExplanation { return explanation }
        if let refusal = refusal(as: ClientInterface.TooSlow.self) {
            return "inkd ended the watch: more than \(refusal.limit) bytes were not read in time"
        }
        if case .badCall(.messageTooLarge(let limit)) = self {
            return "that is too much for one call, which may have \(limit) bytes: give a smaller file"
        }
        return description
    }
}
