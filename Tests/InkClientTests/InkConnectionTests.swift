import Glibc
import InkProtocol
import InkTestSupport
import Testing

@testable import InkClient

@Suite(.timeLimit(.minutes(MachineSpeed.limit))) struct InkConnectionTests {
    private static let state = EditorInterface.State(
        editor: "pen0", device: 1, revision: 7, canUndo: true, canRedo: false, undoCount: 1, redoCount: 0, empty: false, idle: true,
        strokes: 4, text: "hi")
    private static let device = DevicesInterface.Device(
        id: 1, name: "Pen", kind: .pen, bus: 3, vendor: 1, product: 2, display: false, virtual: true, replay: false, pressure: true,
        tilt: false, eraser: true, seat: "seat0")

    private static let model = ModelsInterface.Model(
        tag: "en", kind: .language, format: 1, size: 7, origin: .own, inUse: true, attribution: "me", licence: "CC0", metadata: [:])

    private static func reply<M: VarlinkMethod>(_ method: M.Type, _ reply: M.Reply) throws -> ScriptedServer.Answer {
        .init(bytes: try Reply.encode(method, reply))
    }

    private static let introspection = ServiceIntrospection(
        vendor: "inkd", product: "inkd", version: "1", url: "u", descriptions: Interfaces.descriptions)

    /// Answers every method as the daemon would.
    private static func answer(_ call: Call) throws -> ScriptedServer.Answer {
        guard call.interface != ServiceInterface.interfaceName else { return .init(bytes: try introspection.dispatch(call)) }
        guard call.fitsInterface else { return .init(bytes: []) }
        switch call.method {
        case DevicesInterface.List.name: return try reply(DevicesInterface.List.self, .init(devices: [device]))
        case DevicesInterface.Watch.name:
            return try reply(DevicesInterface.Watch.self, .init(sequence: 1, change: .present, device: device))
        case PointerInterface.Watch.name: return .init(bytes: try Reply.encode(PointerInterface.NoSuchDevice(device: 9)))
        case EditorInterface.List.name: return try reply(EditorInterface.List.self, .init(editors: [state]))
        case EditorInterface.GetState.name: return try reply(EditorInterface.GetState.self, .init(state: state, lines: []))
        case EditorInterface.Watch.name: return try reply(EditorInterface.Watch.self, .init(sequence: 1, change: .closed, state: state))
        case EditorInterface.Undo.name: return try reply(EditorInterface.Undo.self, .init(state: state))
        case EditorInterface.Redo.name: return .init(bytes: try Reply.encode(EditorInterface.NothingToRedo(editor: "pen0")))
        case EditorInterface.Clear.name: return try reply(EditorInterface.Clear.self, .init(state: state))
        case InkInterface.Strokes.name:
            let axis = (0..<20_000).map { Double($0) / 8 }
            return try reply(
                InkInterface.Strokes.self, .init(revision: 1, strokes: [.init(id: 1, x: axis, y: axis, force: axis, time: axis)]))
        case RecognizerInterface.Recognize.name:
            return try reply(RecognizerInterface.Recognize.self, .init(candidates: [.init(text: "hi")], words: [], lines: []))
        case RecognizerInterface.Query.name, RecognizerInterface.RecognizeSymbol.name, RecognizerInterface.RecognizeShape.name,
            RecognizerInterface.RecognizeSketch.name, RecognizerInterface.RecognizeGesture.name, RecognizerInterface.RecognizeFormula.name,
            RecognizerInterface.RecognizeCharacter.name, RecognizerInterface.RecognizeCharacters.name:
            return .init(bytes: try Reply.encode(RecognizerInterface.Busy()))
        case AdaptationInterface.Adapt.name, AdaptationInterface.Status.name, AdaptationInterface.Reset.name:
            return .init(bytes: try Reply.encode(AdaptationInterface.Busy()))
        case ModelsInterface.List.name: return try reply(ModelsInterface.List.self, .init(models: [model]))
        case ModelsInterface.Resolve.name: return try reply(ModelsInterface.Resolve.self, .init(model: model))
        case ModelsInterface.IsInstalled.name: return try reply(ModelsInterface.IsInstalled.self, .init(installed: true))
        case ModelsInterface.Install.name:
            return try reply(ModelsInterface.Install.self, .init(upload: 1, progress: .receiving, received: 0))
        case ModelsInterface.Write.name: return try reply(ModelsInterface.Write.self, .init(received: 2))
        case ModelsInterface.Remove.name: return .init(bytes: try Reply.encode(ModelsInterface.InUse(tag: "en")))
        default: return .init(bytes: try Reply.encode(ServiceInterface.MethodNotImplemented(method: call.method)))
        }
    }

    @Test("every method comes back with what the daemon said, and its call fits the interface", arguments: [Int.max, 1000])
    func methods(pieceSize: Int) throws {
        let server = try ScriptedServer(pieceSize: pieceSize, Self.answer)
        let connection = try InkConnection(path: server.path)
        #expect(try connection.information().version == "1")
        #expect(try connection.description(of: "org.inkd.Editor") == Interfaces.descriptions["org.inkd.Editor"])
        #expect(try connection.devices() == [Self.device])
        #expect(try connection.editors() == [Self.state])
        #expect(try connection.state(of: "pen0").state == Self.state)
        #expect(try connection.undo("pen0") == Self.state)
        #expect(try connection.clear("pen0") == Self.state)
        #expect(try connection.strokes(of: "pen0").strokes.first?.x.last == 19_999 / 8.0)
        let reply = try connection.recognize([.init(x: [1], y: [2])], timeout: MachineSpeed.scaled(.seconds(20)))
        #expect(reply.candidates.first?.text == "hi")
        #expect(try connection.models() == [Self.model])
        #expect(try connection.resolveModel("en-US") == Self.model)
        #expect(try connection.isModelInstalled("en"))
        #expect(try connection.write([1, 2], toUpload: 1) == 2)
        #expect {
            try connection.removeModel("en")
        } throws: { ($0 as? ClientError)?.refusal(as: ModelsInterface.InUse.self)?.tag == "en" }
        #expect(server.received.count == 14)
    }

    @Test("a refusal carries the error's name and parameters, and the connection goes on")
    func refusal() throws {
        let connection = try InkConnection(path: ScriptedServer(Self.answer).path)
        do {
            _ = try connection.redo("pen0")
            Issue.record("no error")
        } catch {
            #expect(error == .refused(name: "org.inkd.Editor.NothingToRedo", parameters: .object(["editor": .string("pen0")])))
            #expect("\(error)" == #"org.inkd.Editor.NothingToRedo {"editor":"pen0"}"#)
            #expect(error.refusal(as: EditorInterface.NothingToRedo.self) == .init(editor: "pen0"))
            #expect(error.refusal(as: EditorInterface.NothingToUndo.self) == nil)
        }
        #expect(try connection.undo("pen0") == Self.state)
    }

    @Test("a watch gives replies one by one until the last")
    func watch() throws {
        let server = try ScriptedServer(pieceSize: 7) { call in
            #expect(call.more && call.method == EditorInterface.Watch.name && call.parameters["editor"] == nil)
            let bytes = try (1...3).flatMap { number in
                try Reply.encode(
                    EditorInterface.Watch.self, .init(sequence: number, change: .idle, state: Self.state), continues: number < 3)
            }
            return .init(bytes: bytes)
        }
        let watch = try InkConnection(path: server.path).watchEditors()
        for number in 1...3 { #expect(try watch.next(timeout: MachineSpeed.scaled(.seconds(20)))?.sequence == number) }
        #expect(watch.isFinished)
        #expect(try watch.next() == nil)
        #expect(try watch.nextIfAvailable() == nil)
    }

    @Test("a reply taken as it came has the fields that this library does not know")
    func untypedWatch() throws {
        let server = try ScriptedServer { _ in
            .init(
                bytes: Array(#"{"parameters":{"sequence":1,"later":true},"continues":true}"#.utf8) + [0] + Array(#"{"error":"a.B"}"#.utf8)
                    + [0])
        }
        let watch = try InkConnection(path: server.path).watchEditors()
        var request = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&request, 1, 20_000) == 1)
        #expect(try watch.nextUntypedIfAvailable() == .object(["sequence": .int(1), "later": .bool(true)]))
        #expect(throws: ClientError.refused(name: "a.B", parameters: .object([:]))) { try watch.nextUntypedIfAvailable() }
        #expect(watch.isFinished)
        #expect(try watch.nextUntypedIfAvailable() == nil)
    }

    @Test("a watch that is refused ends with the error")
    func refusedWatch() throws {
        let watch = try InkConnection(path: ScriptedServer(Self.answer).path).watchPointer(device: 9)
        #expect(throws: ClientError.refused(name: "org.inkd.Pointer.NoSuchDevice", parameters: .object(["device": .int(9)]))) {
            try watch.next()
        }
        #expect(watch.isFinished)
    }

    @Test("a slow client reads why it is sent away, even after the daemon has closed")
    func tooSlow() throws {
        let server = try ScriptedServer { _ in
            var bytes = try Reply.encode(
                DevicesInterface.Watch.self, .init(sequence: 1, change: .present, device: Self.device), continues: true)
            bytes += try Reply.encode(ClientInterface.TooSlow(limit: 5))
            return .init(bytes: bytes, closes: true)
        }
        let watch = try InkConnection(path: server.path).watchDevices()
        #expect(try watch.next()?.device == Self.device)
        #expect { try watch.next() } throws: { ($0 as? ClientError)?.refusal(as: ClientInterface.TooSlow.self)?.limit == 5 }
    }

    @Test("waiting ends after the time given, and a watch can be asked again")
    func timeout() throws {
        let server = try ScriptedServer { _ in .init(bytes: []) }
        let watch = try InkConnection(path: server.path).watchPointer()
        #expect(try watch.nextIfAvailable() == nil)
        for _ in 0..<2 { #expect(throws: ClientError.timedOut) { try watch.next(timeout: .milliseconds(20)) } }
        #expect(!watch.isFinished)
        let other = try InkConnection(path: ScriptedServer { _ in .init(bytes: []) }.path)
        #expect(throws: ClientError.timedOut) { try other.call(EditorInterface.List.self, .init(), timeout: .milliseconds(20)) }
        #expect(throws: ClientError.connectionInUse) { try other.editors() }
    }

    @Test("a connection that serves a watch takes no calls")
    func inUse() throws {
        let connection = try InkConnection(path: ScriptedServer { _ in .init(bytes: []) }.path)
        let watch = try connection.watchEditors("pen0")
        #expect(throws: ClientError.connectionInUse) { try connection.editors() }
        #expect(watch.fileDescriptor == connection.fileDescriptor)
    }

    @Test("a daemon that hangs up is an error, and no signal")
    func hangUp() throws {
        let connection = try InkConnection(path: ScriptedServer { _ in .init(bytes: Array("{\"para".utf8), closes: true) }.path)
        #expect(throws: ClientError.connectionLost(errno: 0)) { try connection.editors() }
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let other = InkConnection(adopting: pair[0])
        close(pair[1])
        #expect(throws: ClientError.connectionLost(errno: 0)) { try other.editors() }
    }

    @Test("an answer that is not the protocol is an error", arguments: ["[]\0", "{\"parameters\":{}}\0", "\0", "{\"error\":1}\0"])
    func badAnswer(text: String) throws {
        let connection = try InkConnection(path: ScriptedServer { _ in .init(bytes: Array(text.utf8)) }.path)
        #expect { try connection.editors() } throws: { if case ClientError.badAnswer = $0 { true } else { false } }
    }

    @Test("the socket is closed when the connection goes away")
    func closes() throws {
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { close(pair[1]) }
        #expect(InkConnection(adopting: pair[0]).fileDescriptor == pair[0])
        var byte: UInt8 = 0
        #expect(recv(pair[1], &byte, 1, 0) == 0)
    }

    @Test("a call larger than the socket's buffer gets through")
    func largeCall() throws {
        let server = try ScriptedServer(Self.answer)
        let axis = (0..<50_000).map { Double($0) / 8 }
        let connection = try InkConnection(path: server.path)
        let reply = try connection.call(RecognizerInterface.Recognize.self, .init(strokes: [.init(x: axis, y: axis)]))
        #expect(reply.candidates.count == 1)
    }

    @Test("a call larger than the daemon takes is not sent, and the connection goes on")
    func tooLargeCall() throws {
        let connection = try InkConnection(path: ScriptedServer(Self.answer).path)
        #expect(throws: ClientError.badCall(.messageTooLarge(limit: 1 << 20))) {
            try connection.call(
                BlocksInterface.AddImage.self,
                .init(editor: "e1", x: 0, y: 0, media: "image/png", data: String(repeating: "A", count: 1 << 20)))
        }
        #expect(try connection.undo("pen0") == Self.state)
    }

    @Test("where nothing listens the error says what to do")
    func nobody() {
        #expect(throws: ClientError.cannotConnect(path: "/nonexistent/inkd", errno: ENOENT)) {
            try InkConnection(path: "/nonexistent/inkd")
        }
        #expect(
            "\(ClientError.cannotConnect(path: "/run/inkd/org.inkd", errno: ECONNREFUSED))"
                == "Cannot connect to /run/inkd/org.inkd: Connection refused. Check that inkd is running: systemctl status inkd")
        let long = "/" + String(repeating: "x", count: 200)
        #expect(throws: ClientError.pathTooLong(path: long)) { try InkConnection(path: long) }
    }
}

extension Call {
    /// Whether there is such a method, with parameters of its types.
    var fitsInterface: Bool {
        guard let definition = Interfaces.definitions[interface] else { return false }
        return definition.check(message: parameters, as: .input(of: String(member))) == nil
    }
}
