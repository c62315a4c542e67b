internal import InkProtocol
internal import InkStore

extension PackageError {
    /// The error as org.inkd.Packages has it.
    func refusal(package: String) -> any Error {
        switch self {
        case .invalidName(let name, let reason): PackagesInterface.InvalidName(name: name, reason: reason)
        case .notFound(let name): PackagesInterface.NoSuchPackage(name: name)
        case .exists(let name): PackagesInterface.PackageExists(name: name)
        case .inUse(let name): PackagesInterface.PackageInUse(name: name)
        case .damaged(let name, _), .newerFormat(let name, _, _): PackagesInterface.PackageDamaged(name: name, reason: "\(self)")
        case .unsavedChanges(let name): PackagesInterface.UnsavedChanges(name: name)
        case .closed(let name): PackagesInterface.PackageNotOpen(name: name)
        case .noPartAtIndex(let index, _): PackagesInterface.NoSuchPart(package: package, part: index)
        case .noPart(let id): PackagesInterface.NoSuchPart(package: package, part: Int(id.value))
        case .languageFixed(let language): EditorInterface.LanguageFixed(package: package, part: 0, language: language)
        case .invalidValue(let field, _, _): PackagesInterface.InvalidMetadata(key: field, reason: "\(self)")
        case .viewFixed, .unusable: PackagesInterface.StorageFailed(reason: "\(self)")
        }
    }
}
