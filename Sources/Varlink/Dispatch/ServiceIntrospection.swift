/// Answers org.varlink.service, which every Varlink service has.
public struct ServiceIntrospection: Sendable {
    private let information: ServiceInterface.GetInfo.Reply
    private let descriptions: [String: String]

    /// For a service that says this of itself; `url` is where to read about it.
    ///
    /// - Parameter descriptions: the text of each of its interfaces by name.
    public init(vendor: String, product: String, version: String, url: String, descriptions: [String: String]) {
        self.descriptions = descriptions
        let own = ServiceInterface.interfaceName
        information = .init(
            vendor: vendor, product: product, version: version, url: url,
            interfaces: [own] + descriptions.keys.filter { $0 != own }.sorted())
    }

    /// The encoded reply to a call of org.varlink.service.
    ///
    /// - Throws: `ServiceInterface.InterfaceNotFound`, `MethodNotFound`, `MethodNotImplemented`, `InvalidParameter`.
    public func dispatch(_ call: Call) throws -> [UInt8] {
        switch call.method {
        case ServiceInterface.GetInfo.name:
            _ = try call.parameters(of: ServiceInterface.GetInfo.self)
            return try Reply.encode(ServiceInterface.GetInfo.self, information)
        case ServiceInterface.GetInterfaceDescription.name:
            let interface = try call.parameters(of: ServiceInterface.GetInterfaceDescription.self).interface
            guard let description = descriptions[interface] else { throw ServiceInterface.InterfaceNotFound(interface: interface) }
            return try Reply.encode(ServiceInterface.GetInterfaceDescription.self, .init(description: description))
        default: throw ServiceInterface.MethodNotFound(method: call.method)
        }
    }

    /// The error for a call that none of the services here answers; which of the standard ones depends on what there is.
    public func refusal(of call: Call) -> any VarlinkError {
        guard call.method.contains(".") else { return ServiceInterface.InvalidParameter(parameter: "method") }
        return descriptions[call.interface] == nil
            ? ServiceInterface.InterfaceNotFound(interface: call.interface) : ServiceInterface.MethodNotFound(method: call.method)
    }
}

extension ServiceInterface {
    /// The interface's text in the Varlink interface language.
    public static let interfaceDescription = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
}
