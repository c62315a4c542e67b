internal import InkClient
internal import InkProtocol

extension ClientError {
    /// Why a hand was not learnt, in words; nil if it is something else.
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
