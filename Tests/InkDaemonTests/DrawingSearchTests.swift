import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Search by look")
    struct DrawingSearchTests {
        private func ink(_ strokes: [[Point]]) -> [SearchInterface.Ink] { strokes.map { .init(x: $0.map(\.x), y: $0.map(\.y)) } }

        /// Draws strokes into an editor; their numbers there.
        @discardableResult
        private func draw(_ strokes: [[Point]], in editor: String, _ client: InkConnection) throws -> [Int] {
            try client.addStrokes(strokes.map { .init(x: $0.map(\.x), y: $0.map(\.y)) }, to: editor)
        }

        /// A house, by a hand of its own.
        private func house(_ seed: UInt64, x: Double = 20, y: Double = 20) -> [[Point]] {
            var hand = DrawingHand(seed: seed)
            return [
                hand.rectangle(x, y + 15, 30, 25), hand.path([(x, y + 15), (x + 15, y), (x + 30, y + 15)]),
                hand.rectangle(x + 11, y + 27, 8, 13),
            ]
        }

        /// A face, by a hand of its own.
        private func face(_ seed: UInt64, x: Double = 100, y: Double = 20) -> [[Point]] {
            var hand = DrawingHand(seed: seed)
            return [
                hand.ellipse(x + 20, y + 20, 40, 40), hand.ellipse(x + 12, y + 14, 5, 5), hand.ellipse(x + 28, y + 14, 5, 5),
                hand.path([(x + 10, y + 27), (x + 20, y + 32), (x + 30, y + 27)]),
            ]
        }

        @Test("finds a drawing by another one like it, and follows what is drawn, erased, undone and moved")
        func following() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let strokes = try draw(house(1), in: editor, client)
            try draw(face(2), in: editor, client)
            func find() throws -> [SearchInterface.Drawing] {
                try client.searchDrawings(like: ink(house(3))).drawings.filter { $0.score > 0.93 }
            }
            let hit = try #require(try find().first)
            #expect(hit.package == "notes" && hit.index == 0 && hit.type == "Drawing" && hit.strokes == strokes && hit.score > 0.95)
            #expect(abs(hit.box.x - 20) < 2 && abs(hit.box.y - 20) < 2 && abs(hit.box.width - 30) < 3 && abs(hit.box.height - 40) < 3)
            #expect(try client.searchDrawings(like: ink(face(4))).drawings.first?.strokes.count == 4)
            // another one, further down; then the first is no house any more, and is one again
            try draw(house(5, y: 120), in: editor, client)
            #expect(try find().count == 2)
            _ = try client.removeStrokes(strokes, from: editor)
            #expect(try find().map(\.strokes).contains(strokes) == false && find().count == 1)
            try client.undo(editor)
            #expect(try find().count == 2)
            _ = try client.transform(strokes, of: editor, by: .init(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 100))
            #expect(try find().contains { $0.strokes == strokes && abs($0.box.width - 60) < 4 } == false, "it lies over another one now")
            try client.undo(editor)
            _ = try client.transform(strokes, of: editor, by: .init(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 140))
            let moved = try #require(try find().first { $0.strokes == strokes })
            #expect(abs(moved.box.width - 60) < 4 && moved.score > 0.95)
            try client.clear(editor)
            #expect(try find().isEmpty)
        }

        @Test(
            "finds drawings of documents among their text, of closed packages, and after a restart without an index")
        func documents() throws {
            let folder = try TemporaryFolder()
            var daemon = try RunningDaemon { $0.state = folder.path }
            var client = try daemon.connect()
            for (type, package) in [(PartType.textDocument, "document"), (.rawContent, "raw"), (.drawing, "drawing")] {
                let editor = try client.newEditor(type, package: package)
                var hand = Handwriting()
                hand.xHeight = 3
                let words = try hand.strokes(writing: "a house").map { $0.points.map { Point(x: $0.x + 20, y: $0.y + 150) } }
                try draw(words, in: editor, client)
                try draw(house(7).map { $0.map { Point(x: $0.x * 1.5, y: $0.y * 1.5) } }, in: editor, client)
                try client.waitForIdle(editor, timeout: .patience)
                try client.closeEditor(editor)
            }
            func packages() throws -> [String] { try client.searchDrawings(like: ink(house(8))).drawings.map(\.package).sorted() }
            #expect(try packages() == ["document", "drawing", "raw"])
            #expect(try client.searchDrawings(like: ink(house(8)), in: "raw").drawings.map(\.type) == ["Raw Content"])
            #expect(try client.searchDrawings(like: ink(house(8)), limit: 1).total == 3)
            for name in ["document", "raw", "drawing"] {
                try client.savePackage(name)
                try client.closePackage(name)
            }
            #expect(try packages() == ["document", "drawing", "raw"])
            try client.renamePackage("raw", to: "cooked")
            try client.deletePackage("drawing")
            for removes in [false, true] {
                daemon.stop()
                let index = "\(folder.path)/packages/\(getuid())/.search.sqlite"
                if removes { try FileManager.default.removeItem(atPath: index) }
                daemon = try RunningDaemon { $0.state = folder.path }
                client = try daemon.connect()
                #expect(try packages() == ["cooked", "document"])
            }
        }

        @Test("takes sketches alone, says what it takes, and finds nothing of other users")
        func refusals() throws {
            let daemon = try RunningDaemon { $0.accessUsers = ["65534"] }
            let client = try daemon.connect()
            func refused(_ strokes: [SearchInterface.Ink]) -> String? {
                refusal(ClientInterface.InvalidValue.self) { _ = try client.searchDrawings(like: strokes) }?.parameter
            }
            #expect(refused([]) == "strokes")
            #expect(refused([.init(x: [3], y: [4]), .init(x: [5, 5], y: [6, 6])]) == "strokes", "dots")
            #expect(refused([.init(x: [3, 4], y: [4, 5]), .init(x: [5, 5], y: [6])]) == "strokes[1]")
            #expect(refused([.init(x: [3, 1e300], y: [4, 5])]) == "strokes[0]")
            #expect(refused([.init(x: Array(repeating: 1, count: 20_001), y: Array(repeating: 1, count: 20_001))]) == "strokes")
            for limit in [0, 501] {
                #expect(
                    refusal(ClientInterface.InvalidValue.self) { _ = try client.searchDrawings(like: ink(house(1)), limit: limit) }?
                        .parameter
                        == "limit")
            }
            #expect(
                refusal(PackagesInterface.NoSuchPackage.self) { _ = try client.searchDrawings(like: ink(house(1)), in: "none") }?.name
                    == "none")
            let editor = try client.newEditor(.drawing)
            try draw(house(1), in: editor, client)
            #expect(try client.searchDrawings(like: ink(house(1))).total == 1)
            guard OtherUser.isPossible else { return }
            let stranger = try OtherUser.connect(to: daemon, as: 65534)
            stranger.send(#"{"method":"org.inkd.Search.FindDrawings","parameters":{"strokes":[{"x":[0,30,30,0,0],"y":[0,0,25,25,0]}]}}"#)
            let reply = try stranger.receive()
            #expect(reply?.error == nil && reply?.parameters["drawings"] == .array([]))
        }

        @Test(
            "of 200 sketches that people drew finds each that is drawn again first, and often others of the same thing",
            .enabled("needs INKD_DATA") { PeoplesSketches.exist })
        func people() throws {
            var dice = SeededGenerator(seed: 5)
            let things = try PeoplesSketches.things(40, sketchesOfEach: 7, &dice)
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            // five of each thing are in packages, ten on a page, in any order
            let kept = things.flatMap { thing in thing.sketches.prefix(5).map { (thing: thing.name, strokes: $0) } }.shuffled(using: &dice)
            var places: [[Int]: Int] = [:]
            for first in stride(from: 0, to: kept.count, by: 10) {
                let editor = try client.newEditor(.drawing, package: "sketches \(first / 50)")
                let state = try #require(try client.parts(of: "sketches \(first / 50)").last?.id)
                for (index, sketch) in kept[first..<(first + 10)].enumerated() {
                    let (x, y) = (10 + 60 * Double(index % 3), 10 + 60 * Double(index / 3))
                    let strokes = try draw(PeoplesSketches.fitted(sketch.strokes, x: x, y: y, size: 40), in: editor, client)
                    places[[first / 50, state, strokes.first ?? 0]] = first + index
                }
                try client.closeEditor(editor)
            }
            func found(_ sketch: [[Point]], limit: Int) throws -> [Int] {
                try client.searchDrawings(like: ink(sketch), limit: limit).drawings.compactMap { drawing in
                    places[[Int(drawing.package.dropFirst("sketches ".count)) ?? -1, drawing.part, drawing.strokes.first ?? 0]]
                }
            }
            var (again, asked) = (0, 0)
            for index in stride(from: 0, to: kept.count, by: 2) {
                let redrawn = PeoplesSketches.redrawn(kept[index].strokes, &dice)
                asked += 1
                again += try found(redrawn, limit: 1) == [index] ? 1 : 0
            }
            var (first, five, others) = (0, 0, 0)
            for thing in things {
                for sketch in thing.sketches.dropFirst(5) {
                    let names = try found(sketch, limit: 5).map { kept[$0].thing }
                    others += 1
                    first += names.first == thing.name ? 1 : 0
                    five += names.contains(thing.name) ? 1 : 0
                }
            }
            // of 200, of which 5 are of the thing, five at random have one of them
            var none = 1.0
            for taken in 0..<5 { none *= Double(195 - taken) / Double(200 - taken) }
            print("drawn again: \(again) of \(asked) first; others of the thing: first for \(first) of \(others)")
            print("among five: for \(five) of \(others), by chance \(1 - none) of them")
            #expect(Double(again) >= 0.95 * Double(asked))
            #expect(Double(five) >= 0.4 * Double(others))
        }
    }
}
