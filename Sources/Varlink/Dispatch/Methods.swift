/// A method and the types of its parameters and replies.
public protocol VarlinkMethod: SendableMetatype {
    /// The parameters of a call.
    associatedtype Parameters: VarlinkValue
    /// The parameters of each reply.
    associatedtype Reply: VarlinkValue
    /// The full name, such as "org.inkd.Editor.Undo".
    static var name: String { get }
}

/// A method that answers again and again to a call that says `more`.
public protocol StreamingVarlinkMethod: VarlinkMethod {}

/// An error that a reply may carry; its stored properties are the parameters.
public protocol VarlinkError: Error, VarlinkValue, Hashable {
    /// The full name, such as "org.inkd.Editor.NoSuchEditor".
    static var name: String { get }
}

/// Takes the replies to one call that wants more than one: a client's queue.
public protocol ReplySink: Sendable {
    /// Takes a reply after which others come, its NUL included. `kind` says whether it may be left out for a slow client.
    func send(_ bytes: [UInt8], as kind: MessageClass)
    /// Takes the last reply, its NUL included.
    func finish(_ bytes: [UInt8])
}

/// The replies to one call of a streaming method.
public struct ReplyStream<M: StreamingVarlinkMethod>: Sendable {
    /// The destination of the replies' bytes.
    public let sink: any ReplySink

    /// A stream into this sink.
    public init(_ sink: any ReplySink) { self.sink = sink }

    /// Sends a reply after which others come. One that cannot be encoded ends the stream with an error.
    public func send(_ reply: M.Reply, as kind: MessageClass) {
        do {
            sink.send(try Reply.encode(M.self, reply, continues: true), as: kind)
        } catch {
            fail(error)
        }
    }

    /// Sends the last reply. One that cannot be encoded ends the stream with an error.
    public func finish(_ reply: M.Reply) {
        do {
            sink.finish(try Reply.encode(M.self, reply))
        } catch {
            fail(error)
        }
    }

    /// Ends the stream with an error. One that the interface has no word for becomes `ServiceInterface.MethodNotImplemented`: something must be
    /// said, or the client would wait for ever.
    public func fail(_ error: any Error) {
        let bytes = (try? Reply.encode(any: error)) ?? (try? Reply.encode(ServiceInterface.MethodNotImplemented(method: M.name)))
        sink.finish(bytes ?? [])
    }
}

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
    public func refusal(of call: Call) -> any VarlinkError { refusal(ofMethod: call.method) }

    /// The error for a method, by its full name, that none of the services here has.
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
