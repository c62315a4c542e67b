public import Varlink

extension PackagesInterface {
    /// What is noted of a package or a part.
    public enum GetMetadata: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.GetMetadata"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// The part's number; nil for the package itself.
            public var part: Int?

            /// With all its fields.
            public init(package: String, part: Int? = nil) {
                self.package = package
                self.part = part
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// By key.
            public var metadata: [String: Value]

            /// With all its fields.
            public init(metadata: [String: Value]) {
                self.metadata = metadata
            }
        }
    }

    /// Notes something of a package or a part, in place of all there was.
    public enum SetMetadata: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.SetMetadata"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// The part's number; nil for the package itself.
            public var part: Int?
            /// By key.
            public var metadata: [String: Value]

            /// With all its fields.
            public init(package: String, part: Int? = nil, metadata: [String: Value]) {
                self.package = package
                self.part = part
                self.metadata = metadata
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// A value cannot be kept.
    public struct InvalidMetadata: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.InvalidMetadata"
        /// Its key.
        public var key: String
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(key: String, reason: String) {
            self.key = key
            self.reason = reason
        }
    }
}
