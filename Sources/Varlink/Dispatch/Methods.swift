/// A method and the types of its parameters and replies.
public protocol VarlinkMethod: SendableMetatype {
    /// The parameters of a call.
    associatedtype Parameters: VarlinkValue
    /// The parameters of each reply.
    associatedtype Reply: VarlinkValue
    /// The full name, such as "org.inkd.Editor.Undo".
    static var name: String { get }
}

/// A method that sends any number of replies to a call. The call sets `more`.
public protocol StreamingVarlinkMethod: VarlinkMethod {}

/// An error that a reply may contain. Its stored properties are the error's parameters.
public protocol VarlinkError: Error, VarlinkValue, Hashable {
    /// The full name, such as "org.inkd.Editor.NoSuchEditor".
    static var name: String { get }
}

/// A service: an object with a function for each method of an interface. A generated protocol refines it, and `dispatch` calls its
/// functions.
public protocol VarlinkService<Caller>: AnyObject {
    /// The caller of a method, with all data that the service needs about it.
    associatedtype Caller

    /// Encodes a method's reply, including its NUL. A service with large replies encodes them on a separate thread.
    ///
    /// - Throws: `ProtocolError.unencodable` if a number is not finite.
    func encode<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply, for caller: Caller) async throws -> [UInt8]
}

extension VarlinkService {
    /// Encodes the reply immediately.
    public func encode<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply, for caller: Caller) async throws -> [UInt8] {
        try Reply.encode(method, reply)
    }
}

/// A receiver of the replies to a call with `more`, which adds them to a client's queue.
public protocol ReplySink: Sendable {
    /// Sends a reply that is not the last, including its NUL. `kind` determines whether the reply may be dropped for a slow client.
    func send(_ bytes: [UInt8], as kind: MessageClass)
    /// Sends the last reply, including its NUL.
    func finish(_ bytes: [UInt8])
    /// Sends an error that the interface does not define, in place of the last reply.
    func fail(_ error: any Error, of method: String)
}

extension ReplySink {
    /// Replies with `ServiceInterface.MethodNotImplemented`, an error of every service. Without a reply, the client would wait forever.
    public func fail(_ error: any Error, of method: String) {
        finish((try? Reply.encode(ServiceInterface.MethodNotImplemented(method: method))) ?? [])
    }
}

/// A stream of replies to one call of a streaming method.
public struct ReplyStream<M: StreamingVarlinkMethod>: Sendable {
    /// The destination of the replies' bytes.
    public let sink: any ReplySink

    /// Creates a stream whose replies are sent to this sink.
    public init(_ sink: any ReplySink) { self.sink = sink }

    /// Sends a reply that is not the last. If it cannot be encoded, the stream ends with an error.
    public func send(_ reply: M.Reply, as kind: MessageClass) {
        do {
            sink.send(try Reply.encode(M.self, reply, continues: true), as: kind)
        } catch {
            fail(error)
        }
    }

    /// Sends the last reply. If it cannot be encoded, the stream ends with an error.
    public func finish(_ reply: M.Reply) {
        do {
            sink.finish(try Reply.encode(M.self, reply))
        } catch {
            fail(error)
        }
    }

    /// Ends the stream with an error. The sink determines the reply for an error that the interface does not define.
    public func fail(_ error: any Error) {
        if let bytes = try? Reply.encode(any: error) { sink.finish(bytes) } else { sink.fail(error, of: M.name) }
    }
}

/// Answers calls of org.varlink.service, an interface that every Varlink service has.
public struct ServiceIntrospection: Sendable {
    private let information: ServiceInterface.GetInfo.Reply
    private let descriptions: [String: String]

    /// Creates the introspection of a service with this identity. `url` is the address of the service's web page.
    ///
    /// - Parameter descriptions: the text of each of the service's interfaces, by name.
    public init(vendor: String, product: String, version: String, url: String, descriptions: [String: String]) {
        self.descriptions = descriptions
        let own = ServiceInterface.interfaceName
        information = .init(
            vendor: vendor, product: product, version: version, url: url,
            interfaces: [own] + descriptions.keys.filter { $0 != own }.sorted())
    }

    /// Returns the encoded reply to a call of org.varlink.service.
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

    /// Returns the error for a call that the service does not implement. The error depends on whether the service has the interface.
    public func refusal(of call: Call) -> any VarlinkError { refusal(ofMethod: call.method) }

    /// Returns the error for a call of a method, by the method's full name, that no interface of the service implements.
    public func refusal(ofMethod method: String) -> any VarlinkError {
        guard method.contains(".") else { return ServiceInterface.InvalidParameter(parameter: "method") }
        let interface = Message.interface(of: method)
        return descriptions[interface] == nil
            ? ServiceInterface.InterfaceNotFound(interface: interface) : ServiceInterface.MethodNotFound(method: method)
    }
}

extension ServiceInterface {
    /// The text of org.varlink.service in the Varlink interface language.
    public static let interfaceDescription = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
}
