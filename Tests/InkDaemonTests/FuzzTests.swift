import InkClient
import InkProtocol
import InkTestSupport
import PenLog
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Random bytes")
    struct FuzzTests {
        @Test("random bytes and damaged calls end connections at most")
        func fuzz() throws {
            let model = projectRoot + "/Tests/Fixtures/recognition/tiny.safetensors"
            let daemon = try RunningDaemon([Recording.read(samplePath)], speed: 5, model: model)
            let healthy = try daemon.connect()
            try daemon.play()
            var connections = 0
            try Fuzz.run(seconds: 2, seed: 11) { random in
                let client = try daemon.connectRaw()
                connections += 1
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    guard client.send(bytes: Self.message(&random), within: .seconds(0.5)) else { break }
                }
                if Bool.random(using: &random) { client.takeIn() }
                if connections % 20 == 0 { _ = try healthy.call(ServiceInterface.GetInfo.self, .init(), timeout: .patience) }
            }
            try daemon.wait("going of clients") { $0.parts.clients.count == 1 }
            #expect(try healthy.devices().count == 1)
            print("\(connections) connections of random bytes")
        }

        private static let calls = [
            #"{"method":"org.inkd.Editor.Undo","parameters":{"editor":"pen1"}}"#,
            #"{"method":"org.inkd.Editor.Clear","parameters":{"editor":"pen1"}}"#,
            #"{"method":"org.inkd.Pointer.Watch","more":true,"parameters":{"device":1}}"#,
            #"{"method":"org.inkd.Editor.Watch","more":true}"#,
            #"{"method":"org.inkd.Ink.Strokes","parameters":{"editor":"pen1"}}"#, #"{"method":"org.inkd.Devices.List","oneway":true}"#,
            #"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[0,1e3,-2.5],"y":[3,4,5]}],"alternatives":3}}"#,
            #"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":[{"x":[0,9,2],"y":[3,4,5]}],"preContext":"a","layout":"line","#
                + #""graphemeSet":["a","1"],"writingArea":{"width":9,"height":3},"userWords":[{"text":"a","weight":1}]}}"#,
            #"{"method":"org.inkd.Recognizer.RecognizeGesture","parameters":{"stroke":{"x":[0,9],"y":[3,4]},"strokes":[{"x":[0,1],"y":[3,4]}],"#
                + #""words":[{"text":"a","ranges":[{"stroke":0,"first":0,"last":1}]}]}}"#,
            #"{"method":"org.inkd.Adaptation.Adapt","more":true,"parameters":{"examples":[{"strokes":[{"x":[0,9],"y":[3,4]}],"text":"a"}]}}"#,
            #"{"method":"org.inkd.Adaptation.Reset"}"#, #"{"method":"org.inkd.Models.Resolve","parameters":{"tag":"en-Latn-x-gesture"}}"#,
            #"{"method":"org.inkd.Models.Install","more":true,"parameters":{"size":3}}"#,
            #"{"method":"org.inkd.Models.Write","parameters":{"upload":1,"data":"AAAA"}}"#,
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.inkd.Editor"}}"#,
        ].map { Array($0.utf8) + [0] }

        /// Whole calls, damaged ones, and noise.
        private static func message(_ random: inout SeededGenerator) -> [UInt8] {
            var bytes = calls.randomElement(using: &random) ?? []
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return bytes
            case 1: return (0..<Int.random(in: 1...3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            default:
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = .random(in: 0...255, using: &random)
                    case 1: bytes.insert(contentsOf: Array("{}[]\",:-9e".utf8.shuffled(using: &random).prefix(2)), at: place)
                    case 2: exchangeNumber(in: &bytes, &random)
                    default: if bytes.count > 1 { bytes.remove(at: place) }
                    }
                }
                return bytes
            }
        }

        /// Puts a number that is hard to reckon with in the place of another.
        private static func exchangeNumber(in bytes: inout [UInt8], _ random: inout SeededGenerator) {
            let digits = bytes.indices.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
            guard let start = digits.randomElement(using: &random) else { return }
            let end = bytes[start...].firstIndex { !"0123456789.e-".utf8.contains($0) } ?? bytes.count
            let number = ["5e-324", "1e-320", "1e9"].randomElement(using: &random) ?? ""
            bytes.replaceSubrange(start..<end, with: number.utf8)
        }
    }
}
