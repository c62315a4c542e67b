/// The messages of org.inkd.Packages. Its type `Value` is that of org.inkd.Editor.
public enum PackagesInterface {
    /// A value: exactly one of the three is there.
    public typealias Value = EditorInterface.Value

    /// A package at one moment.
    public struct Package: Codable, Sendable, Hashable {
        /// Unlike all others of its user.
        public var name: String
        /// Editors can have its parts.
        public var open: Bool
        /// It has changes that were not saved.
        public var unsaved: Bool
        /// Work of an earlier run was found when it was opened.
        public var recovered: Bool
        /// How many it has; nil if it is not open.
        public var parts: Int?
        /// Of the saved file; nil if it was never saved.
        public var bytes: Int?

        /// With all its fields.
        public init(name: String, open: Bool, unsaved: Bool, recovered: Bool, parts: Int? = nil, bytes: Int? = nil) {
            self.name = name
            self.open = open
            self.unsaved = unsaved
            self.recovered = recovered
            self.parts = parts
            self.bytes = bytes
        }
    }

    /// A part of a package.
    public struct Part: Codable, Sendable, Hashable {
        /// Stays when parts are moved.
        public var id: Int
        /// Its place in the package, from 0.
        public var index: Int
        /// Text, Math, Drawing, Diagram, Raw Content or Text Document.
        public var type: String
        /// Fixed once an editor has set it.
        public var language: String?

        /// With all its fields.
        public init(id: Int, index: Int, type: String, language: String? = nil) {
            self.id = id
            self.index = index
            self.type = type
            self.language = language
        }
    }

    /// What to do where a package is, or is not, there.
    public enum OpenOption: String, Codable, Sendable, Hashable, CaseIterable {
        /// It must be there.
        case existing
        /// It is created if it is not there.
        case create
        /// It must not be there.
        case createNew
        /// What is there is emptied.
        case truncateExisting
    }

    /// The parameters of a method that takes just a package's name.
    public struct Named: Codable, Sendable, Hashable {
        /// Its name.
        public var name: String

        /// With all its fields.
        public init(name: String) {
            self.name = name
        }
    }

    /// The reply of a method that gives just the package.
    public struct Packed: Codable, Sendable, Hashable {
        /// The package afterwards.
        public var package: Package

        /// With all its fields.
        public init(package: Package) {
            self.package = package
        }
    }

    /// The reply of a method that gives just a part.
    public struct Placed: Codable, Sendable, Hashable {
        /// The part.
        public var part: Part

        /// With all its fields.
        public init(part: Part) {
            self.part = part
        }
    }
}
