/// Why a package or a part cannot be opened, read, changed or saved.
public enum PackageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name is none that a package can have.
    case invalidName(String, reason: String)
    /// There is no package of this name.
    case notFound(String)
    /// There is a package of this name already.
    case exists(String)
    /// The package is open, here or in another process.
    case inUse(String)
    /// The file of the package is no package, or a damaged one.
    case damaged(String, reason: String)
    /// The file was written by a newer program.
    case newerFormat(String, found: Int, known: Int)
    /// The package has changes that were not saved.
    case unsavedChanges(String)
    /// The package was closed.
    case closed(String)
    /// The package has no part at this index; it has `count`.
    case noPartAtIndex(Int, count: Int)
    /// The package has no such part, or no longer.
    case noPart(PartID)
    /// The part's language is this one already.
    case languageFixed(String)
    /// The part's view is this one already.
    case viewFixed(PartView)
    /// What was to be stored cannot be.
    case invalidValue(field: String, value: String, remedy: String)
    /// A file or folder cannot be used.
    case unusable(path: String, reason: String)

    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .invalidName(let name, let reason): "\"\(name)\" cannot be the name of a package: \(reason)"
        case .notFound(let name): "there is no package \"\(name)\": open it with the option create to make it"
        case .exists(let name): "there is a package \"\(name)\" already: open it with the option existing, or take another name"
        case .inUse(let name): "the package \"\(name)\" is open: close it where it is open first"
        case .damaged(let name, let reason):
            "the package \"\(name)\" cannot be read, \(reason): put a copy in its place, or open it with the option truncateExisting"
        case .newerFormat(let name, let found, let known):
            "the package \"\(name)\" has format \(found), and this program knows \(known): open it with a newer program"
        case .unsavedChanges(let name): "the package \"\(name)\" has changes that were not saved: save it first, or discard them"
        case .closed(let name): "the package \"\(name)\" was closed: open it again"
        case .noPartAtIndex(let index, let count): "there is no part at index \(index): there are \(count), counted from 0"
        case .noPart(let id): "the package has no part \(id.value), or no longer: list its parts again"
        case .languageFixed(let language): "the part's language is \"\(language)\" and stays so: make a new part for another language"
        case .viewFixed(let view): "the part's view is \(view) and stays so: make a new part for another view"
        case .invalidValue(let field, let value, let remedy): "\(field) cannot be \(value): \(remedy)"
        case .unusable(let path, let reason): "cannot use \(path): \(reason)"
        }
    }
}
