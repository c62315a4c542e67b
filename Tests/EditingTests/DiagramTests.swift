@testable import Editing
import Ink
import InkTestSupport
import Testing

/// Draws on a diagram, stroke by stroke.
private struct Board {
    var editor: InkEditor
    private var now: Int64 = 1_000_000

    init(gestures: Bool = false) {
        var configuration = EditorConfiguration()
        configuration.gestures.isEnabled = gestures
        editor = InkEditor(type: .diagram, configuration: configuration)
    }

    /// - Parameter reads: whether the lines are read after each stroke.
    mutating func draw(_ strokes: [[Point]], reads: Bool = true) {
        for stroke in strokes {
            for (index, place) in stroke.enumerated() { send(index == 0 ? .down : .move, place) }
            send(.up, stroke[stroke.count - 1])
            now += 300_000
            if reads { read() }
        }
    }

    mutating func read() {
        _ = editor.tick(at: Instant(microseconds: now + 1_000_000))
        for request in editor.takeRequests() {
            _ = editor.apply(Scribe.reading(of: request), to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    private mutating func send(_ phase: PointerPhase, _ place: Point) {
        var event = PointerEvent(phase: phase, tool: .pen, device: DeviceID(0), time: Instant(microseconds: now))
        (event.x, event.y, event.force) = (place.x, place.y, 0.5)
        _ = editor.pointer(event)
        now += 10_000
    }

    /// The blocks but for the root: type, shape, and the type that they are in.
    var blocks: [String] {
        func told(_ block: Block, in parent: Block?) -> [String] {
            let own = "\(block.type.rawValue)\(block.shape.map { " \($0)" } ?? "")\(parent.map { " < \($0.type.rawValue)" } ?? "")"
            return [own] + block.children.flatMap { told($0, in: block) }
        }
        return editor.root.children.flatMap { told($0, in: nil) }
    }

    /// Where each connection ends.
    var ends: [[String?]] {
        editor.root.children.filter { $0.type != .node && $0.type != .text }.map { [$0.ends.from?.node, $0.ends.to?.node] }
    }
}

@Suite("A diagram")
struct DiagramTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5, 6]

    /// Two boxes side by side, 40 apart.
    private func boxes(_ hand: inout DrawingHand) -> [[Point]] { [hand.rectangle(20, 40, 38, 20), hand.rectangle(102, 40, 38, 20)] }

    @Test("has a node for each closed figure, drawn in one stroke or in several that meet end to end", arguments: seeds)
    func nodes(seed: UInt64) {
        var hand = DrawingHand(seed: seed)
        let figures: [(String, [[Point]])] = [
            ("rectangle", [hand.rectangle(20, 20, 40, 20)]), ("ellipse", [hand.ellipse(60, 50, 44, 24)]),
            ("circle", [hand.ellipse(60, 50, 24, 24)]), ("diamond", [hand.diamond(60, 50, 44, 30)]),
            ("triangle", [hand.path([(40, 60), (60, 30), (80, 60), (40, 60)])]),
            (
                "star",
                [hand.path([(60, 30), (71.8, 66.2), (41, 43.8), (79, 43.8), (48.2, 66.2), (60, 30)])]
            ),
            // four sides, some too short and some too long
            (
                "rectangle",
                [
                    hand.path([(20, 20), (61, 20)]), hand.path([(60, 19), (60, 42)]), hand.path([(58.5, 40), (20, 40)]),
                    hand.path([(20, 41), (20, 21.5)]),
                ]
            ),
            ("rectangle", [hand.path([(20, 20), (60, 20), (60, 39)]), hand.path([(20, 21), (20, 40), (61, 40)])]),
            ("diamond", [hand.path([(60, 30), (82, 45), (60, 60)]), hand.path([(60.5, 31), (38, 45), (61, 60.5)])]),
        ]
        for (name, strokes) in figures {
            var board = Board()
            board.draw(strokes)
            #expect(board.blocks == ["Node \(name)"], "\(strokes.count) strokes")
        }
    }

    @Test(
        "has an edge for what goes from node to node, touching or nearly, with a head of any size in one to three strokes", arguments: seeds
    )
    func edges(seed: UInt64) {
        var hand = DrawingHand(seed: seed)
        for gap in [0, 0.5, 4] {
            for size in [3.0, 8] {
                let (tail, tip) = ((x: 58 + gap, y: 50.0), (x: 102 - gap, y: 51.0))
                let arrows = [
                    [hand.arrow([tail, tip], size: size)], [hand.path([tail, tip]), hand.head(tail, tip, size: size)],
                    [
                        hand.path([tail, tip]), hand.path([tip, (tip.x - size * 0.88, tip.y - size * 0.48)]),
                        hand.path([(tip.x - size * 0.88, tip.y + size * 0.48), tip]),
                    ],
                ]
                for arrow in arrows {
                    var board = Board()
                    board.draw(boxes(&hand) + arrow)
                    #expect(
                        board.blocks.sorted() == ["Edge arrow", "Node rectangle", "Node rectangle"],
                        "gap \(gap), head \(size), \(arrow.count) strokes")
                    #expect(board.ends == [["figure-1", "figure-2"]])
                }
            }
        }
        var board = Board()
        board.draw(boxes(&hand) + [hand.path([(101, 50), (59, 50)])])
        #expect(board.blocks.contains("Edge line") && board.ends == [["figure-2", "figure-1"]])
    }

