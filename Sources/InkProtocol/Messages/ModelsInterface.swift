public import Varlink

/// The messages of org.inkd.Models.
public enum ModelsInterface {
    /// What a model is for.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case text, language, symbols, shapes, gestures
    }

    /// Who put it there.
    public enum Origin: String, Codable, Sendable, Hashable, CaseIterable {
        /// The system's packages.
        case system
        /// Somebody, with `Install`.
        case own
    }

    /// A model that is installed.
    public struct Model: Codable, Sendable, Hashable {
        /// BCP 47 tag of what it reads.
        public var tag: String
        /// What it is for.
        public var kind: Kind
        /// Version of the file format.
        public var format: Int
        /// Bytes.
        public var size: Int
        /// Who put it there.
        public var origin: Origin
        /// It may not be removed now.
        public var inUse: Bool
        /// What it was trained on, with its authors.
        public var attribution: String
        /// The licence of that.
        public var licence: String
        /// Everything the file says about itself.
        public var metadata: [String: String]

        /// With all its fields.
        public init(
            tag: String, kind: Kind, format: Int, size: Int, origin: Origin, inUse: Bool, attribution: String, licence: String,
            metadata: [String: String]
        ) {
            self.tag = tag
            self.kind = kind
            self.format = format
            self.size = size
            self.origin = origin
            self.inUse = inUse
            self.attribution = attribution
            self.licence = licence
            self.metadata = metadata
        }
    }

    /// How far an install is.
    public enum Progress: String, Codable, Sendable, Hashable, CaseIterable {
        /// `Write` puts in what is still missing.
        case receiving
        /// All is there and is being checked.
        case verifying
        /// The model can be used.
        case installed
    }

    /// Parameters that name a model.
    public struct TagParameters: Codable, Sendable, Hashable {
        /// A BCP 47 tag.
        public var tag: String

        /// With all its fields.
        public init(tag: String) { self.tag = tag }
    }

    /// There is nothing for this tag.
    public struct NoModel: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.NoModel"
        /// The tag asked for.
        public var tag: String
        /// The tags there are.
        public var available: [String]

        /// With all its fields.
        public init(tag: String, available: [String]) {
            self.tag = tag
            self.available = available
        }
    }

    /// Not a BCP 47 tag.
    public struct InvalidTag: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.InvalidTag"
        /// What was given.
        public var tag: String
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(tag: String, reason: String) {
            self.tag = tag
            self.reason = reason
        }
    }

    /// The model is needed now.
    public struct InUse: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.InUse"
        /// Its tag.
        public var tag: String

        /// With all its fields.
        public init(tag: String) { self.tag = tag }
    }

    /// The model came with the system's packages.
    public struct SystemModel: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.SystemModel"
        /// Its tag.
        public var tag: String

        /// With all its fields.
        public init(tag: String) { self.tag = tag }
    }
}
