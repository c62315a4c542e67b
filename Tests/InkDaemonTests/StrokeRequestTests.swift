import Editing
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

        /// A copy of an editor's ink that a client makes of what a watch reports, and of the strokes with the reported numbers.
        private struct Copy {
            let client: InkClient.InkConnection
            let editor: String
            var strokes: [Int: InkInterface.Stroke] = [:]

            mutating func follow(_ reply: EditorInterface.Watch.Reply) throws -> EditorInterface.StrokeChanges {
                let changes = try #require(reply.strokes)
                for id in changes.removed { #expect(strokes.removeValue(forKey: id) != nil, "\(id) was not there") }
                for id in changes.added { #expect(strokes[id] == nil, "\(id) was there") }
                for id in changes.changed { #expect(strokes[id] != nil, "\(id) was not there") }
                let fetched = try client.strokes(of: editor, ids: changes.added + changes.changed)
                #expect(fetched.revision == reply.state.revision && fetched.strokes.count == changes.added.count + changes.changed.count)
                for stroke in fetched.strokes { strokes[stroke.id] = stroke }
                return changes
            }
        }

        @Test("can redraw it from what its watch reports after writing, erasing, undo, redo, moving, restyling and conversion alone")
        func follows() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let watch = try daemon.connect().watchEditors(editor)
            #expect(try watch.next(timeout: .patience)?.change == .present)
            var copy = Copy(client: client, editor: editor)
            /// The changes that the next event reports; nothing else happens meanwhile.
            func changes(_ change: () throws -> Void) throws -> EditorInterface.StrokeChanges {
                try change()
                while let reply = try watch.next(timeout: .patience) {
                    guard reply.change == .contentChanged else { continue }
                    let changes = try copy.follow(reply)
                    let all = try client.strokes(of: editor).strokes
                    #expect(copy.strokes == Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) }))
                    return changes
                }
                throw CancellationError()
            }
            let long = InkInterface.NewStroke(x: (0..<60).map { 10 + Double($0) }, y: [Double](repeating: 20, count: 60))
            let written = try changes { try client.addStrokes([long, client.stroke(100, 50), client.stroke(120, 50)], to: editor) }
            #expect(written.added == [1, 2, 3] && written.removed.isEmpty && written.changed.isEmpty && written.replaced.isEmpty)
            let erased = try changes { try client.erase(x: [40], y: [20], in: editor, radius: 2, mode: .pixel) }
            #expect(erased.removed == [1] && erased.added.count == 2 && erased.replaced == [.init(old: [1], new: erased.added)])
            let undone = try changes { try client.undo(editor) }
            #expect(undone.added == [1] && undone.removed == erased.added && undone.replaced == [.init(old: erased.added, new: [1])])
            #expect(try changes { try client.redo(editor) } == erased)
            let moved = try changes {
                try client.transform([2, 3], of: editor, by: .init(a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 5))
            }
            #expect(moved == .init(added: [], removed: [], changed: [2, 3], replaced: []))
            #expect(try changes { try client.restyle([3], of: editor, pen: "red") }.changed == [3])
            #expect(try changes { try client.clear(editor) }.removed.count == 4)
            #expect(try changes { try client.undo(editor) }.added.count == 4)
        }

        @Test("is not told of more strokes than it can take at once, and asks for those that changed since")
        func many() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let revision = try client.strokes(of: editor).revision
            let watch = try daemon.connect().watchEditors(editor)
            let row = (0..<1001).map { client.stroke(Double($0 % 40) * 5, Double($0 / 40) * 5) }
            for _ in 0..<2 { try client.addStrokes(row, to: editor) }
            try client.clear(editor)
            var listed: [Int?] = []
            while listed.count < 3, let reply = try watch.next(timeout: .patience) {
                if reply.change == .contentChanged { listed.append(reply.strokes.map { $0.added.count + $0.removed.count }) }
            }
            #expect(listed == [1001, 1001, nil])
            let since = try client.strokes(of: editor, since: revision)
            #expect(since.complete == false && since.strokes.isEmpty && since.removed?.count == 2002)
        }
    }
}
