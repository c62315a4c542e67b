public import Recognition

/// A model file in one of the folders.
public struct InstalledModel: Sendable, Hashable {
    /// Who put it there.
    public enum Origin: String, Sendable, Hashable {
        /// The system's packages; it cannot be removed here.
        case system
        /// Somebody at run time.
        case own
    }

    /// What it reads.
    public let tag: LanguageTag
    /// What it says about itself.
    public let card: ModelCard
    /// Where it lies.
    public let path: String
    /// Who put it there.
    public let origin: Origin
    /// Bytes of the file.
    public let size: Int
    /// Tells this file from another one of the same name: its number in the file system and when it was last changed.
    public let version: Version

    /// See `version`.
    public struct Version: Sendable, Hashable {
        let file: UInt64
        let seconds: Int
        let nanoseconds: Int
    }
}
