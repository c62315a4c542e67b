import Synchronization
import Testing

@testable import InkProtocol

@Suite struct ServiceTests {
    /// Devices of a name; the caller is a number.
    private final class Devices: DevicesService {
        var calls: [Int] = []

        func list(_ parameters: DevicesInterface.List.Parameters, for caller: Int) -> DevicesInterface.List.Reply {
            calls.append(caller)
            return .init(devices: [])
        }

        func statistics(_ parameters: DevicesInterface.Statistics.Parameters, for caller: Int) async throws
            -> DevicesInterface.Statistics.Reply
        {
            throw ServiceInterface.PermissionDenied()
        }

        func watch(
            _ parameters: DevicesInterface.Watch.Parameters, for caller: Int, to stream: ReplyStream<DevicesInterface.Watch>
        ) async throws {
            guard caller > 0 else { throw ServiceInterface.PermissionDenied() }
            let device = DevicesInterface.Device(
                id: 1, name: "", kind: .pen, bus: 3, vendor: 0, product: 0, display: false, virtual: true, replay: false, pressure: true,
                tilt: true, eraser: true, seat: "seat0")
            stream.send(.init(sequence: 1, change: .present, device: device), as: .boundary)
            var wide = device
            wide.width = .nan
            stream.send(.init(sequence: 2, change: .changed, device: wide), as: .partial(key: 1))
        }
    }

    private final class Sink: ReplySink {
        let replies = Mutex<[(text: String, kind: MessageClass?)]>([])

        func send(_ bytes: [UInt8], as kind: MessageClass) {
            replies.withLock { $0.append((String(decoding: bytes, as: UTF8.self), kind)) }
        }

        func finish(_ bytes: [UInt8]) { replies.withLock { $0.append((String(decoding: bytes, as: UTF8.self), nil)) } }
    }

    private let service = Devices()
    private let sink = Sink()

    private func dispatch(_ json: String, for caller: Int = 7) async throws -> String? {
        try await service.dispatch(Call(decoding: Array(json.utf8)), for: caller, to: sink).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a call reaches its function, and the reply comes back encoded")
    func call() async throws {
        #expect(try await dispatch(#"{"method":"org.inkd.Devices.List"}"#) == #"{"parameters":{"devices":[]}}"# + "\0")
        #expect(service.calls == [7])
    }

    @Test("a stream's replies go to the sink; one that cannot be encoded ends it")
    func stream() async throws {
        #expect(try await dispatch(#"{"method":"org.inkd.Devices.Watch","more":true}"#) == nil)
        let replies = sink.replies.withLock { $0 }
        #expect(replies.map { $0.kind } == [.boundary, nil])
        #expect(replies.first?.text.hasPrefix(#"{"continues":true,"parameters":{"change":"present","device":{"bus":3,"#) == true)
        #expect(
            replies.last?.text == #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"org.inkd.Devices.Watch"}}"#
                + "\0")
    }

    @Test("a stream that nobody reads does not begin")
    func oneway() async throws {
        #expect(try await dispatch(#"{"method":"org.inkd.Devices.Watch","more":true,"oneway":true}"#) == nil)
        #expect(sink.replies.withLock { $0.isEmpty })
    }

    @Test("what is wrong with a call is thrown before its function is called")
    func refusals() async {
        func refusal(_ json: String, for caller: Int = 7) async -> (any Error)? {
            do {
                _ = try await dispatch(json, for: caller)
                return nil
            } catch {
                return error
            }
        }
        let more = await refusal(#"{"method":"org.inkd.Devices.Watch"}"#)
        #expect(more is ServiceInterface.ExpectedMore)
        let unknown = await refusal(#"{"method":"org.inkd.Devices.X"}"#)
        #expect(unknown as? ServiceInterface.MethodNotFound == .init(method: "org.inkd.Devices.X"))
        let parameter = await refusal(#"{"method":"org.inkd.Devices.List","parameters":{"colour":1}}"#)
        #expect(parameter as? ServiceInterface.InvalidParameter == .init(parameter: "colour"))
        let upgrade = await refusal(#"{"method":"org.inkd.Devices.List","upgrade":true}"#)
        #expect(upgrade as? ServiceInterface.MethodNotImplemented == .init(method: "org.inkd.Devices.List"))
        let stranger = await refusal(#"{"method":"org.inkd.Devices.Watch","more":true}"#, for: 0)
        #expect(stranger is ServiceInterface.PermissionDenied)
        #expect(service.calls == [])
    }

    @Test(
        "the place of the first wrong parameter is named as the interface's check names it",
        arguments: [
            (#"{"editor":"e","events":[{"phase":"down","x":1,"y":2},{"phase":"jump","x":1,"y":2}]}"#, "events[1].phase"),
            (#"{"editor":"e","events":[{"phase":"down","x":"1","y":2}]}"#, "events[0].x"),
            (#"{"editor":"e","events":[{"phase":"down","x":1,"y":2,"colour":1,"angle":2}]}"#, "events[0].angle"),
            (#"{"editor":"e","events":[{"phase":"down","x":1}]}"#, "events[0].y"),
            (#"{"editor":"e","events":[{"phase":"down","x":1,"y":2,"pointer":1.5}]}"#, "events[0].pointer"),
            (#"{"editor":"e","events":{}}"#, "events"), (#"{"events":[]}"#, "editor"), (#"{"editor":null,"events":[]}"#, "editor"),
            (#"{"editor":"e","events":[],"x":1}"#, "x"), (#"{"editor":"e","events":[],"processGestures":0}"#, "processGestures"),
        ])
    func paths(parameters: String, path: String) throws {
        let method = EditorInterface.PointerEvents.self
        let call = try Call(decoding: Array(#"{"method":"\#(method.name)","parameters":\#(parameters)}"#.utf8))
        let definition = try #require(Interfaces.definitions[EditorInterface.interfaceName])
        let mismatch = try #require(definition.check(message: call.parameters, as: .input(of: "PointerEvents")))
        #expect(mismatch.path == path)
        #expect(throws: ServiceInterface.InvalidParameter(parameter: path)) { try call.parameters(of: method) }
        #expect(throws: mismatch) { try EditorInterface.PointerEvents.Parameters(json: call.parameters, unknownFields: .refused) }
    }

    @Test("a reply may have fields that nobody knows yet")
    func unknownFields() throws {
        let reply = try Reply(decoding: Array(#"{"parameters":{"devices":[],"colour":1}}"#.utf8))
        #expect(try reply.parameters(as: DevicesInterface.List.Reply.self) == .init(devices: []))
    }

    @Test("a method is a stream where its comment says that it needs 'more'")
    func streams() {
        let streams = Interfaces.definitions.values.flatMap { interface in
            interface.methods.keys.filter(interface.streams).map { "\(interface.name).\($0)" }
        }
        #expect(
            streams.sorted() == [
                "org.inkd.Adaptation.Adapt", "org.inkd.Devices.Watch", "org.inkd.Editor.Watch", "org.inkd.Ink.Replay",
                "org.inkd.Models.Install", "org.inkd.Models.Watch", "org.inkd.Pointer.Watch", "org.inkd.Recorder.Watch",
                "org.inkd.TextInput.Attach", "org.inkd.TextInput.Watch",
            ])
    }
}
