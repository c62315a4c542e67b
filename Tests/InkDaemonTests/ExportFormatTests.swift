import InkClient
import InkProtocol
import Testing

@testable import InkDaemon

extension DaemonTests {
    @Suite("Formats of exports")
    struct ExportFormatTests {
        @Test("clients know those that the daemon writes, and which of them are text", .timeLimit(.minutes(5)))
        func formats() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor()
            let refused = refusal(BlocksInterface.NoSuchFormat.self) {
                _ = try client.call(BlocksInterface.Export.self, .init(editor: editor, format: "a/b"))
            }
            #expect(refused?.formats == BlocksInterface.Format.allCases.map(\.rawValue))
            for format in BlocksInterface.Format.allCases {
                let reply = try client.call(BlocksInterface.Export.self, .init(editor: editor, format: format.rawValue))
                #expect((reply.text != nil) == format.isText && (reply.data != nil) == !format.isText, "\(format)")
            }
        }
    }
}
