import Compression
import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import PenLog
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Large work shares memory")
    struct ContentMemoryTests {
        /// A call of a mebibyte of empty objects, which would become 200 times as many bytes.
        private static let objects =
            Array(
                (#"{"method":"org.inkd.Recognizer.Recognize","parameters":{"strokes":["#
                    + Array(repeating: "{}", count: 345_000).joined(separator: ",") + "]}}").utf8) + [0]

        private func upload(_ bytes: [UInt8], over client: InkConnection) throws -> Int {
            let transfer = try client.call(TransfersInterface.Begin.self, .init(size: bytes.count)).transfer
            for start in stride(from: 0, to: bytes.count, by: 500_000) {
                let piece = Data(bytes[start..<min(bytes.count, start + 500_000)]).base64EncodedString()
                _ = try client.call(TransfersInterface.Write.self, .init(transfer: transfer, data: piece))
            }
            return transfer
        }

        private func document(_ strokes: String) throws -> [UInt8] {
            try CompressingWriter.compress(
                .gzip,
                Array(
                    (#"<?xml version="1.0"?><xournal creator="x" fileversion="4"><page width="600" height="800">"#
                        + ##"<background type="solid" color="#ffffffff" style="plain"/><layer>"## + strokes + "</layer></page></xournal>")
                        .utf8))
        }

        private func stroke(_ points: Int) -> String {
            #"<stroke tool="pen" color="black" width="1.41">"#
                + (0..<points).map { "\(Double($0) / 100) 50" }.joined(separator: " ") + "</stroke>"
        }

        @Test("calls that do not fit beside others wait for their turn, and all are answered; small ones do not wait")
        func wait() throws {
            let daemon = try RunningDaemon { $0.quotas.contentMemory = 200 }
            let callers = try (0..<6).map { _ in try daemon.connectRaw() }
            for caller in callers { caller.send(bytes: Self.objects) }
            let client = try daemon.connect()
            #expect(try client.call(RecognizerInterface.Query.self, .init()).limits.points > 0)
            for caller in callers {
                // the first of the objects has no x
                let reply = try #require(try caller.receive())
                #expect(reply.error == ServiceInterface.InvalidParameter.name, "\(reply)")
            }
            let use = try daemon.onLoop { $0.shared.usage.memory.use.used }
            #expect(use == 0, "all was given back")
        }

        @Test("a call that can never fit is refused at once, says why, and is not parsed; the connection goes on")
        func neverFits() throws {
            let daemon = try RunningDaemon { $0.quotas.contentMemory = 64 }
            let caller = try daemon.connectRaw()
            caller.send(bytes: Self.objects)
            let reply = try #require(try caller.receive())
            let error = try reply.parameters(as: ClientInterface.QuotaExceeded.self)
            #expect(reply.error == ClientInterface.QuotaExceeded.name)
            #expect(error.quota == "quotas.contentMemory" && error.limit == 64 << 20 && error.used > 150 << 20)
            #expect(error.remedy.contains("smaller pieces"))
            caller.send(bytes: try Call.encode(RecognizerInterface.Query.self, .init()))
            #expect(try caller.receive()?.error == nil)
        }

        @Test("what has waited for 30 seconds is refused, and says so")
        func waitsTooLong() async throws {
            let memory = ContentMemory(limit: 4 << 20, exportLimit: 4 << 20)
            let holder = memory.lease(for: ClientID(value: 1), of: 1)
            try await holder.grow(by: 4 << 20)
            let waiting = Task {
                let lease = memory.lease(for: ClientID(value: 2), of: 2)
                try await lease.grow(by: 1 << 20)
            }
            while memory.waitingCount == 0 { await Task.yield() }
            memory.expire(at: .max)
            let error = await #expect(throws: ClientInterface.QuotaExceeded.self) { try await waiting.value }
            #expect(error?.quota == "quotas.contentMemory" && error?.remedy.contains("try again") == true)
            #expect(memory.use.used == 4 << 20)
            holder.shrink(to: 0)
            #expect(memory.use.used == 0)
        }

        @Test("a client that goes takes its waiting call along, and a lease gives back what it has when it goes")
        func clientLeaves() async throws {
            let memory = ContentMemory(limit: 4 << 20, exportLimit: 4 << 20)
            var holder: MemoryLease? = memory.lease(for: ClientID(value: 1), of: 1)
            try await holder?.grow(by: 3 << 20)
            let waiting = Task {
                let lease = memory.lease(for: ClientID(value: 2), of: 2)
                try await lease.grow(by: 2 << 20)
            }
            while memory.waitingCount == 0 { await Task.yield() }
            memory.clientLeft(ClientID(value: 2))
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(memory.use.used == 3 << 20 && memory.waitingCount == 0)
            holder = nil
            #expect(memory.use.used == 0)
        }

        @Test("a small file of millions of points is refused before it is parsed")
        func bomb() throws {
            let daemon = try RunningDaemon { $0.quotas.contentMemory = 64 }
            let client = try daemon.connect()
            try client.openPackage("x", .create)
            let file = try document(stroke(500_000))
            let transfer = try upload(file, over: client)
            let error = refusal(ClientInterface.QuotaExceeded.self) {
                _ = try client.call(
                    PackagesInterface.ImportPages.self, .init(package: "x", format: "application/x-xopp", transfer: transfer))
            }
            #expect(error?.quota == "quotas.contentMemory" && (error?.used ?? 0) > 64 << 20, "\(error as Any)")
            #expect(try client.call(PackagesInterface.Parts.self, .init(package: "x")).parts.isEmpty)
        }

        @Test("JIIX of millions of empty objects is refused before it is parsed")
        func emptyObjects() throws {
            let daemon = try RunningDaemon { $0.quotas.contentMemory = 64 }
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let file = Array(
                (#"{"type":"Drawing","version":"3","items":["# + Array(repeating: "{}", count: 200_000).joined(separator: ",") + "]}")
                    .utf8)
            let transfer = try upload(file, over: client)
            let error = refusal(ClientInterface.QuotaExceeded.self) {
                _ = try client.call(
                    BlocksInterface.Import.self,
                    .init(editor: editor, format: "application/vnd.myscript.jiix", transfer: transfer))
            }
            #expect(error?.quota == "quotas.contentMemory", "\(error as Any)")
        }

        @Test("JIIX with more points than the memory allows is refused, and one with fewer is imported", arguments: [150_000, 30_000])
        func points(count: Int) throws {
            let daemon = try RunningDaemon { $0.quotas.contentMemory = 64 }
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let numbers = (0..<count).map { String($0 % 150) }.joined(separator: ",")
            let item = #"{"type":"stroke","X":[\#(numbers)],"Y":[\#(numbers)]}"#
            let file = Array(#"{"type":"Drawing","version":"3","items":[\#(item)]}"#.utf8)
            let transfer = try upload(file, over: client)
            let call = {
                _ = try client.call(
                    BlocksInterface.Import.self,
                    .init(editor: editor, format: "application/vnd.myscript.jiix", transfer: transfer))
            }
            if count > 100_000 {
                let error = refusal(ClientInterface.QuotaExceeded.self, call)
                #expect((error?.used ?? 0) > 100 << 20, "\(error as Any)")
            } else {
                try call()
            }
        }

        @Test("a stroke of a file that is too long for one is taken in as several, which hang together")
        func longStrokes() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let points = 45_000
            #expect(Stroke.pieces(of: points) == [0..<20_000, 19_999..<39_999, 39_998..<45_000])
            // as JIIX, InkML and Xournal++ have it: a long straight line
            let x = (0..<points).map { "\(Double($0) / 300)" }, y = x.map { _ in "20" }
            let jiix =
                #"{"type":"Drawing","version":"3","items":[{"type":"stroke","X":[\#(x.joined(separator: ","))],"#
                + #""Y":[\#(y.joined(separator: ","))]}]}"#
            let inkML =
                #"<ink xmlns="http://www.w3.org/2003/InkML"><trace>"#
                + zip(x, y).map { "\($0) \($1)" }.joined(separator: ",") + "</trace></ink>"
            for (format, text) in [("application/vnd.myscript.jiix", jiix), ("application/inkml+xml", inkML)] {
                let editor = try client.newEditor(.drawing)
                let transfer = try upload(Array(text.utf8), over: client)
                let reply = try client.call(BlocksInterface.Import.self, .init(editor: editor, format: format, transfer: transfer))
                #expect(reply.strokes == 3, "\(format)")
                try hangTogether(client.strokes(of: editor).strokes)
            }
            try client.openPackage("x", .create)
            let transfer = try upload(try document(stroke(points)), over: client)
            let part = try #require(
                try client.call(
                    PackagesInterface.ImportPages.self, .init(package: "x", format: "application/x-xopp", transfer: transfer)
                ).parts.first)
            let editor = try client.createEditor()
            try client.setViewSize(of: editor, width: 200, height: 200)
            try client.setPart(of: editor, to: part.id, in: "x")
            let strokes = try client.strokes(of: editor).strokes
            #expect(strokes.count == 3)
            try hangTogether(strokes)
        }

        private func hangTogether(_ strokes: [InkInterface.Stroke]) throws {
            for (before, after) in zip(strokes, strokes.dropFirst()) {
                let (end, begin) = (try #require(before.x.last), try #require(after.x.first))
                #expect(abs(end - begin) < 0.5)
            }
        }

        @Test("a stroke of a call that is too long is refused at every door, with the number that is taken")
        func longStrokesOfCalls() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let many = (0...20_000).map { Double($0 % 100) }
            let ink = refusal(InkInterface.InvalidInk.self) {
                _ = try client.call(InkInterface.AddStrokes.self, .init(editor: editor, strokes: [.init(x: many, y: many)]))
            }
            #expect(ink?.reason.contains("20001") == true && ink?.reason.contains("20000") == true, "\(ink as Any)")
            let read = refusal(RecognizerInterface.InkTooLarge.self) {
                _ = try client.call(RecognizerInterface.Recognize.self, .init(strokes: [.init(x: many, y: many)]))
            }
            #expect(read?.points == 20_001 && read?.limit == 20_000, "\(read as Any)")
        }
    }
}
