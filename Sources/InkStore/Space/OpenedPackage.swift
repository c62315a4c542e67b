/// What opening a package does about one that is there, or is not.
public enum OpenOption: String, Sendable, Hashable, CaseIterable {
    /// Opens a package that is there.
    case existing
    /// Opens the package that is there, or makes a new one.
    case create
    /// Makes a new package where there is none.
    case createNew
    /// Makes a new package, whatever is there. What was saved earlier stays until the new one is saved.
    case truncateExisting
}

/// A package that was just opened, and what was found on the way.
public struct OpenedPackage {
    /// The package.
    public let package: Package
    /// A working copy of a run that did not end orderly was found, and is what was opened: with all that was written then.
    public let isRecovered: Bool
    /// Such a working copy was found and is damaged: where it is kept now. What was opened is what was saved, or new.
    public let setAside: String?
}

/// A package in a space.
public struct PackageEntry: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// There is a saved file of it.
    public let isSaved: Bool
    /// There is a working copy: it is open, or was when a run ended in disorder.
    public let hasWorkingCopy: Bool
    /// Bytes of the saved file, or of the working copy where nothing was saved.
    public let size: Int
}
