internal import InkClient
internal import InkProtocol

extension ClientError {
    /// What went wrong with a package, in words; nil if it is something else.
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
        if let refusal = refusal(as: PackagesInterface.PackageDamaged.self) {
            return "\(refusal.name) cannot be read: \(refusal.reason)"
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
