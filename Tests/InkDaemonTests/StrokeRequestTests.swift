import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("A client that follows the ink of an editor")
    struct StrokeRequestTests {
        @Test("asks for strokes by their numbers, by a region, and for those that changed")
        func selections() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let ids = try client.addStrokes([client.stroke(10, 10), client.stroke(50, 10), client.stroke(90, 10)], to: editor)
            let all = try client.strokes(of: editor)
            #expect(all.strokes.map(\.id) == ids && all.complete == nil && all.removed == nil)
            let named = try client.strokes(of: editor, ids: [ids[2], 99, -1, ids[0]])
            #expect(named.strokes == [all.strokes[0], all.strokes[2]] && named.revision == all.revision)
            #expect(try client.strokes(of: editor, region: .init(x: 40, y: 0, width: 20, height: 50)).strokes == [all.strokes[1]])
            let none = try client.strokes(of: editor, ids: [ids[0]], region: .init(x: 40, y: 0, width: 20, height: 50))
            #expect(none.strokes.isEmpty)
            let bad = refusal(ClientInterface.InvalidValue.self) {
                _ = try client.strokes(of: editor, region: .init(x: 0, y: 0, width: -1, height: 1))
            }
            #expect(bad?.parameter == "region.width")

            try client.removeStrokes([ids[0]], from: editor)
            try client.restyle([ids[1]], of: editor, pen: "red")
            let since = try client.strokes(of: editor, since: all.revision)
            #expect(since.strokes.map(\.id) == [ids[1]] && since.removed == [ids[0]] && since.complete == false)
            let again = try client.strokes(of: editor, since: since.revision)
            #expect(again.strokes.isEmpty && again.removed == [] && again.complete == false)
            let beyond = try client.strokes(of: editor, region: .init(x: 80, y: 0, width: 30, height: 50), since: all.revision)
            #expect(beyond.strokes.isEmpty && beyond.removed == [ids[0], ids[1]], "these are not, or not any more, in the region")
            let unknown = try client.strokes(of: editor, since: since.revision + 1000)
            #expect(unknown.complete == true && unknown.strokes.count == 2 && unknown.removed == nil)
        }
    }
}
