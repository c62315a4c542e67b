import Glibc
import InkTestSupport
import Testing

@testable import InkProtocol

@Suite struct MessageFramerTests {
    private func drain(_ framer: inout MessageFramer) throws -> [String] {
        var messages: [String] = []
        while let message = try framer.next() { messages.append(String(decoding: message, as: UTF8.self)) }
        return messages
    }

    @Test("messages come out whole, however they are chopped up")
    func chopped() throws {
        let stream = Array("{}\0{\"method\":\"a\"}\0\0tail".utf8)
        for size in 1...stream.count {
            var framer = MessageFramer()
            var messages: [String] = []
            for start in stride(from: 0, to: stream.count, by: size) {
                framer.append(Array(stream[start..<min(stream.count, start + size)]))
                messages += try drain(&framer)
            }
            #expect(messages == ["{}", "{\"method\":\"a\"}", ""])
            #expect(framer.holdsPartialMessage)
        }
    }

    @Test("a message as long as the limit passes, one byte more is an error for good")
    func limit() throws {
        var framer = MessageFramer(limit: 4)
        framer.append(Array("1234\0".utf8))
        #expect(try drain(&framer) == ["1234"])
        framer.append(Array("1234".utf8))
        #expect(try framer.next() == nil)
        framer.append(Array("5".utf8))
        for _ in 0..<2 { #expect(throws: ProtocolError.messageTooLarge(limit: 4)) { try framer.next() } }
        framer.append(Array("\0{}\0".utf8))
        #expect(throws: ProtocolError.messageTooLarge(limit: 4)) { try framer.next() }
    }

    @Test("a large message in small pieces takes time in proportion")
    func noRescan() {
        // this thread's time alone: others may have the processor meanwhile
        func now() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        func time(_ count: Int) -> Duration {
            var framer = MessageFramer(limit: .max)
            let piece = [UInt8](repeating: 0x20, count: 100)
            let begin = now()
            for _ in 0..<count {
                framer.append(piece)
                #expect(throws: Never.self) { try framer.next() }
            }
            return now() - begin
        }
        _ = time(100)
        // Looking at everything again with each piece would take 64 times as long.
        #expect(time(4000) < time(500) * 32 + .milliseconds(50))
    }

    @Test("a message that is too long is counted and left out, and the stream goes on behind it")
    func oversized() {
        var framer = MessageFramer(limit: 10)
        let bytes = Array("short\0".utf8) + [UInt8](repeating: 0x78, count: 25) + Array("\0next\0".utf8)
        for size in [1, 7, 100] {
            var frames: [MessageFramer.Frame] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                framer.append(Array(bytes[start..<min(bytes.count, start + size)]))
                while let frame = framer.nextFrame() { frames.append(frame) }
                #expect(framer.pendingBytes <= 10 + size)
            }
            #expect(frames == [.message(Array("short".utf8)), .oversized(bytes: 25), .message(Array("next".utf8))])
        }
    }

    @Test("damaged streams never crash framer, call and parameters, and every refusal is a valid reply")
    func fuzz() throws {
        let calls = Interfaces.definitions.values.flatMap { interface in
            interface.methods.keys.sorted().map { #"{"method":"\#(interface.name).\#($0)","parameters":{"editor":"pen0"},"more":true}"# }
        }.sorted()
        let more = [
            #"{"method":"org.varlink.service.GetInfo","parameters":{}}"#,
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.inkd.Editor"}}"#,
            #"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[1.5,2],"y":[0,-3e2]}],"alternatives":5}}"#,
        ]
        let introspection = ServiceIntrospection(vendor: "v", product: "p", version: "1", url: "", descriptions: Interfaces.descriptions)
        var answers = 0
        let good = (calls + more).map { Array($0.utf8) + [0] }
        try Fuzz.run(atLeast: 500, seed: 1) { generator in
            let bytes = Fuzz.damaged(good, using: &generator)
            var framer = MessageFramer(limit: 300)
            let half = Int.random(in: 0...bytes.count, using: &generator)
            for chunk in [bytes[..<half], bytes[half...]] {
                framer.append(Array(chunk))
                while let frame = framer.nextFrame() {
                    guard case .message(let message) = frame, let call = try? Call(decoding: message) else { continue }
                    do {
                        switch call.method {
                        case RecognizerInterface.Recognize.name: _ = try call.parameters(of: RecognizerInterface.Recognize.self)
                        case EditorInterface.Undo.name: _ = try call.parameters(of: EditorInterface.Undo.self)
                        case _ where call.interface == ServiceInterface.interfaceName:
                            let reply = try introspection.dispatch(call)
                            #expect(reply.last == 0 && (try? Reply(decoding: reply.dropLast())) != nil)
                            answers += 1
                        default: throw introspection.refusal(of: call)
                        }
                    } catch {
                        answers += 1
                        let reply = try Reply.encode(any: error)
                        #expect(reply.last == 0 && (try? Reply(decoding: reply.dropLast())) != nil)
                    }
                }
            }
        }
        #expect(answers > 50)
    }
}
