import Testing

@testable import InkProtocol

/// Encodes a call and a reply, holds both against the interface, and decodes them again.
func checkMessages<M: VarlinkMethod>(_ method: M.Type, _ parameters: M.Parameters, _ reply: M.Reply) throws
where M.Parameters: Equatable, M.Reply: Equatable {
    let name = M.name.split(separator: ".").last.map(String.init) ?? ""
    let interface = try #require(Interfaces.definitions[String(M.name.dropLast(name.count + 1))])
    let streams = method is any StreamingVarlinkMethod.Type
    let call = try Call(decoding: Call.encode(method, parameters, more: streams).dropLast())
    #expect(call.method == M.name && call.more == streams && !call.oneway)
    #expect(interface.check(message: call.parameters, as: .input(of: name)) == nil)
    #expect(try call.parameters(as: M.Parameters.self) == parameters)
    let answer = try Reply(decoding: Reply.encode(method, reply, continues: streams).dropLast())
    #expect(answer.error == nil && answer.continues == streams)
    #expect(interface.check(message: answer.parameters, as: .output(of: name)) == nil)
    #expect(try answer.parameters(as: M.Reply.self) == reply)
}

/// Encodes an error, holds it against the interface, and decodes it again.
func checkError<E: VarlinkError>(_ error: E) throws {
    let name = E.name.split(separator: ".").last.map(String.init) ?? ""
    let interface = try #require(Interfaces.definitions[String(E.name.dropLast(name.count + 1))])
    let reply = try Reply(decoding: Reply.encode(any: error as any Error).dropLast())
    #expect(reply.error == E.name)
    #expect(interface.check(message: reply.parameters, as: .error(name)) == nil)
    #expect(try reply.parameters(as: E.self) == error)
}
