public import Varlink

extension PackagesInterface {
    /// All packages of the user.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// By name.
            public var packages: [Package]

            /// With all its fields.
            public init(packages: [Package]) {
                self.packages = packages
            }
        }
    }

    /// Opens a package for all clients of its user.
    public enum Open: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.Open"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var name: String
            /// `existing` if nil.
            public var option: OpenOption?

            /// With all its fields.
            public init(name: String, option: OpenOption? = nil) {
                self.name = name
                self.option = option
            }
        }

        /// The package afterwards.
        public typealias Reply = Packed
    }

    /// Writes everything into one file, which takes the place of the old one.
    public enum Save: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.Save"

        /// A package's name.
        public typealias Parameters = Named

        /// The package afterwards.
        public typealias Reply = Packed
    }

    /// Makes sure of the working copy, which is found again after a forced exit.
    public enum SaveToTemp: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.SaveToTemp"

        /// A package's name.
        public typealias Parameters = Named

        /// The package afterwards.
        public typealias Reply = Packed
    }

    /// Closes a package for all clients of its user.
    public enum Close: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.Close"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var name: String
            /// Changes that were not saved may be lost; false if nil.
            public var discard: Bool?

            /// With all its fields.
            public init(name: String, discard: Bool? = nil) {
                self.name = name
                self.discard = discard
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// Deletes a package that is not open.
    public enum Delete: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.Delete"

        /// A package's name.
        public typealias Parameters = Named

        /// Carries nothing.
        public typealias Reply = Empty
    }
}
