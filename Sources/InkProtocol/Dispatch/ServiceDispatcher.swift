public import Varlink

/// Decides what becomes of a call: answers what every Varlink service answers, refuses what is wrong, and leaves the rest.
public struct ServiceDispatcher: Sendable {
    private let introspection: ServiceIntrospection

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
        introspection = ServiceIntrospection(
            vendor: vendor, product: product, version: version, url: url, descriptions: Interfaces.descriptions)
    }

    /// What to do with the call.
    public func decide(_ call: Call) -> Decision {
        do {
            guard let method = try method(of: call) else { return call.oneway ? .ignore : .send(try introspection.dispatch(call)) }
            return call.oneway && method.streams ? .ignore : .handle(method)
        } catch {
            guard !call.oneway, let bytes = try? Reply.encode(any: error) else { return .ignore }
            return .send(bytes)
        }
    }

    /// The method to carry out; nil for those of org.varlink.service. Throws one of the standard errors.
    private func method(of call: Call) throws -> MethodName? {
        if call.interface == ServiceInterface.interfaceName { return nil }
        guard let method = MethodName(rawValue: call.method), let definition = Interfaces.definitions[call.interface] else {
            throw introspection.refusal(of: call)
        }
        // No method here can hand the connection over.
        guard !call.upgrade else { throw ServiceInterface.MethodNotImplemented(method: call.method) }
        if let mismatch = definition.check(message: call.parameters, as: .input(of: String(call.member))) {
            throw ServiceInterface.InvalidParameter(parameter: mismatch.path)
        }
        guard !method.streams || call.more || call.oneway else { throw ServiceInterface.ExpectedMore() }
        return method
    }
}
