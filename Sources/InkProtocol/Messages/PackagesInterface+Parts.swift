public import Varlink

extension PackagesInterface {
    /// All parts of a package.
    public enum Parts: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.Parts"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String

            /// With all its fields.
            public init(package: String) {
                self.package = package
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// In order.
            public var parts: [Part]

            /// With all its fields.
            public init(parts: [Part]) {
                self.parts = parts
            }
        }
    }

    /// Makes an empty part at the end.
    public enum CreatePart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.CreatePart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// One of those that a part may have.
            public var type: String

            /// With all its fields.
            public init(package: String, type: String) {
                self.package = package
                self.type = type
            }
        }

        /// The part.
        public typealias Reply = Placed
    }

    /// The part at a place.
    public enum GetPart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.GetPart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// From 0.
            public var index: Int

            /// With all its fields.
            public init(package: String, index: Int) {
                self.package = package
                self.index = index
            }
        }

        /// The part.
        public typealias Reply = Placed
    }

    /// Copies a part to the end of a package.
    public enum ClonePart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.ClonePart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// The part's number.
            public var part: Int
            /// The other package's name; nil for the same.
            public var into: String?

            /// With all its fields.
            public init(package: String, part: Int, into: String? = nil) {
                self.package = package
                self.part = part
                self.into = into
            }
        }

        /// The part.
        public typealias Reply = Placed
    }

    /// Moves a part.
    public enum MovePart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.MovePart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// The part's number.
            public var part: Int
            /// The other package's name; nil for the same.
            public var into: String?
            /// Where to, from 0; nil for the end.
            public var index: Int?

            /// With all its fields.
            public init(package: String, part: Int, into: String? = nil, index: Int? = nil) {
                self.package = package
                self.part = part
                self.into = into
                self.index = index
            }
        }

        /// The part.
        public typealias Reply = Placed
    }

    /// Removes a part that no editor has.
    public enum RemovePart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Packages.RemovePart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The package's name.
            public var package: String
            /// The part's number.
            public var part: Int

            /// With all its fields.
            public init(package: String, part: Int) {
                self.package = package
                self.part = part
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }
}
