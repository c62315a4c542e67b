import Compression
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
@testable import PenLog

extension DaemonTests {
    @Suite("Documents of a note application")
    struct PageExchangeTests {
        /// A gray dot.
        private static let picture =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
        private static let texts = [
            "one small note", "two pens write", "three cats sleep", "four birds sing", "five old ships", "six tall trees",
            "seven long days",
            "eight warm cups", "nine red stones", "ten open doors",
        ]
        private static let colors = ["#000000ff", "#3333ccff", "#ff0000ff", "#008000ff", "blue"]

        /// A page as Xournal++ writes it: a hand's writing with the widths of its force, a highlighter over it, typed text, a picture.
        private static func page(_ number: Int, whiteOut: Bool = false) throws -> String {
            var hand = Handwriting()
            hand.seed = UInt64(number + 1)
            let points = 72 / 25.4
            var xml =
                ##"<page width="595.276" height="841.89"><background type="solid" color="#ffffffff" style="lined"/><layer name="Ink">"##
            for stroke in try hand.strokes(writing: texts[number]) {
                let places = stroke.points.map { "\($0.x * points) \(($0.y + 30) * points)" }.joined(separator: " ")
                let widths = stroke.points.dropLast().map { "\(0.5 + 2 * Double($0.force))" }.joined(separator: " ")
                xml +=
                    "<stroke tool=\"pen\" ts=\"0\" fn=\"\" color=\"\(colors[number % 5])\" width=\"1.41 \(widths)\" capStyle=\"round\">\(places)</stroke>"
            }
            xml += "</layer><layer>"
            xml += ##"<stroke tool="highlighter" color="#ffff007f" width="8.5">60 400 200 400.5 380 399</stroke>"##
            if whiteOut { xml += ##"<stroke tool="eraser" color="#ffffffff" width="2000">0 0 595 842</stroke>"## }
            xml += "<text font=\"Sans\" size=\"12\" x=\"60\" y=\"700\" color=\"#000000ff\">Typed on page \(number + 1)</text>"
            xml += "<image left=\"400\" top=\"600\" right=\"440\" bottom=\"640\">\(picture)</image>"
            return xml + "</layer></page>"
        }

        private static func file(_ pages: [String]) throws -> [UInt8] {
            let head =
                "<?xml version=\"1.0\" standalone=\"no\"?>\n<xournal creator=\"Xournal++ 1.2.3\" fileversion=\"4\"><title>A document</title>"
            return try CompressingWriter.compress(.gzip, Array((head + pages.joined() + "</xournal>").utf8))
        }

        /// An editor of a part.
        private static func open(_ part: Int, _ client: InkConnection) throws -> String {
            let editor = try client.createEditor()
            try client.setViewSize(of: editor, width: 210, height: 297)
            try client.setPart(of: editor, to: part, in: "notes")
            return editor
        }

        @Test(
            "ten pages with several pens and pictures come in, are read, and go out so that they can be searched",
            .enabled("no model: set INKD_MODEL to a .safetensors file") { hasModel })
        func tenPages() throws {
            let daemon = try RunningDaemon(model: modelPath)
            let client = try daemon.connect()
            try client.openPackage("notes", .create)
            let reply = try client.importPages(Self.file(try (0..<10).map { try Self.page($0) }), into: "notes")
            #expect(reply.parts.map(\.type) == [String](repeating: "Text Document", count: 10) && reply.lost.isEmpty, "\(reply.lost)")
            var read: [String] = []
            for (number, part) in reply.parts.enumerated() {
                let editor = try Self.open(part.id, client)
                try client.waitForIdle(editor, timeout: .seconds(300))
                let strokes = try client.strokes(of: editor).strokes
                let kinds = Set(strokes.map { $0.style?.kind ?? "pen" })
                #expect(kinds == ["pen", "marker"])
                if number == 2 { #expect(strokes.contains { $0.style == .init(kind: "pen", red: 255, green: 0, blue: 0, alpha: 255) }) }
                let path = try client.path(of: try #require(strokes.first).id, in: editor)
                #expect(Set(path.controlPoints.map(\.width)).count > 1, "widths follow the force")
                let blocks = try client.blocks(of: editor).blocks
                #expect(blocks.contains { $0.media == "image/png" } && blocks.contains { $0.text == "Typed on page \(number + 1)" })
                read.append(String(decoding: try client.export(editor, as: .text), as: UTF8.self))
                try client.closeEditor(editor)
            }
            let right = zip(read, Self.texts).flatMap { text, meant in meant.split(separator: " ").map { text.contains($0) } }.count { $0 }
            #expect(right >= 25, "of 30 words: \(read)")
            let out = try client.exportPages(of: "notes")
            let document = try XournalDocument(xopp: out)
            #expect(document.pages.count == 10 && document.pages.allSatisfy { abs($0.width - 595.276) < 0.1 })
            #expect(document.pages.first?.background?.style == "lined")
            for (page, text) in zip(document.pages, read) {
                let layer = try #require(page.layers.first)
                #expect(layer.name == "Recognized text")
                let lines = layer.elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
                #expect(!lines.isEmpty && lines.allSatisfy { text.contains($0) }, "\(lines) of \(text)")
                let rest = page.layers.dropFirst().flatMap(\.elements)
                #expect(rest.contains { if case .image = $0 { true } else { false } })
                #expect(rest.contains { if case .stroke(let stroke) = $0 { stroke.tool == .highlighter } else { false } })
            }
            // what went out comes in again: the text layer is read anew
            let again = try client.importPages(out, into: "notes")
            let editor = try Self.open(try #require(again.parts.first).id, client)
            let blocks = try client.blocks(of: editor).blocks
            #expect(blocks.count { $0.text.hasPrefix("Typed on page") } == 1, "\(blocks.map { ($0.type, $0.text) })")
            #expect(try client.parts(of: "notes").count == 20)
        }

        @Test("white-out takes away what is below it; what is no document is refused, and nothing is left of it")
        func whiteOut() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            try client.openPackage("notes", .create)
            let reply = try client.importPages(Self.file([try Self.page(0, whiteOut: true)]), into: "notes")
            let editor = try Self.open(try #require(reply.parts.first).id, client)
            #expect(try client.strokes(of: editor).strokes.isEmpty)
            for bad in [Array("no document".utf8), try Self.file([]), Array("%PDF-1.7\n".utf8), []] {
                #expect(refusal(PackagesInterface.ImportFailed.self) { _ = try client.importPages(bad, into: "notes") } != nil)
            }
            #expect(try client.parts(of: "notes").count == 1)
            let wrong = PackagesInterface.ImportPages.Parameters(package: "notes", format: "text/plain", transfer: try client.send([1]))
            #expect(refusal(PackagesInterface.NoSuchFormat.self) { _ = try client.call(PackagesInterface.ImportPages.self, wrong) } != nil)
            let missing = refusal(PackagesInterface.NoSuchPart.self) { _ = try client.exportPages(of: "notes", parts: [99]) }
            #expect(missing?.part == 99)
        }

        @Test("a damaged document comes in but for what is damaged, and LaTeX goes out as it came")
        func damaged() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            try client.openPackage("notes", .create)
            let page = """
                <page width="595.27" height="841.89"><background type="solid" color="#ffffffff" style="plain"/><layer>
                <stroke tool="pen" color="#000000ff" width="nan">10 10 20 20 30 10</stroke>
                <stroke tool="pen" color="#000000ff" width="1">10 10 20</stroke>
                <stroke tool="pen" color="#000000ff" width="1" style="dash">10 30 20 40 30 30</stroke>
                <teximage text="\\frac{a}{b}" left="10" top="50" right="40" bottom="80">\(Self.picture)</teximage>
                <teximage text="x^2" left="10" top="90" right="40" bottom="120">JVBERi0xLjcK</teximage></layer></page>
                """
            let reply = try client.importPages(Self.file([page]), into: "notes")
            let editor = try Self.open(try #require(reply.parts.first).id, client)
            #expect(try client.strokes(of: editor).strokes.count == 2)
            #expect(try client.blocks(of: editor).blocks.contains { $0.text == "x^2" })
            #expect(reply.lost.count == 4, "\(reply.lost)")
            #expect(reply.lost.contains("1 × line style"))
            #expect(reply.lost.contains("1 × stroke (line 4: its points are not pairs of numbers)"), "\(reply.lost)")
            let out = try XournalDocument(xopp: try client.exportPages(of: "notes"))
            let formulas = out.pages.flatMap(\.layers).flatMap(\.elements).compactMap {
                if case .image(let image) = $0 { image.latex } else { nil }
            }
            #expect(formulas == ["\\frac{a}{b}"])
            let pdf = refusal(PackagesInterface.ImportFailed.self) { _ = try client.importPages(Array("%PDF-1.7\n".utf8), into: "notes") }
            #expect(pdf?.reason.hasPrefix("the file is a PDF document, not a Xournal++ document: ") == true, "\(pdf?.reason ?? "")")
        }

        @Test("InkML of Office has its size in a part, and remarks say what is damaged or too large")
        func officeInk() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            func document(_ resolution: String) -> String {
                let channels = ["X", "Y"].map { "<channel name=\"\($0)\" type=\"integer\" units=\"cm\"/>" }.joined()
                let properties = ["X", "Y"].map {
                    "<channelProperty channel=\"\($0)\" name=\"resolution\" value=\"\(resolution)\" units=\"1/cm\"/>"
                }.joined()
                return
                    "<ink><context><inkSource><traceFormat>\(channels)</traceFormat><channelProperties>\(properties)</channelProperties></inkSource>"
                    + "</context>\n<trace>1000 1000, 2000 1500, 3000 1000</trace>\n<trace>1 one</trace></ink>"
            }
            let right = try client.importText(document("1000"), as: .inkML, into: editor)
            #expect(
                right.strokes == 1 && right.remarks?.count == 1 && right.remarks?.first?.contains("line 3") == true,
                "\(right.remarks ?? [])")
            let stroke = try #require(try client.strokes(of: editor).strokes.first)
            #expect(
                abs((stroke.x.max() ?? 0) - (stroke.x.min() ?? 0) - 20) < 0.2
                    && abs((stroke.y.max() ?? 0) - (stroke.y.min() ?? 0) - 5) < 0.2)
            let large = try client.importText(document("1"), as: .inkML, into: editor)
            #expect(large.remarks?.last?.contains("20000 mm wide") == true, "\(large.remarks ?? [])")
        }

        @Test("JIIX without ink comes in as text in its boxes")
        func jiixWithoutInk() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            try client.openPackage("notes", .create)
            let part = try client.createPart("Text Document", in: "notes")
            let editor = try Self.open(part.id, client)
            func word(_ label: String, _ x: Int, _ y: Int) -> String {
                #"{"label":"\#(label)","bounding-box":{"x":\#(x),"y":\#(y),"width":15,"height":9},"items":[{"type":"stroke","id":"0"}]}"#
            }
            let words = [word("hello", 10, 10), #"{"label":" "}"#, word("world", 28, 10), #"{"label":"\n"}"#, word("again", 10, 30)]
            let jiix =
                #"{"type":"Raw Content","elements":[{"type":"Text","label":"hello world\nagain","words":[\#(words.joined(separator: ","))]}]}"#
            let reply = try client.importText(jiix, into: editor)
            #expect(reply.strokes == 0 && reply.remarks?.first?.contains("3 × stroke") == true, "\(reply.remarks ?? [])")
            let text = String(decoding: try client.export(editor, as: .text), as: UTF8.self)
            #expect(text.contains("hello world") && text.contains("again"), "\(text)")
        }

        @Test("InkML comes into a part: what was exported is the same ink, with its pens")
        func inkML() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            var red = InkInterface.NewStroke(x: (0..<40).map { 20 + Double($0) / 2 }, y: (0..<40).map { 30 + Double($0 % 7) })
            red.style = .init(kind: "marker", red: 255, green: 0, blue: 0, alpha: 255)
            red.time = (0..<40).map { 1_700_000_000_000 + Double($0) * 10 }
            _ = try client.addStrokes([red, client.stroke(5, 5)], to: editor)
            let before = try client.strokes(of: editor).strokes
            let file = String(decoding: try client.export(editor, as: .inkML), as: UTF8.self)
            let part = try client.createPart("Drawing", in: "notes")
            try client.setPart(of: editor, to: part.id, in: "notes")
            #expect(try client.importText(file, as: .inkML, into: editor).strokes == 2)
            let after = try client.strokes(of: editor).strokes
            #expect(after.map(\.style) == before.map(\.style))
            for (old, new) in zip(before, after) {
                #expect(abs((old.x.min() ?? 0) - (new.x.min() ?? 9)) < 0.1 && abs((old.y.max() ?? 0) - (new.y.max() ?? 9)) < 0.1)
                #expect(abs((old.time.first ?? 0) - (new.time.first ?? 9)) < 2, "\(old.time.first ?? 0) \(new.time.first ?? 0)")
            }
            // of another program: traces without a format are in millimeters, and come to what is there
            let plain =
                #"<ink xmlns="http://www.w3.org/2003/InkML"><trace>10 20, 12 24, 14 20</trace><trace type="penUp">1 1, 2 2</trace></ink>"#
            #expect(try client.importText(plain, as: .inkML, into: editor).strokes == 1)
            let last = try #require(try client.strokes(of: editor).strokes.last)
            #expect(abs((last.x.first ?? 0) - 10) < 0.1 && abs((last.y.last ?? 0) - 20) < 0.1)
            #expect(try client.state(of: editor).state.undoCount == 2)
        }