    @Test("has a polyedge for what goes around corners, or in a curve", arguments: seeds)
    func polyedges(seed: UInt64) {
        var hand = DrawingHand(seed: seed)
        let nodes = [hand.rectangle(20, 20, 40, 20), hand.rectangle(110, 70, 40, 20)]
        let courses: [[(x: Double, y: Double)]] = [
            [(61, 30), (130, 30), (130, 69)], [(40, 41), (40, 80), (109, 80)], [(61, 30), (85, 30), (85, 80), (109, 80)],
        ]
        for course in courses {
            for stroke in [hand.path(course), hand.arrow(course)] {
                var board = Board()
                board.draw(nodes + [stroke])
                #expect(
                    board.blocks.contains("Polyedge polyline") && board.ends == [["figure-1", "figure-2"]], "\(board.blocks), \(board.ends)"
                )
            }
        }
        let curve = (0...30).map { step -> (x: Double, y: Double) in
            let share = Double(step) / 30
            return (61 + 69 * share, 30 + 39 * share * share)
        }
        var board = Board()
        board.draw(nodes + [hand.path(curve)])
        #expect(board.blocks.contains("Polyedge curve") && board.ends == [["figure-1", "figure-2"]])
    }

    @Test("has one label in each node, whatever was drawn first, and none of its own that is a gesture", arguments: seeds)
    func labels(seed: UInt64) throws {
        var hand = DrawingHand(seed: seed)
        var writing = Handwriting()
        writing.seed = seed
        let words = [
            try writing.places(writing: "Start", x: 40, y: 40, height: 5), try writing.places(writing: "Ende", x: 90, y: 40, height: 5),
        ]
        let frames = [hand.rectangle(20, 30, 40, 20), hand.rectangle(70, 30, 40, 20)]
        let expected = ["Node rectangle", "Text < Node", "Node rectangle", "Text < Node"]
        for order in [words[0] + words[1] + frames, frames + words[0] + words[1], words[0] + [frames[0]] + words[1] + [frames[1]]] {
            var board = Board(gestures: true)
            board.draw(order)
            #expect(board.blocks == expected && board.editor.takeGestureRequests().isEmpty)
        }
    }

    @Test("loses what is scratched out, a label or a connection, and gets it back with one undo", arguments: seeds)
    func scratchOut(seed: UInt64) throws {
        var hand = DrawingHand(seed: seed)
        func scratch(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [(x: Double, y: Double)] {
            (0...8).map { (x + ($0.isMultiple(of: 2) ? 0 : width), y + height * Double($0) / 8) }
        }
        var board = Board(gestures: true)
        board.draw(
            boxes(&hand) + (try Handwriting().places(writing: "Start", x: 39, y: 50, height: 5)) + [hand.path([(59, 50), (101, 51)])])
        let (before, items) = (board.blocks, board.editor.document.items)
        board.draw([hand.path(scratch(28, 46, 22, 8))])
        #expect(board.blocks == before.filter { $0 != "Text < Node" })
        #expect(board.editor.takeScratchOuts().map(\.kind) == [.scratchOut])
        _ = board.editor.undo()
        #expect(board.editor.document.items == items && board.blocks == before)
        board.draw([hand.path(scratch(45, 75, 11, 9).map { (x: $0.y, y: $0.x) })])
        #expect(board.blocks == before.filter { $0 != "Edge line" })
        _ = board.editor.undo()
        // a frame around a label, and a line through it, are no gestures
        board.draw([hand.rectangle(25, 42, 28, 16)])
        #expect(board.blocks.filter { $0 == "Node rectangle" }.count == 3 && board.editor.takeScratchOuts().count == 1)
    }

    @Test("is the same whenever its lines are read", arguments: seeds)
    func readings(seed: UInt64) throws {
        var hand = DrawingHand(seed: seed)
        let word = try Handwriting().places(writing: "yes", x: 80, y: 45, height: 4)
        let strokes = boxes(&hand) + word + [hand.path([(59, 50), (101, 50)]), hand.head((59, 50), (101, 50), size: 5)]
        let boards = [0, 1, 2].map { kind -> Board in
            var board = Board()
            if kind < 2 { board.draw(strokes, reads: kind == 0) } else { board.draw(strokes.reversed(), reads: false) }
            board.read()
            return board
        }
        #expect(boards[0].editor.root == boards[1].editor.root)
        #expect(boards[0].blocks.sorted() == boards[2].blocks.sorted(), "the order in which it was drawn does not matter either")
        #expect(boards[0].blocks.sorted() == ["Edge arrow", "Node rectangle", "Node rectangle", "Text < Edge"])
    }

    @Test("is converted to even figures that keep their names, types, labels and connections, moved, and taken back", arguments: seeds)
    func conversion(seed: UInt64) throws {
        var hand = DrawingHand(seed: seed)
        var board = Board()
        board.draw(
            boxes(&hand) + (try Handwriting().places(writing: "Start", x: 39, y: 50, height: 5)) + [hand.arrow([(59, 50), (101, 51)])]
                + [hand.ellipse(121, 100, 30, 20), hand.path([(121, 61), (121, 89)])])
        let (blocks, ends, items) = (board.blocks, board.ends, board.editor.document.items)
        let names = board.editor.root.names
        _ = try board.editor.moveBlock("figure-2", x: 12, y: -15)
        #expect(board.editor.root.names == names && board.ends == ends)
        _ = board.editor.undo()
        #expect(board.editor.document.items == items)
        _ = try board.editor.convert(nil)
        #expect(board.editor.strokeCount == 0 && board.blocks == blocks && board.ends == ends && board.editor.root.names == names)
        let arrow = try #require(board.editor.root.children.first { $0.type == .edge })
        guard case .polygon(let corners, false, false, true)? = arrow.figure, corners.count == 2 else {
            Issue.record("no arrow")
            return
        }
        #expect(corners[0].y == corners[1].y && abs(corners[0].x - 58) < 1 && abs(corners[1].x - 102) < 1)
        let converted = board.editor.document.items
        _ = try board.editor.moveBlock("figure-1", x: -5, y: 20)
        #expect(board.editor.root.names == names && board.ends == ends)
        _ = board.editor.undo()
        #expect(board.editor.document.items == converted)
        _ = board.editor.undo()
        #expect(board.editor.document.items == items && board.editor.root.names == names)
        #expect(throws: EditError.noSuchBlock("none")) { try board.editor.moveBlock("none", x: 1, y: 1) }
        #expect(throws: EditError.badTransform) { try board.editor.moveBlock("figure-1", x: .nan, y: 1) }
        #expect(throws: EditError.unsupported(type: .diagram, operation: "move the root")) {
            try board.editor.moveBlock("root", x: 1, y: 1)
        }
    }
}
