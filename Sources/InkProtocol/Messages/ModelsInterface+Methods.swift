public import Varlink

extension ModelsInterface {
    /// All models.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// In the order of their tags.
            public var models: [Model]

            /// With all its fields.
            public init(models: [Model]) { self.models = models }
        }
    }

    /// The model for a tag.
    public enum Resolve: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Resolve"

        /// Names it.
        public typealias Parameters = TagParameters

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Of this tag or of the nearest shorter one.
            public var model: Model

            /// With all its fields.
            public init(model: Model) { self.model = model }
        }
    }

    /// Whether there is a model of just this tag.
    public enum IsInstalled: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.IsInstalled"

        /// Names it.
        public typealias Parameters = TagParameters

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// There is.
            public var installed: Bool

            /// With all its fields.
            public init(installed: Bool) { self.installed = installed }
        }
    }

    /// Removes a model that was installed here.
    public enum Remove: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Remove"

        /// Names it.
        public typealias Parameters = TagParameters

        /// Says nothing.
        public typealias Reply = Empty
    }
}
