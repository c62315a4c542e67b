import Testing

@testable import InkProtocol

@Suite struct ServiceDispatcherTests {
    private let dispatcher = ServiceDispatcher(version: "1.2", url: "https://example.org")

    private func decide(_ json: String) throws -> ServiceDispatcher.Decision { dispatcher.decide(try Call(decoding: Array(json.utf8))) }

    private func answer(_ json: String) throws -> String {
        guard case .send(let bytes) = try decide(json) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("GetInfo names the service and all interfaces")
    func info() throws {
        #expect(
            try answer(#"{"method":"org.varlink.service.GetInfo"}"#)
                == #"{"parameters":{"interfaces":["org.varlink.service","org.inkd.Adaptation","org.inkd.Blocks","org.inkd.Client","#
                + #""org.inkd.Devices","org.inkd.Editor","org.inkd.Ink","org.inkd.Models","org.inkd.Packages","org.inkd.Pointer","#
                + #""org.inkd.Recognizer","org.inkd.Recorder","org.inkd.TextInput"],"product":"inkd","url":"https://example.org","#
                + #""vendor":"inkd","version":"1.2"}}"#
                + "\0")
    }

    @Test("every interface describes itself", arguments: Interfaces.descriptions.keys.sorted())
    func description(name: String) throws {
        let call = try Call.encode(ServiceInterface.GetInterfaceDescription.self, .init(interface: name))
        guard case .send(let bytes) = dispatcher.decide(try Call(decoding: call.dropLast())) else {
            Issue.record("no answer")
            return
        }
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

    @Test("a right call goes to the daemon", arguments: MethodName.allCases)
    func handled(name: MethodName) throws {
        let dot = try #require(name.rawValue.lastIndex(of: "."))
        let interface = try #require(Interfaces.definitions[String(name.rawValue[..<dot])])
        let method = try #require(interface.methods[String(name.rawValue.dropFirst(interface.name.count + 1))])
        let parameters = JSONValue.object(
            Dictionary(uniqueKeysWithValues: method.input.map { ($0.name, interface.example(of: $0.type)) }))
        #expect(try decide(#"{"method":"\#(name.rawValue)","parameters":\#(parameters),"more":true}"#) == .handle(name))
    }

    @Test("the daemon carries out every method of its interfaces")
    func complete() {
        let described = Interfaces.definitions.values.filter { $0.name != "org.varlink.service" }
            .flatMap { interface in interface.methods.keys.map { "\(interface.name).\($0)" } }
        #expect(Set(described) == Set(MethodName.allCases.map(\.rawValue)))
    }

    @Test("a oneway call gets no answer, not even an error, and starts no stream")
    func oneway() throws {
        #expect(try decide(#"{"method":"org.inkd.Nope.X","oneway":true}"#) == .ignore)
        #expect(try decide(#"{"method":"org.varlink.service.GetInfo","oneway":true}"#) == .ignore)
        #expect(try decide(#"{"method":"org.inkd.Pointer.Watch","oneway":true,"more":true}"#) == .ignore)
        #expect(try decide(#"{"method":"org.inkd.Editor.Clear","parameters":{"editor":"pen0"},"oneway":true}"#) == .handle(.clear))
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
