import Glibc
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("The daemon's services") struct ServiceTests {
        @Test("carry out a call of every method that the interfaces have", arguments: Interfaces.definitions.keys.sorted())
        func everyMethod(name: String) throws {
            let daemon = try RunningDaemon()
            let interface = try #require(Interfaces.definitions[name])
            for (method, signature) in interface.methods {
                let parameters = JSONValue.object(
                    Dictionary(uniqueKeysWithValues: signature.input.map { ($0.name, interface.example(of: $0.type)) }))
                // one a connection: a stream takes no other call behind it
                let client = try daemon.connectRaw()
                client.send(#"{"method":"\#(name).\#(method)","parameters":\#(parameters),"more":true}"#)
                // these say nothing before something happens
                guard !["org.inkd.Pointer.Watch", "org.inkd.Devices.Watch", "org.inkd.Editor.Watch"].contains("\(name).\(method)") else {
                    continue
                }
                let reply = try #require(try client.receive(), "\(method) hung up")
                #expect(
                    reply.error.map { !["MethodNotFound", "MethodNotImplemented", "Failed"].contains($0.split(separator: ".").last) }
                        ?? true)
            }
        }

        @Test("give a oneway call no answer, not even an error, and begin no stream")
        func oneway() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connectRaw()
            for call in [
                #"{"method":"org.inkd.Nope.X","oneway":true}"#, #"{"method":"org.varlink.service.GetInfo","oneway":true}"#,
                #"{"method":"org.inkd.Devices.Watch","oneway":true,"more":true}"#,
                #"{"method":"org.inkd.Editor.Clear","parameters":{"editor":"pen0"},"oneway":true}"#, #"{"method":"org.inkd.Editor.List"}"#,
            ] {
                client.send(call)
            }
            #expect(try client.receive()?.parameters["editors"] == .array([]))
            #expect(try client.takeReplies().isEmpty)
        }

        @Test("answer a message that is no call, or too long a one, with an error, and go on behind it")
        func recovery() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connectRaw()
            client.send(#"{"method":"org.inkd.Ink.Transform","parameters":{"editor":"e","strokes":[],"matrix":{"a":NaN}}}"#)
            let mistake = try #require(try client.receive())
            #expect(mistake.error == ServiceInterface.InvalidParameter.name)
            #expect(mistake.parameters["parameter"]?.string?.hasPrefix("parameters, byte ") == true)
            client.send("[]")
            #expect(try client.receive()?.error == ClientInterface.InvalidMessage.name)
            client.send(bytes: [UInt8](repeating: 0x20, count: MessageFramer.callLimit + 5) + [0])
            let refusal = try #require(try client.receive())
            #expect(refusal.error == ClientInterface.MessageTooLarge.name)
            #expect(refusal.parameters["size"]?.int == Int64(MessageFramer.callLimit + 5))
            #expect(refusal.parameters["limit"]?.int == Int64(MessageFramer.callLimit))
            client.send(#"{"method":"org.varlink.service.GetInfo"}"#)
            #expect(try client.receive()?.parameters["product"]?.string == "inkd")
        }
    }
}

extension InterfaceDefinition {
    /// The plainest value of a type.
    fileprivate func example(of type: TypeExpression) -> JSONValue {
        switch type {
        case .bool: .bool(true)
        case .int, .float: .int(1)
        case .string: .string("")
        case .object, .map: .object([:])
        case .optional: .null
        case .array: .array([])
        case .structure(let fields): .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.name, example(of: $0.type)) }))
        case .enumeration(let names): .string(names.first ?? "")
        case .named(let name): types[name].map(example) ?? .null
        }
    }
}
