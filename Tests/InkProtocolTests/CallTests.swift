import Testing

@testable import InkProtocol

@Suite struct CallTests {
    private let introspection = ServiceIntrospection(
        vendor: "inkd", product: "inkd", version: "1.2", url: "https://example.org", descriptions: Interfaces.descriptions)

    /// The answer of a service that carries out only the standard interface, and refuses everything else.
    private func answer(_ json: String) throws -> String {
        let call = try Call(decoding: Array(json.utf8))
        do {
            switch call.method {
            case EditorInterface.Undo.name: _ = try call.parameters(of: EditorInterface.Undo.self)
            case EditorInterface.List.name: _ = try call.parameters(of: EditorInterface.List.self)
            case RecognizerInterface.Recognize.name: _ = try call.parameters(of: RecognizerInterface.Recognize.self)
            case PointerInterface.Watch.name: _ = try call.parameters(ofStream: PointerInterface.Watch.self)
            case _ where call.interface == ServiceInterface.interfaceName:
                return String(decoding: try introspection.dispatch(call), as: UTF8.self)
            default: throw introspection.refusal(of: call)
            }
            return ""
        } catch {
            return String(decoding: try Reply.encode(any: error), as: UTF8.self)
        }
    }

    @Test("GetInfo names the service and all interfaces")
    func info() throws {
        #expect(
            try answer(#"{"method":"org.varlink.service.GetInfo"}"#)
                == #"{"parameters":{"interfaces":["org.varlink.service","org.inkd.Adaptation","org.inkd.Blocks","org.inkd.Client","#
                + #""org.inkd.Devices","org.inkd.Editor","org.inkd.Ink","org.inkd.Models","org.inkd.Packages","org.inkd.Pointer","#
                + #""org.inkd.Practice","org.inkd.Recognizer","org.inkd.Recorder","org.inkd.Search","org.inkd.TextInput","org.inkd.Transfers"],"product":"inkd","url":"https://example.org","#
                + #""vendor":"inkd","version":"1.2"}}"#
                + "\0")
    }

    @Test("every interface describes itself", arguments: Interfaces.descriptions.keys.sorted())
    func description(name: String) throws {
        let call = try Call.encode(ServiceInterface.GetInterfaceDescription.self, .init(interface: name))
        let bytes = try introspection.dispatch(try Call(decoding: call.dropLast()))
        let reply = try Reply(decoding: bytes.dropLast())
        #expect(reply.error == nil && reply.parameters["description"]?.string == Interfaces.descriptions[name])
    }

    @Test("what is wrong is refused with the standard error that names it")
    func refusals() throws {
        func refused(_ error: String, _ parameters: String) -> String {
            #"{"error":"org.varlink.service.\#(error)","parameters":\#(parameters)}"# + "\0"
        }
        #expect(try answer(#"{"method":"org.inkd.Nope.X"}"#) == refused("InterfaceNotFound", #"{"interface":"org.inkd.Nope"}"#))
        #expect(try answer(#"{"method":"org.inkd.Editor.X"}"#) == refused("MethodNotFound", #"{"method":"org.inkd.Editor.X"}"#))
        #expect(try answer(#"{"method":"nodot"}"#) == refused("InvalidParameter", #"{"parameter":"method"}"#))
        #expect(try answer(#"{"method":"org.inkd.Editor.Undo"}"#) == refused("InvalidParameter", #"{"parameter":"editor"}"#))
        #expect(
            try answer(#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1],"y":[null]}]}}"#)
                == refused("InvalidParameter", #"{"parameter":"strokes[0].y[0]"}"#))
        #expect(
            try answer(#"{"method":"org.inkd.Editor.List","parameters":{"colour":1}}"#)
                == refused("InvalidParameter", #"{"parameter":"colour"}"#))
        #expect(try answer(#"{"method":"org.inkd.Pointer.Watch"}"#) == refused("ExpectedMore", "{}"))
        #expect(
            try answer(#"{"method":"org.inkd.Editor.List","upgrade":true}"#)
                == refused("MethodNotImplemented", #"{"method":"org.inkd.Editor.List"}"#))
        #expect(
            try answer(#"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"x.y"}}"#)
                == refused("InterfaceNotFound", #"{"interface":"x.y"}"#))
    }

    @Test("a call of every method fits when its parameters do", arguments: Interfaces.definitions.keys.sorted())
    func fitting(name: String) throws {
        let interface = try #require(Interfaces.definitions[name])
        for (method, signature) in interface.methods {
            let parameters = JSONValue.object(
                Dictionary(uniqueKeysWithValues: signature.input.map { ($0.name, interface.example(of: $0.type)) }))
            let call = try Call(decoding: Array(#"{"method":"\#(name).\#(method)","parameters":\#(parameters),"more":true}"#.utf8))
            #expect(call.interface == name && call.member == method && call.more)
            #expect(interface.check(message: call.parameters, as: .input(of: method)) == nil)
        }
    }

    @Test(
        "a message that is no call is an error",
        arguments: ["[]", "{}", #"{"method":1}"#, #"{"method":"a.B","parameters":[]}"#, #"{"method":"a.B","more":1}"#, "", "{"])
    func noCall(json: String) {
        #expect(throws: ProtocolError.self) { try Call(decoding: Array(json.utf8)) }
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
