import Editing
import Foundation
import Ink
import Testing

@testable import InkExport

@Suite("Pages") struct PageTests {
    /// The drawing with 10 pixels to a millimeter and no margin.
    private func draw(_ sheet: Sheet, _ change: (inout Block) -> Void = { _ in }) throws -> Pixels {
        var block = Block(id: "d", type: .drawing)
        block.strokes = sheet.strokes.map(\.id)
        change(&block)
        var options = ExportOptions()
        options.margin = 0
        options.resolution = 254
        return try Pixels(try Export.data(of: block, in: sheet.snapshot(.drawing, block), as: .png, options: options))
    }

    private let frame = AddedBlock.Content.figure(
        .polygon(points: [Point(x: 0, y: 0), Point(x: 40, y: 0)], closed: false, headAtStart: false, headAtEnd: false), label: "line")

    @Test("ink is where it was drawn, in its color, and an eraser's hole is paper")
    func hole() throws {
        var sheet = Sheet()
        let path = StrokePath(controlPoints: (0...40).map { PathPoint(x: Double($0), y: 10, width: 4, height: 4) }, created: 0)
        let id = sheet.add(line(from: (0, 10), to: (40, 10)), style: InkStyle(red: 200, green: 100))
        let track = EraserTrack(places: [Point(x: 20, y: 5), Point(x: 20, y: 15), Point(x: 22, y: 5)], radius: 1.5)
        sheet.change(id) {
            $0.path = path
            $0.mask = StrokeMask(tracks: [track, EraserTrack(places: [Point(x: 39, y: 10)], radius: 3)])
        }
        // The page begins where the ink does: 2 mm before its line.
        let pixels = try draw(sheet)
        #expect(pixels[120, 20] == [200, 100, 0])
        #expect(pixels[220, 20] == [255, 255, 255])
        #expect(pixels[360, 20] == [200, 100, 0])
        #expect(pixels[390, 20] != [200, 100, 0])
    }

    @Test("a marker lets through what lies below, and a transform moves the ink")
    func marker() throws {
        var sheet = Sheet()
        for kind in [InkStyle(), InkStyle(kind: .marker, red: 255, green: 255, alpha: 128)] {
            let id = sheet.add(line(from: (0, 0), to: (10, 0)), style: kind)
            sheet.change(id) {
                $0.path = StrokePath(controlPoints: (0...10).map { PathPoint(x: Double($0), y: 0, width: 4, height: 4) }, created: 0)
                if kind.kind == .marker { $0.transform = .translation(x: 5, y: 0) }
            }
        }
        let pixels = try draw(sheet)
        #expect(abs(pixels.width - 190) <= 2 && abs(pixels.height - 40) <= 2)
        #expect(pixels[40, 20] == [0, 0, 0])
        #expect(pixels[100, 20] == [128, 128, 0])
        #expect(pixels[160, 20] == [255, 255, 127])
    }

    @Test("a picture fills its box, whatever its type", arguments: ["image/png", "image/jpeg"])
    func images(type: String) throws {
        let bytes = type == "image/png" ? Pictures.png : Pictures.jpeg
        let image = try InkImage(checking: bytes, mediaType: type)
        let pixels = try draw(Sheet()) {
            $0.box = Box(x: 100, y: 50, width: 20, height: 10)
            $0.content = .image(image)
        }
        #expect(pixels.width == 200 && pixels.height == 100)
        let corner = pixels[5, 5].map(Int.init)
        #expect(corner.count == 3 && corner[0] < 30 && abs(corner[1] - 200) < 30 && corner[2] > 225, "\(corner)")
    }

