public import Varlink

/// Decides what becomes of a call: answers what every Varlink service answers, refuses what is wrong, and leaves the rest.
public struct ServiceDispatcher: Sendable {
    private let information: ServiceInterface.GetInfo.Reply

    /// What to do with a call.
    public enum Decision: Sendable, Equatable {
        /// Send these bytes: a reply or an error, its NUL included.
        case send([UInt8])
        /// Carry the method out. Its parameters fit, and a streaming method was called with `more`.
        case handle(MethodName)
        /// Do nothing: the call was wrong, or asked for an answer only, and wants none.
        case ignore
    }

    /// A dispatcher for a service that says this of itself; `url` is where to read about it.
    public init(vendor: String = "inkd", product: String = "inkd", version: String, url: String) {
        let names = Interfaces.descriptions.keys.sorted()
        information = .init(
            vendor: vendor, product: product, version: version, url: url,
            interfaces: ["org.varlink.service"] + names.filter { $0 != "org.varlink.service" })
    }

    /// What to do with the call.
    public func decide(_ call: Call) -> Decision {
        do {
            guard let method = try method(of: call) else { return call.oneway ? .ignore : .send(try answer(call)) }
            return call.oneway && method.streams ? .ignore : .handle(method)
        } catch {
            guard !call.oneway, let bytes = try? Reply.encode(any: error) else { return .ignore }
            return .send(bytes)
        }
    }

    /// The method to carry out; nil for those of org.varlink.service. Throws one of the standard errors.
    private func method(of call: Call) throws -> MethodName? {
        guard let dot = call.method.lastIndex(of: ".") else { throw ServiceInterface.InvalidParameter(parameter: "method") }
        let interface = String(call.method[..<dot])
        let member = String(call.method[call.method.index(after: dot)...])
        guard let definition = Interfaces.definitions[interface] else { throw ServiceInterface.InterfaceNotFound(interface: interface) }
        guard definition.methods[member] != nil else { throw ServiceInterface.MethodNotFound(method: call.method) }
        // No method here can hand the connection over.
        guard !call.upgrade else { throw ServiceInterface.MethodNotImplemented(method: call.method) }
        if let misfit = definition.check(message: call.parameters, as: .input(of: member)) {
            throw ServiceInterface.InvalidParameter(parameter: misfit.path)
        }
        if interface == "org.varlink.service" { return nil }
        guard let name = MethodName(rawValue: call.method) else { throw ServiceInterface.MethodNotImplemented(method: call.method) }
        guard !name.streams || call.more || call.oneway else { throw ServiceInterface.ExpectedMore() }
        return name
    }

    private func answer(_ call: Call) throws -> [UInt8] {
        guard call.method == ServiceInterface.GetInterfaceDescription.name else {
            return try Reply.encode(ServiceInterface.GetInfo.self, information)
        }
        let interface = try call.parameters(as: ServiceInterface.GetInterfaceDescription.Parameters.self).interface
        guard let description = Interfaces.descriptions[interface] else { throw ServiceInterface.InterfaceNotFound(interface: interface) }
        return try Reply.encode(ServiceInterface.GetInterfaceDescription.self, .init(description: description))
    }
}
