import Editing
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Exports share memory")
    struct ExportMemoryTests {
        /// A daemon with an editor that has a page with two strokes.
        private func page(_ change: @escaping (inout Settings) -> Void) throws -> (RunningDaemon, InkConnection, editor: String) {
            let daemon = try RunningDaemon([], change)
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            try client.addStrokes([client.stroke(5, 5), client.stroke(200, 290)], to: editor)
            return (daemon, client, editor)
        }

        private func call(_ editor: String, resolution: Double) throws -> [UInt8] {
            try Call.encode(
                BlocksInterface.Export.self,
                .init(
                    editor: editor, format: BlocksInterface.Format.png.rawValue,
                    options: [.init(key: "export.image-resolution", number: resolution)]), more: false)
        }

        @Test("24 pictures at once wait for memory that only a few have at a time, and all arrive")
        func allArrive() throws {
            // a page at 100 dots an inch takes 13 MB and a stroke's share
            let (daemon, client, editor) = try page { $0.quotas.exportMemory = 16 }
            let message = try call(editor, resolution: 72)
            let callers = try (0..<24).map { _ in try daemon.connectRaw() }
            for caller in callers { caller.send(bytes: message) }
            var pictures: Set<String> = []
            for caller in callers {
                let reply = try #require(try caller.receive())
                #expect(reply.error == nil, "\(reply.parameters)")
                pictures.insert(try reply.parameters(as: BlocksInterface.Export.Reply.self).data ?? "")
            }
            #expect(pictures.count == 1 && pictures.first?.hasPrefix("iVBORw0KGgo") == true)
            // the memory was given back
            #expect(try client.export(editor, as: .png, options: [.init(key: "export.image-resolution", number: 72)]).count > 100)
        }

        @Test("a picture that can never fit is refused at once, and one of a block or of fewer dots is made")
        func neverFits() throws {
            let (daemon, client, editor) = try page { $0.quotas.exportMemory = 16 }
            let caller = try daemon.connectRaw()
            caller.send(bytes: try call(editor, resolution: 600))
            let reply = try #require(try caller.receive())
            #expect(reply.error == ClientInterface.QuotaExceeded.name)
            let error = try reply.parameters(as: ClientInterface.QuotaExceeded.self)
            #expect(error.quota == "quotas.exportMemory" && error.limit == 16 << 20 && error.used > error.limit)
            #expect(error.remedy.contains("lower resolution"))
            #expect(try client.export(editor, as: .svg).count > 100)
        }
    }
}