    @Test("damaged pixels are an error that names the block", arguments: ["image/png", "image/jpeg"])
    func damaged(type: String) throws {
        let bytes: [UInt8] = type == "image/png" ? Pictures.png.dropLast(30) : Pictures.jpeg.prefix(200) + []
        #expect(throws: ExportError.unreadableImage(block: "d", reason: "its \(type) is damaged")) {
            try draw(Sheet()) {
                $0.box = Box(x: 0, y: 0, width: 4, height: 2)
                $0.content = .image(InkImage(mediaType: type, bytes: bytes, width: 4, height: 2))
            }
        }
    }

    @Test("a page that is too large, and options that cannot be, are refused with their values")
    func limits() throws {
        var block = Block(id: "d", type: .drawing, box: Box(x: 0, y: 0, width: 6_000, height: 10))
        block.content = .empty
        let snapshot = Sheet().snapshot(.drawing, block)
        var options = ExportOptions()
        #expect(throws: ExportError.tooManyPixels(width: 35_493, height: 119, limit: 32_000_000)) {
            try Export.data(of: block, in: snapshot, as: .png)
        }
        #expect(throws: ExportError.pageTooLarge(width: 6_010, height: 20, limit: 5_080)) {
            try Export.data(of: block, in: snapshot, as: .pdf)
        }
        options.resolution = .nan
        #expect(throws: ExportError.self) { try Export.data(of: block, in: snapshot, as: .png, options: options) }
        options.margin = -1
        #expect(throws: ExportError.invalidOption(name: "margin", value: "-1.0", allowed: "0 to 1000 millimeters")) {
            try Export.data(of: block, in: snapshot, as: .svg, options: options)
        }
    }

    @Test("SVG and PDF hold the page in its size, the JPEG as it is, and no date")
    func vector() throws {
        var block = Block(id: "d", type: .drawing, box: Box(x: 0, y: 0, width: 15.4, height: 15.4))
        block.content = .image(try InkImage(checking: Pictures.jpeg, mediaType: "image/jpeg"))
        let snapshot = Sheet().snapshot(.drawing, block)
        let svg = String(decoding: try Export.data(of: block, in: snapshot, as: .svg), as: UTF8.self)
        #expect(svg.contains("width=\"25.4mm\" height=\"25.4mm\" viewBox=\"-5 -5 25.4 25.4\""))
        #expect(svg.contains("data:image/jpeg;base64,\(Data(Pictures.jpeg).base64EncodedString().prefix(60))"))
        let pdf = try Export.data(of: block, in: snapshot, as: .pdf)
        #expect(pdf.starts(with: Array("%PDF-".utf8)))
        #expect(Data(pdf).range(of: Data(Pictures.jpeg)) != nil)
        #expect(Data(pdf).range(of: Data("(19700101000000Z)".utf8)) != nil)
    }

    @Test("a PNG says how large its pixels are", arguments: [150.0, 300])
    func resolution(dpi: Double) throws {
        var sheet = Sheet()
        var block = Block(id: "d", type: .drawing)
        block.strokes = [sheet.add(line(from: (0, 0), to: (20, 10)))]
        var options = ExportOptions()
        options.resolution = dpi
        let png = try Export.data(of: block, in: sheet.snapshot(.drawing, block), as: .png, options: options)
        let chunk = try #require(Data(png).range(of: Data("pHYs".utf8)))
        #expect(chunk.lowerBound == 37 && Array(png[33..<37]) == [0, 0, 0, 9])
        let perMeter = UInt32((dpi / 0.0254).rounded())
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: perMeter >> UInt32($0)) }
        #expect(Array(png[41..<50]) == bytes + bytes + [1])
        // whoever checks the sum of the chunk reads the file
        #expect(try Pixels(png).width > 0)
    }

    @Test("names in an SVG count from one")
    func names() {
        let svg = ##"<g id="surface65"><image id="image69"/><use href="#image69" clip-path="url(#clip1)"/><clipPath id="clip1"/>"##
        let expected = ##"<g id="e1"><image id="e2"/><use href="#e2" clip-path="url(#e3)"/><clipPath id="e3"/>"##
        #expect(String(decoding: SVGNames.renumbered(Array(svg.utf8)), as: UTF8.self) == expected)
    }
}