        @Test("a package gets another name, and is saved under another, open or not")
        func names() throws {
            let daemon = try RunningDaemon()
            let client = try daemon.connect()
            let editor = try client.newEditor(.drawing)
            _ = try client.addStrokes([client.stroke(5, 5)], to: editor)
            #expect(refusal(PackagesInterface.PackageInUse.self) { try client.renamePackage("notes", to: "diary") } != nil)
            // with an editor, and with changes that were not saved
            let copy = try client.savePackage("notes", as: "copy")
            #expect(copy.name == "copy" && !copy.open && !copy.unsaved)
            #expect(try client.packages().first { $0.name == "notes" }?.unsaved == true)
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.savePackage("notes", as: "copy") } != nil)
            try client.closeEditor(editor)
            let renamed = try client.renamePackage("notes", to: "diary")
            #expect(renamed.name == "diary" && renamed.open && renamed.unsaved && !renamed.recovered && renamed.parts == 1)
            #expect(refusal(PackagesInterface.PackageExists.self) { try client.renamePackage("diary", to: "copy") } != nil)
            #expect(refusal(PackagesInterface.InvalidName.self) { try client.renamePackage("diary", to: "../x") } != nil)
            #expect(try client.packages().first { $0.name == "diary" }?.open == true, "what could not be renamed is as it was")
            #expect(refusal(PackagesInterface.NoSuchPackage.self) { try client.renamePackage("notes", to: "x") } != nil)
            try client.savePackage("diary")
            try client.closePackage("diary")
            #expect(try client.renamePackage("diary", to: "notes").open == false)
            #expect(try client.savePackage("notes", as: "third").bytes != nil)
            #expect(try client.packages().map(\.name) == ["copy", "notes", "third"])
            #expect(try client.packages().allSatisfy { !$0.open && !$0.unsaved })
            for name in ["copy", "notes", "third"] {
                #expect(try client.openPackage(name).parts == 1)
                let other = try client.createEditor()
                try client.setViewSize(of: other, width: 210, height: 297)
                try client.setPart(of: other, to: try client.part(at: 0, of: name).id, in: name)
                #expect(try client.strokes(of: other).strokes.count == 1)
            }
        }
    }
}
