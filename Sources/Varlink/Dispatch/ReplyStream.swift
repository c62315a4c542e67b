/// Takes the replies to one call that wants more than one: a client's queue.
public protocol ReplySink: Sendable {
    /// Takes a reply after which others come, its NUL included. `kind` says whether it may be left out for a slow client.
    func send(_ bytes: [UInt8], as kind: MessageClass)
    /// Takes the last reply, its NUL included.
    func finish(_ bytes: [UInt8])
}

/// The replies to one call of a streaming method.
public struct ReplyStream<M: StreamingVarlinkMethod>: Sendable {
    /// Where the bytes go.
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
