/// The messages of org.varlink.service.
public enum ServiceInterface {
    /// What the service is.
    public enum GetInfo: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.GetInfo"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Who makes it.
            public var vendor: String
            /// What it is called.
            public var product: String
            /// Its version.
            public var version: String
            /// Where to read about it.
            public var url: String
            /// The interfaces it has.
            public var interfaces: [String]

            /// With all its fields.
            public init(vendor: String, product: String, version: String, url: String, interfaces: [String]) {
                self.vendor = vendor
                self.product = product
                self.version = version
                self.url = url
                self.interfaces = interfaces
            }
        }
    }

    /// The text of one interface.
    public enum GetInterfaceDescription: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.GetInterfaceDescription"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var interface: String

            /// With all its fields.
            public init(interface: String) {
                self.interface = interface
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// In the Varlink interface language.
            public var description: String

            /// With all its fields.
            public init(description: String) {
                self.description = description
            }
        }
    }

    /// The service has no such interface.
    public struct InterfaceNotFound: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.InterfaceNotFound"
        /// The name asked for.
        public var interface: String

        /// With all its fields.
        public init(interface: String) {
            self.interface = interface
        }
    }

    /// The interface has no such method.
    public struct MethodNotFound: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.MethodNotFound"
        /// The full name asked for.
        public var method: String

        /// With all its fields.
        public init(method: String) {
            self.method = method
        }
    }

    /// The interface has the method, but this service does not carry it out.
    public struct MethodNotImplemented: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.MethodNotImplemented"
        /// The full name asked for.
        public var method: String

        /// With all its fields.
        public init(method: String) {
            self.method = method
        }
    }

    /// A parameter is missing, unknown, or of the wrong type.
    public struct InvalidParameter: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.InvalidParameter"
        /// The way to it, such as "strokes[0].x".
        public var parameter: String

        /// With all its fields.
        public init(parameter: String) {
            self.parameter = parameter
        }
    }

    /// The caller may not do this.
    public struct PermissionDenied: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.PermissionDenied"

        /// With all its fields.
        public init() {}
    }

    /// The method answers more than once, and the call did not say `more`.
    public struct ExpectedMore: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.varlink.service.ExpectedMore"

        /// With all its fields.
        public init() {}
    }
}
