internal import InkClient
internal import InkProtocol

extension ClientError {
    /// What went wrong with a model, in words; nil if it is something else.
    var modelExplanation: String? {
        if let refusal = refusal(as: ModelsInterface.NoModel.self) {
            let rest = refusal.available.isEmpty ? "none" : refusal.available.joined(separator: ", ")
            return "there is no model for \(refusal.tag); there are \(rest). Add one with `inkctl models install`"
        }
        if let refusal = refusal(as: ModelsInterface.InvalidTag.self) {
            return "\"\(refusal.tag)\" is no language tag such as en or de-CH: \(refusal.reason)"
        }
        if let refusal = refusal(as: ModelsInterface.InvalidModel.self) { return refusal.reason }
        if let refusal = refusal(as: ModelsInterface.TooLarge.self) {
            return "\(refusal.size) bytes are more than the \(refusal.limit) that inkd takes: is this a model?"
        }
        if let refusal = refusal(as: ModelsInterface.InUse.self) {
            return "\(refusal.tag) is in use: set another language in inkd's configuration, or wait, then remove it"
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
