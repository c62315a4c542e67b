import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkExport

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("SVG") struct SVGTests {
    /// The elements of a document by their names, and whether it is one.
    private final class Elements: NSObject, XMLParserDelegate {
        var all: [(name: String, attributes: [String: String])] = []
        var titles: [String] = []
        private var isTitle = false

        init(_ bytes: [UInt8]) throws {
            super.init()
            let parser = XMLParser(data: Data(bytes))
            parser.delegate = self
            try #require(parser.parse())
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            all.append((name, attributes))
            isTitle = name == "title"
            if isTitle { titles.append("") }
        }

        func parser(_ parser: XMLParser, foundCharacters text: String) { if isTitle { titles[titles.count - 1] += text } }
        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) { isTitle = false }

        func classes(_ name: String) -> Int {
            all.filter { $0.attributes["class"]?.split(separator: " ").contains(Substring(name)) == true }.count
        }
    }

    /// Pixels, dark ones as 1, as rsvg draws it and as cairo does.
    private func difference(_ sheet: Sheet, _ block: Block) throws -> Double {
        var options = ExportOptions()
        options.resolution = 150
        let snapshot = sheet.snapshot(.drawing, block)
        let ours = try Export.data(of: block, in: snapshot, as: .png, options: options)
        let svg = try Export.data(of: block, in: snapshot, as: .svg, options: options)
        let theirs = try Tools.run(Tools.rsvg, ["-d", "150", "-p", "150", "-b", "white", "-"], on: svg, ending: "svg")
        let (a, b) = (try Pixels(ours), try Pixels(theirs))
        try #require(abs(a.width - b.width) <= 1 && abs(a.height - b.height) <= 1, "\(a.width) × \(a.height), \(b.width) × \(b.height)")
        var (dark, other) = (0.0, 0.0)
        for y in 0..<min(a.height, b.height) {
            for x in 0..<min(a.width, b.width) {
                let (p, q) = (a[Double(x), Double(y)].map(Double.init), b[Double(x), Double(y)].map(Double.init))
                guard p.count == 3, q.count == 3 else { continue }
                dark += zip(p, [255, 255, 255]).map { $1 - $0 }.reduce(0, +)
                other += zip(p, q).map { abs($0 - $1) }.reduce(0, +)
            }
        }
        return dark > 0 ? other / dark : other
    }

    @Test("blocks, words and strokes have names, classes and titles")
    func names() throws {
        let letter = try Letter()
        let elements = try Elements(try letter.export(.svg))
        let ids = elements.all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        #expect(
            ids.contains("p1") && ids.contains("word-1-0") && ids.contains("stroke-1")
                && ids.contains("mask-\(letter.snapshot.strokes.last?.id.value ?? 0)"))
        #expect(elements.classes("stroke") == letter.snapshot.strokes.count)
        #expect(elements.classes("word") == 7 && elements.classes("block") == 9)
        #expect(elements.titles.contains("Dear all, come at 9.") && elements.titles.contains("Dear") && elements.titles.contains("marker"))
        #expect(elements.all.first?.attributes["viewBox"]?.split(separator: " ").count == 4)
    }

    @Test(
        "it looks as it is drawn: pens, taps, chisels, holes, pieces, turned ink", .enabled("needs rsvg-convert") { Tools.has(Tools.rsvg) })
    func looks() throws {
        var sheet = Sheet()
        var block = try sheet.text("d", [[.init(text: "Hand"), .init(text: "writing")], [.init(text: "again")]])
        func add(_ id: StrokeID, _ change: (inout InkStroke) -> Void = { _ in }) {
            sheet.change(id, change)
            block.strokes.append(id)
        }
        add(sheet.add(line(from: (10, 40), to: (60, 42)), style: InkStyle(kind: .marker, red: 255, green: 200, alpha: 128)))
        add(sheet.add([InkPoint(x: 70, y: 40, time: Instant(microseconds: 0), force: 0.9)]))
        let curl = (0..<60).map { index -> InkPoint in
            let t = Double(index) / 8
            return InkPoint(
                x: 30 + 8 * cos(t), y: 60 + 6 * sin(t) + t, time: Instant(microseconds: Int64(index) * 8000),
                force: Float(0.5 + 0.5 * sin(t)))
        }
        for kind in InkStyle.Kind.allCases { add(sheet.add(curl, x: Double(kind.rawValue) * 25, style: InkStyle(kind: kind, blue: 200))) }
        add(sheet.add(curl, x: 0, y: 20)) {
            $0.mask = StrokeMask(tracks: [EraserTrack(places: [Point(x: 20, y: 80), Point(x: 45, y: 85)], radius: 1.5)])
        }
        add(sheet.add(curl, x: 25, y: 20)) { $0.mask = StrokeMask(kept: 2...6) }
        add(sheet.add(curl, x: 50, y: 20)) { $0.transform = InkTransform(a: 1, b: 0.2, c: 0, d: 0.6, tx: 0, ty: 20) }
        add(sheet.add(curl, x: 75, y: 20)) { $0.transform = InkTransform.rotation(radians: 0.1).followed(by: .translation(x: 8, y: -8)) }
        block.box = nil
        let difference = try difference(sheet, block)
        #expect(difference < 0.03, "\(difference)")
    }

    @Test("typeset text, figures and marks are where they were", .enabled("needs rsvg-convert") { Tools.has(Tools.rsvg) })
    func content() throws {
        let letter = try Letter()
        var root = letter.root
        root.children.removeAll { !$0.strokes.isEmpty || $0.id == "i1" }
        let difference = try difference(Sheet(), root)
        // two programs set letters a part of a pixel apart
        #expect(difference < 0.5, "\(difference)")
    }

    @Test("words in type are text in their places, and the page has room for them")
    func words() throws {
        var editor = InkEditor(type: .text)
        _ = editor.addText([TypesetLine(text: "type", box: Box(x: 40, y: 50, width: 20, height: 6), baseline: 54.8)])
        let snapshot = editor.snapshot(language: nil)
        let elements = try Elements(try Export.data(of: snapshot.root, in: snapshot, as: .svg))
        let text = try #require(elements.all.first { $0.name == "text" }?.attributes)
        #expect(elements.classes("typeset") == 1 && text["x"] == "40" && text["y"] == "54.8")
        #expect(elements.all.first?.attributes["width"] == "30mm" && elements.all.first?.attributes["height"] == "16mm")
    }

    @Test("a stroke takes some twenty bytes for each of its control points, and more where its width changes")
    func size() throws {
        var sheet = Sheet()
        let words = "the quick brown fox jumps over the lazy dog".split(separator: " ").map { Sheet.Word(text: String($0)) }
        let block = try sheet.text("d", Array(repeating: words, count: 12))
        let points = sheet.strokes.reduce(0) { $0 + $1.path.controlPoints.count }
        let pressed = try Export.data(of: block, in: sheet.snapshot(.text, block), as: .svg).count
        for stroke in sheet.strokes {
            sheet.change(stroke.id) { stroke in
                let even = stroke.path.controlPoints.map { PathPoint(x: $0.x, y: $0.y, width: 0.5, height: 0.5) }
                stroke.path = StrokePath(controlPoints: even, created: stroke.path.created)
            }
        }
        let bytes = try Export.data(of: block, in: sheet.snapshot(.text, block), as: .svg).count
        #expect(bytes < 22 * points + 160 * sheet.strokes.count, "\(bytes) for \(points) points of \(sheet.strokes.count) strokes")
        #expect(pressed < 3 * bytes, "\(pressed)")
    }

    @Test("numbers of a path are short, and add up to where the pen was")
    func path() {
        var path = SVGPath()
        path.move(to: Point(x: 1.004, y: -0.5))
        path.line(to: Point(x: 1.5, y: 2))
        path.line(to: Point(x: 1.5, y: 2.001))
        path.curve(Point(x: 2, y: 2), Point(x: 3, y: 3), to: Point(x: 4, y: 3))
        path.curve(Point(x: 5, y: 3), Point(x: 6, y: 4), to: Point(x: 6, y: 5))
        path.close()
        #expect(path.text == "m1-.5.5 2.5c.5 0 1.5 1 2.5 1s2 1 2 2z")
        #expect([0, 5, 50, 105, -7, -1230].map(SVGPath.text) == ["0", ".05", ".5", "1.05", "-.07", "-12.3"])
        var far = SVGPath()
        far.move(to: Point(x: .nan, y: 1e300))
        far.line(to: Point(x: .infinity, y: -1e300))
        #expect(far.text == "m0 0")
    }
}
