import Editing
import Ink

@testable import InkExport

/// A text document with everything in it: two paragraphs with marked words, a drawing with a hole and a marker, a figure, text without
/// ink, a picture.
struct Letter {
    var snapshot: DocumentSnapshot
    var root: Block { snapshot.root }

    init() throws {
        var sheet = Sheet()
        var root = Block(id: "root", type: .container)
        root.children.append(
            try sheet.text(
                "p1",
                [
                    [.init(text: "Dear", candidates: ["Dear", "Pear"]), .init(text: "all,", decorations: [.underline])],
                    [
                        .init(text: "come", candidates: ["come", "came", "some"]), .init(text: "at"),
                        .init(text: "9.", decorations: [.strikethrough]),
                    ],
                ]))
        root.children.append(
            try sheet.text("p2", y: 40, [[.init(text: "Bye", decorations: [.surround]), .init(text: "now", decorations: [.surround])]]))
        var drawing = Block(id: "d1", type: .drawing, box: Box(x: 10, y: 55, width: 40, height: 15))
        drawing.strokes.append(
            sheet.add(line(from: (10, 60), to: (50, 60)), style: InkStyle(kind: .marker, red: 255, green: 220, blue: 0, alpha: 128)))
        let erased = sheet.add(line(from: (10, 68), to: (50, 68)), style: InkStyle(red: 180))
        sheet.change(erased) {
            $0.mask = StrokeMask(tracks: [EraserTrack(places: [Point(x: 30, y: 64), Point(x: 30, y: 72)], radius: 2)])
        }
        drawing.strokes.append(erased)
        root.children.append(drawing)
        let corners = [Point(x: 60, y: 55), Point(x: 80, y: 55), Point(x: 80, y: 68), Point(x: 60, y: 68)]
        var diagram = Block(id: "g1", type: .diagram, box: Box(x: 60, y: 55, width: 40, height: 13))
        var node = Block(id: "n1", type: .node, box: Box(x: 60, y: 55, width: 20, height: 13))
        node.content = .figure(.polygon(points: corners, closed: true, headAtStart: false, headAtEnd: false), label: "rectangle")
        var edge = Block(id: "e1", type: .edge, box: Box(x: 80, y: 61, width: 20, height: 0))
        edge.content = .figure(
            .polygon(points: [Point(x: 80, y: 61), Point(x: 100, y: 61)], closed: false, headAtStart: false, headAtEnd: true),
            label: "arrow")
        diagram.children = [node, edge]
        root.children.append(diagram)
        var typeset = Block(id: "t1", type: .text, box: Box(x: 10, y: 75, width: 60, height: 6))
        typeset.content = .text([
            TypesetLine(text: "Written & <set>", box: Box(x: 10, y: 75, width: 60, height: 6), baseline: 79.5)
        ])
        root.children.append(typeset)
        var picture = Block(id: "i1", type: .drawing, box: Box(x: 80, y: 75, width: 20, height: 10))
        picture.content = .image(try InkImage(checking: Pictures.png, mediaType: "image/png"))
        root.children.append(picture)
        root.box = Box(x: 10, y: 5, width: 90, height: 80)
        snapshot = sheet.snapshot(.textDocument, root)
    }

    func export(_ format: ExportFormat, _ options: ExportOptions = ExportOptions()) throws(ExportError) -> [UInt8] {
        try Export.data(of: root, in: snapshot, as: format, options: options)
    }

    func text(_ format: ExportFormat, _ options: ExportOptions = ExportOptions()) throws -> String {
        String(decoding: try export(format, options), as: UTF8.self)
    }
}
