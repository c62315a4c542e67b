/// A method and the types of its parameters and replies.
public protocol VarlinkMethod: SendableMetatype {
    /// The parameters of a call.
    associatedtype Parameters: VarlinkValue
    /// The parameters of each reply.
    associatedtype Reply: VarlinkValue
    /// The full name, such as "org.inkd.Editor.Undo".
    static var name: String { get }
}

/// A method with any number of replies to a call that sets `more`.
public protocol StreamingVarlinkMethod: VarlinkMethod {}

/// An error that a reply may carry; its stored properties are the parameters.
public protocol VarlinkError: Error, VarlinkValue, Hashable {
    /// The full name, such as "org.inkd.Editor.NoSuchEditor".
    static var name: String { get }
}

/// A service: an object with a function for each method of an interface. Generated protocols refine it, and `dispatch` calls.
public protocol VarlinkService<Caller>: AnyObject {
    /// The caller, with everything that the service needs to know of it.
    associatedtype Caller

    /// Encodes a method's reply, its NUL included. A service with large replies encodes them on a separate thread.
    ///
    /// - Throws: `ProtocolError.unencodable` if a number is not finite.
    func encode<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply, for caller: Caller) async throws -> [UInt8]
}

extension VarlinkService {
    /// Encodes the reply at once.
    public func encode<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply, for caller: Caller) async throws -> [UInt8] {
        try Reply.encode(method, reply)
    }
}

/// Receives the replies to a call with `more`: adds them to a client's queue.
public protocol ReplySink: Sendable {
    /// Sends a reply that is not the last, including its NUL. `kind` determines whether it may be dropped for a slow client.
    func send(_ bytes: [UInt8], as kind: MessageClass)
    /// Sends the last reply, its NUL included.
    func finish(_ bytes: [UInt8])
    /// Sends an error that is not defined by the interface, instead of the last reply.
    func fail(_ error: any Error, of method: String)
}

extension ReplySink {
    /// Replies with `ServiceInterface.MethodNotImplemented`, which every service has: without a reply the client would wait forever.
    public func fail(_ error: any Error, of method: String) {
        finish((try? Reply.encode(ServiceInterface.MethodNotImplemented(method: method))) ?? [])
    }
}

/// The replies to one call of a streaming method.
public struct ReplyStream<M: StreamingVarlinkMethod>: Sendable {
    /// The destination of the replies' bytes.
    public let sink: any ReplySink

    /// Creates a stream into this sink.
    public init(_ sink: any ReplySink) { self.sink = sink }

    /// Sends a reply that is not the last. If it cannot be encoded, the stream ends with an error.
    public func send(_ reply: M.Reply, as kind: MessageClass) {
        do {
            sink.send(try Reply.encode(M.self, reply, continues: true), as: kind)
        } catch {
            fail(error)
        }
    }

    /// Sends the last reply. An unencodable reply ends the stream with an error.
    public func finish(_ reply: M.Reply) {
        do {
            sink.finish(try Reply.encode(M.self, reply))
        } catch {
            fail(error)
        }
    }

    /// Ends the stream with an error. An error that the interface does not define is left to the sink.
    public func fail(_ error: any Error) {
        if let bytes = try? Reply.encode(any: error) { sink.finish(bytes) } else { sink.fail(error, of: M.name) }
    }
}

/// Answers org.varlink.service, which every Varlink service has.
public struct ServiceIntrospection: Sendable {
    private let information: ServiceInterface.GetInfo.Reply
    private let descriptions: [String: String]

    /// Creates the introspection of a service with this identity; `url` is its web page.
    ///
    /// - Parameter descriptions: the text of each of its interfaces by name.
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

    /// Returns the error for a call that no service here implements, depending on whether the interface exists.
    public func refusal(of call: Call) -> any VarlinkError { refusal(ofMethod: call.method) }

    /// Returns the error for a method, by its full name, that no service here has.
    public func refusal(ofMethod method: String) -> any VarlinkError {
        guard method.contains(".") else { return ServiceInterface.InvalidParameter(parameter: "method") }
        let interface = Message.interface(of: method)
        return descriptions[interface] == nil
            ? ServiceInterface.InterfaceNotFound(interface: interface) : ServiceInterface.MethodNotFound(method: method)
    }
}

extension ServiceInterface {
    /// The interface's text in the Varlink interface language.
    public static let interfaceDescription = String(decoding: PackageResources.org_varlink_service_varlink, as: UTF8.self)
}
