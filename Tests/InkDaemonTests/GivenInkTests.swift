import Editing
import Ink
import InkClient
import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Ink that a client hands in")
    struct GivenInkTests {
        /// A wave from the left to the right.
        private static func wave(_ count: Int = 60) -> InkInterface.NewStroke {
            .init(x: (0..<count).map { 10 + Double($0) * 0.5 }, y: (0..<count).map { 20 + Double($0 % 10) * 0.3 })
        }

        private static let red = InkInterface.Style(kind: "marker", red: 255, green: 0, blue: 0, alpha: 200)

        @Test("keeps its pen, color, force, tilt, widths and times")
        func full() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            var stroke = Self.wave()
            let count = stroke.x.count
            stroke.style = Self.red
            stroke.force = (0..<count).map { 0.2 + 0.6 * Double($0) / Double(count) }
            stroke.time = (0..<count).map { 1_700_000_000_000 + Double($0) * 5 }
            stroke.azimuth = [Double](repeating: 1, count: count)
            stroke.altitude = [Double](repeating: 0.8, count: count)
            stroke.width = (0..<count).map { 1 + 2 * Double($0) / Double(count) }
            let id = try #require(try client.addStrokes([stroke, Self.wave()], to: editor).first)
            let strokes = try client.strokes(of: editor).strokes
            let marker = try #require(strokes.first)
            #expect(marker.style == Self.red && strokes.last?.style == nil, "the other is of the editor's pen: black")
            #expect(
                marker.azimuth?.allSatisfy { abs($0 - 1) < 0.02 } == true && marker.altitude?.allSatisfy { abs($0 - 0.8) < 0.02 } == true)
            #expect(strokes.last?.azimuth == nil && strokes.last?.altitude == nil)
            #expect(abs((marker.time.first ?? 0) - 1_700_000_000_000) < 1 && abs((marker.time.last ?? 0) - 1_700_000_000_295) < 5)
            #expect(zip(marker.force, marker.force.dropFirst()).allSatisfy { $0 <= $1 + 0.01 })
            let path = try client.path(of: id, in: editor)
            let (first, last) = (try #require(path.controlPoints.first), try #require(path.controlPoints.last))
            #expect(abs(first.width - 1) < 0.1 && abs(last.width - 3) < 0.15 && first.height == first.width)
            #expect(path.style == Self.red)
            let svg = String(decoding: try client.export(editor, as: .svg), as: UTF8.self)
            #expect(svg.lowercased().contains("ff0000") || svg.contains("rgb(100%") || svg.contains("255, 0, 0"))
            // what comes out can go in again
            let again = try client.newEditor(.drawing)
            let copies = strokes.map {
                InkInterface.NewStroke(
                    x: $0.x, y: $0.y, force: $0.force, time: $0.time, azimuth: $0.azimuth, altitude: $0.altitude, style: $0.style)
            }
            _ = try client.addStrokes(copies, to: again)
            #expect(try client.strokes(of: again).strokes.map(\.style) == strokes.map(\.style))
            // and is there when the package is opened again
            try client.closeEditor(editor)
            try client.closeEditor(again)
            try client.savePackage("notes")
            try client.closePackage("notes")
            try client.openPackage("notes")
            let third = try client.createEditor()
            try client.setViewSize(of: third, width: 210, height: 297)
            try client.setPart(of: third, to: try client.part(at: 0, of: "notes").id, in: "notes")
            #expect(try client.strokes(of: third).strokes == strokes)
        }

        @Test("may be a part of a stroke, with what erasers took, and lie elsewhere than it was drawn")
        func masked() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            var stroke = InkInterface.NewStroke(x: (0...100).map(Double.init), y: [Double](repeating: 10, count: 101))
            stroke.visible = .init(first: 20, last: 80)
            stroke.erased = [.init(x: [50, 50], y: [0, 20], radius: 5)]
            stroke.transform = .init(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 100)
            let id = try #require(try client.addStrokes([stroke], to: editor).first)
            let drawn = try #require(try client.strokes(of: editor).strokes.first)
            #expect(abs((drawn.x.min() ?? 0) - 20) < 1 && abs((drawn.x.max() ?? 0) - 80) < 1)
            #expect(!drawn.x.contains { (46...54).contains($0) } && drawn.y.allSatisfy { abs($0 - 110) < 0.2 })
            let path = try client.path(of: id, in: editor)
            #expect(path.visible.count == 2 && path.transform.ty == 100)
            let track = try #require(path.erased?.first)
            #expect(abs(track.radius - 5) < 0.01 && track.x.allSatisfy { abs($0 - 50) < 0.01 })
        }

        @Test("can be a copy of a part's strokes, with their widths and with what erasers took, even if nothing is left of the middle")
        func copies() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            func broad(_ y: Double) -> InkInterface.NewStroke {
                .init(
                    x: (0..<40).map { 20 + 2 * Double($0) }, y: [Double](repeating: y, count: 40),
                    width: [Double](repeating: 10, count: 40),
                    style: Self.red)
            }
            let ids = try client.addStrokes([broad(20), broad(50), broad(90), broad(130), Self.wave()], to: editor)
            try client.erase(x: [60], y: [50], in: editor, radius: 1.5, mode: .pixel)
            try client.erase(x: [15, 110], y: [90, 90], in: editor, radius: 3, mode: .pixel)
            try client.transform([ids[3]], of: editor, by: .init(a: 0, b: 2, c: -1, d: 0, tx: 190, ty: 10))
            let strokes = try client.strokes(of: editor).strokes
            #expect(strokes.map { $0.width == nil } == [false, true, true, true, true], "a path has its widths")
            #expect(strokes.map { $0.path == nil } == [true, false, false, false, true])
            #expect(strokes[0].width?.allSatisfy { abs($0 - 10) < 0.01 } == true && strokes[0].height == nil && strokes[2].x.isEmpty)
            /// Everything but the numbers of strokes, and the names of the places where they are parted.
            func stored(_ editor: String) throws -> [InkInterface.Path] {
                try client.strokes(of: editor, paths: true).strokes.map { stroke in
                    var path = try #require(stroke.path)
                    (path.id, path.root) = (0, 0)
                    return path
                }
            }
            let copy = try client.newEditor(.drawing, package: "copies")
            let copied = try client.addStrokes(strokes.map { .init($0) }, to: copy)
            #expect(try client.strokes(of: copy).strokes.map(\.id) == copied && copied.count == 5)
            let (there, here) = (try stored(copy), try stored(editor))
            #expect(there[1...3] == here[1...3], "paths are copied exactly")
            #expect(
                there[0].controlPoints.allSatisfy { abs($0.width - 10) < 0.01 && abs($0.height - 10) < 0.01 } && there[0].style == Self.red)
            let exact = try client.newEditor(.drawing, package: "exact")
            _ = try client.addStrokes(try client.strokes(of: editor, paths: true).strokes.map { .init($0) }, to: exact)
            #expect(try stored(exact) == here)
        }

        @Test("may be given as a path, which is refused with the first wrong value")
        func paths() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let id = try #require(try client.addStrokes([Self.wave()], to: editor).first)
            let good = try client.path(of: id, in: editor)
            func reason(_ change: (inout InkInterface.Path) -> Void) -> String {
                var path = good
                change(&path)
                let stroke = InkInterface.NewStroke(x: [], y: [], path: path)
                return refusal(InkInterface.InvalidInk.self) { _ = try client.addStrokes([stroke], to: editor) }?.reason ?? "added"
            }
            #expect(reason { $0.id = 77 } == "added", "the number is the editor's")
            #expect(reason { $0.controlPoints[1].x = 2e6 }.hasPrefix("strokes[0].path.controlPoints[1].x is 2000000: give"))
            #expect(reason { $0.controlPoints[0].force = -1 }.contains("controlPoints[0].force"))
            #expect(reason { $0.controlPoints = [] }.contains("has 0 points"))
            #expect(reason { $0.kept = .init(first: 0, last: 1e5) }.contains("kept.last"))
            #expect(reason { $0.kept = .init(first: 2, last: 1) }.contains("ends before it begins"))
            #expect(reason { $0.erased = [.init(x: [1], y: [1], radius: -1)] }.contains("erased[0].radius"))
            #expect(reason { $0.created = -1 }.contains("created"))
            #expect(
                reason {
                    $0.transform.a = 0; $0.transform.b = 0
                }.contains("no inverse"))
            #expect(reason { $0.style.kind = "brush" }.contains("path.style.kind"))
        }

        @Test("is of a pen by its name, and can be given another one; that is undone")
        func pens() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            func set(_ key: String, _ value: String) throws {
                _ = try client.call(EditorInterface.SetConfiguration.self, .init(editor: editor, key: key, value: .init(text: value)))
            }
            try set("pen.styles", "ink: pen #102030; fat: marker #a0b0c080")
            var stroke = Self.wave()
            stroke.pen = "fat"
            let id = try #require(try client.addStrokes([stroke, Self.wave()], to: editor).first)
            let fat = InkInterface.Style(kind: "marker", red: 160, green: 176, blue: 192, alpha: 128)
            #expect(try client.path(of: id, in: editor).style == fat)
            stroke.pen = "thin"
            let unknown = refusal(InkInterface.NoSuchPen.self) { _ = try client.addStrokes([stroke], to: editor) }
            #expect(unknown == .init(pen: "thin", pens: ["ink", "fat"]))
            let broad = try client.path(of: id, in: editor).controlPoints.map(\.height)
            try client.restyle([id], of: editor, pen: "ink")
            let thin = try client.path(of: id, in: editor)
            #expect(thin.style == .init(kind: "pen", red: 16, green: 32, blue: 48, alpha: 255))
            #expect((thin.controlPoints.map(\.height).max() ?? 9) < (broad.min() ?? 0), "a pen's mark is narrower than a marker's")
            _ = try client.undo(editor)
            #expect(try client.path(of: id, in: editor).style == fat)
            #expect(try client.path(of: id, in: editor).controlPoints.map(\.height) == broad)
            #expect(refusal(InkInterface.NoSuchStroke.self) { try client.restyle([99], of: editor, pen: "ink") }?.stroke == 99)
            #expect(refusal(ClientInterface.InvalidValue.self) { try client.restyle([id], of: editor) }?.parameter == "style")
            // new ink is of the pen that is named
            try set("pen.name", "fat")
            try client.write([client.stroke(50, 50)], in: editor)
            #expect(try client.strokes(of: editor).strokes.last?.style == fat)
            let none = refusal(EditorInterface.InvalidValue.self) { try set("pen.name", "thin") }
            #expect(none?.reason.contains("ink, fat") == true)
            #expect(refusal(EditorInterface.InvalidValue.self) { try set("pen.styles", "ink: brush #102030") }?.key == "pen.styles")
        }

        @Test("as pointer events carries the pen's tilt")
        func tilt() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            let events = (0..<20).map { (index: Int) -> EditorInterface.PointerEvent in
                let phase: EditorInterface.PointerPhase = index == 0 ? .down : index == 19 ? .up : .move
                return .init(phase: phase, x: Double(10 + index), y: Double(10 + index % 3), azimuth: -1.5, altitude: 0.6)
            }
            try client.send(events, to: editor)
            let stroke = try #require(try client.strokes(of: editor).strokes.first)
            #expect(stroke.altitude?.allSatisfy { abs($0 - 0.6) < 0.02 } == true)
            #expect(stroke.azimuth?.allSatisfy { abs($0 - (2 * .pi - 1.5)) < 0.02 } == true)
            let bad = EditorInterface.PointerEvent(phase: .down, x: 1, y: 1, altitude: 2)
            let refused = refusal(EditorInterface.InvalidPointerEvents.self) { try client.send([bad], to: editor) }
            #expect(refused?.reason == "altitude is 2: give 0 to 1.571 radians")
        }
    }
}
