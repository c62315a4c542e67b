import Editing
import Foundation
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Selecting and moving ink")
    struct SelectionTests {
        /// A ring of the hand around a place: not quite closed, and not quite round.
        private static func ring(around x: Double, _ y: Double, radius: Double) -> InkInterface.NewStroke {
            let angles = (0..<44).map { Double($0) / 45 * 2 * Double.pi }
            return .init(
                x: angles.map { x + (radius + 0.4 * sin(7 * $0)) * cos($0) }, y: angles.map { y + (radius + 0.3 * cos(5 * $0)) * sin($0) })
        }

        @Test("a lasso selects what it encloses and tells so; the hand moves it, as one step")
        func lasso() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            try client.write([client.stroke(20, 20), client.stroke(24, 22), client.stroke(80, 20)], in: editor)
            let before = try client.strokes(of: editor).strokes
            let watch = try daemon.connect().watchEditors(editor)
            func nextSelection() throws -> [Int]? {
                while let reply = try watch.next(timeout: .patience) {
                    if reply.change == .selectionChanged { return reply.selection }
                }
                return nil
            }
            try client.setTool(.selector, for: .custom1, in: editor)
            try client.setTool(.hand, for: .custom2, in: editor)
            try client.write([Self.ring(around: 23, 22, radius: 9)], in: editor, kind: .custom1)
            #expect(try nextSelection() == before.prefix(2).map(\.id))
            let selection = try client.selection(of: editor)
            #expect(selection.strokes == before.prefix(2).map(\.id))
            let box = try #require(selection.box)
            #expect(box.x > 18 && box.x + box.width < 28)
            #expect(try client.state(of: editor).state.strokes == 3, "a lasso leaves no ink")
            let undos = try client.state(of: editor).state.undoCount
            // from far away the hand takes nothing
            let drag = InkInterface.NewStroke(x: [150, 160, 170], y: [150, 150, 150])
            try client.write([drag], in: editor, kind: .custom2)
            #expect(try client.strokes(of: editor).strokes == before)
            try client.write([.init(x: [23, 33, 43], y: [22, 30, 42])], in: editor, kind: .custom2)
            let moved = try client.strokes(of: editor).strokes
            for (old, new) in zip(before.prefix(2), moved) {
                #expect(
                    zip(old.x, new.x).allSatisfy { abs($1 - $0 - 20) < 0.01 } && zip(old.y, new.y).allSatisfy { abs($1 - $0 - 20) < 0.01 })
            }
            #expect(moved.last == before.last)
            #expect(try client.state(of: editor).state.undoCount == undos + 1)
            _ = try client.undo(editor)
            #expect(try client.strokes(of: editor).strokes == before)
            #expect(try client.selection(of: editor).strokes == before.prefix(2).map(\.id), "what was moved stays selected")
            // a lasso around nothing selects nothing
            try client.write([Self.ring(around: 150, 150, radius: 9)], in: editor, kind: .custom1)
            #expect(try nextSelection() == [])
        }

        @Test("a client selects by numbers; what is erased is selected no more")
        func numbers() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let ids = try client.addStrokes([client.stroke(20, 20), client.stroke(40, 20)], to: editor)
            try client.select(ids, of: editor)
            #expect(try client.selection(of: editor).strokes == ids)
            #expect(refusal(InkInterface.NoSuchStroke.self) { try client.select([99], of: editor) }?.stroke == 99)
            try client.removeStrokes([ids[0]], from: editor)
            #expect(try client.selection(of: editor).strokes == [ids[1]])
            try client.select([], of: editor)
            let none = try client.selection(of: editor)
            #expect(none.strokes.isEmpty && none.box == nil)
        }
    }
}
