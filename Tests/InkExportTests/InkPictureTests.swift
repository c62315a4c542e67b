import Ink
import Testing

@testable import InkExport

@Suite("Pictures of ink") struct InkPictureTests {
    /// A word of 20 × 10 mm in units of a tenth of a millimeter, that took two seconds.
    private static let word = InkPicture(
        strokes: [
            [
                InkPoint(x: 100, y: 200, time: Instant(microseconds: 0), force: 0.2),
                InkPoint(x: 200, y: 300, time: Instant(microseconds: 500_000), force: 0.9),
            ],
            [
                InkPoint(x: 250, y: 250, time: Instant(microseconds: 1_000_000), force: 0.9),
                InkPoint(x: 300, y: 200, time: Instant(microseconds: 2_000_000), force: 0.2),
            ],
        ], millimetersPerUnit: 0.1, isTimed: true, caption: "word",
        words: [TranscribedWord(text: "word", box: Box(x: 100, y: 200, width: 200, height: 100), ranges: [], baseline: 280)])

    private func corners(_ picture: InkPicture, _ layout: PictureLayout) -> [Point] {
        let box = picture.bounds ?? Box(x: 0, y: 0, width: 0, height: 0)
        return [layout.place(box.x, box.y), layout.place(box.right, box.bottom)]
    }

    @Test("everything lies on the paper, whatever is shown", arguments: [false, true], [nil, 1, 20] as [Double?])
    func layout(showsTime: Bool, scale: Double?) {
        var options = PictureOptions()
        (options.showsTime, options.scale) = (showsTime, scale)
        for caption in ["word", nil] {
            var picture = Self.word
            picture.caption = caption
            for cell in [nil, ContactSheet.cell] as [(width: Double, height: Double)?] {
                let layout = PictureLayout(picture, options: options, cell: cell)
                let boxes = [layout.legend, layout.bar?.box].compactMap { $0 }
                for box in boxes { #expect(box.x >= 0 && box.y >= 0 && box.right <= layout.width && box.bottom <= layout.height) }
                for place in corners(picture, layout) + (layout.caption.map { [$0.place] } ?? []) {
                    #expect((0...layout.width).contains(place.x) && (0...layout.height).contains(place.y))
                }
                // the ink ends above what explains it
                let lowest = corners(picture, layout)[1].y
                #expect(boxes.allSatisfy { $0.y > lowest } && (layout.caption.map { $0.place.y > lowest } ?? true))
                #expect((layout.caption != nil) == (caption != nil) && (layout.legend != nil) == showsTime)
            }
        }
    }

    @Test("ink is as large as asked for, and its bar says so")
    func scale() throws {
        var options = PictureOptions()
        options.scale = 2
        let layout = PictureLayout(Self.word, options: options)
        let (corner, opposite) = (corners(Self.word, layout)[0], corners(Self.word, layout)[1])
        #expect(abs(opposite.x - corner.x - 40) < 1e-9 && abs(opposite.y - corner.y - 20) < 1e-9)
        let bar = try #require(layout.bar)
        #expect(bar.millimeters == 10 && abs(bar.box.width - 20) < 1e-9)
        options.scale = nil
        (options.width, options.height, options.isRoomExact) = (100, 20, true)
        let fitted = PictureLayout(Self.word, options: options)
        #expect(corners(Self.word, fitted)[1].y - corners(Self.word, fitted)[0].y <= 20)
    }

    @Test("an ink of unknown size has no bar, and a dot is no blot")
    func unknown() {
        var picture = Self.word
        picture.millimetersPerUnit = nil
        #expect(PictureLayout(picture, options: PictureOptions()).bar == nil)
        let dot = InkPicture(strokes: [[InkPoint(x: 5, y: 5)]])
        #expect(dot.penWidth * PictureLayout(dot, options: PictureOptions()).scale <= 4)
        let none = PictureLayout(InkPicture(strokes: []), options: PictureOptions())
        #expect(none.width > 0 && none.height > 0 && none.bar == nil)
    }

    @Test("a page that was written large keeps its size as far as a sheet goes")
    func page() {
        let page = InkPicture(strokes: [[InkPoint(x: 0, y: 0), InkPoint(x: 150, y: 200)]], millimetersPerUnit: 1)
        #expect(abs(PictureLayout(page, options: PictureOptions()).scale - 1) < 0.01)
        let wall = InkPicture(strokes: [[InkPoint(x: 0, y: 0), InkPoint(x: 1500, y: 2000)]], millimetersPerUnit: 1)
        #expect(PictureLayout(wall, options: PictureOptions()).height < 290)
    }

    @Test("a sheet has a cell for every ink, none twice")
    func sheet() {
        for (count, columns) in [(1, nil), (2, nil), (7, nil), (500, nil), (7, 2), (3, 10), (0, nil)] as [(Int, Int?)] {
            let sheet = ContactSheet(count: count, columns: columns)
            #expect(sheet.columns * sheet.rows >= count && sheet.columns <= max(1, columns ?? .max))
            let corners = Set((0..<count).map { sheet.corner(of: $0) })
            #expect(corners.count == count && corners.allSatisfy { $0.x < sheet.width && $0.y < sheet.height })
        }
    }

    @Test("colors along time are even in OKLab, become lighter, and can all be shown")
    func colors() {
        let steps = (0...100).map { TimeColor.lab(Double($0) / 100) }
        let distances = zip(steps, steps.dropFirst()).map { a, b in
            ((a.lightness - b.lightness) * (a.lightness - b.lightness) + (a.a - b.a) * (a.a - b.a) + (a.b - b.b) * (a.b - b.b)).squareRoot()
        }
        #expect((distances.max() ?? 1) - (distances.min() ?? 0) < 1e-9)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.lightness < $1.lightness })
        for step in 0...100 {
            let (red, green, blue) = TimeColor.linear(Double(step) / 100)
            #expect([red, green, blue].allSatisfy { (0...1).contains($0) }, "\(step)")
        }
        // what is no share of the time is one of its ends
        #expect(TimeColor.rgb(.nan) == TimeColor.rgb(0) && TimeColor.rgb(7) == TimeColor.rgb(1))
    }

    @Test("every format is made by the same drawing, the same each time", arguments: PictureFormat.allCases)
    func formats(format: PictureFormat) throws {
        var options = PictureOptions()
        (options.showsTime, options.showsMoves) = (true, true)
        let bytes = try Self.word.data(as: format, options: options)
        let beginning: [PictureFormat: [UInt8]] = [.png: [0x89, 0x50, 0x4e, 0x47], .svg: Array("<?xml".utf8), .pdf: Array("%PDF".utf8)]
        let again = try Self.word.data(as: format, options: options)
        #expect(bytes.starts(with: beginning[format] ?? []) && bytes == again)
        options.showsMoves = false
        #expect(try Self.word.data(as: format, options: options) != bytes)
        #expect(try InkPicture.sheet(of: [Self.word, Self.word], as: format, options: options).count > bytes.count / 2)
    }

    @Test("force makes the line wider, unless it is not to")
    func force() throws {
        var options = PictureOptions()
        var even = Self.word
        for stroke in even.strokes.indices { for point in even.strokes[stroke].indices { even.strokes[stroke][point].force = 0 } }
        #expect(try Self.word.data(as: .svg) != even.data(as: .svg))
        options.followsForce = false
        #expect(try Self.word.data(as: .svg, options: options) == even.data(as: .svg, options: options))
    }

    @Test("unusual ink is drawn, or refused with what is wrong")
    func unusual() throws {
        let odd = InkPicture(
            strokes: [[], [InkPoint(x: .nan, y: 0)], [InkPoint(x: 1e12, y: -1e12, force: .nan), InkPoint(x: -1e12, y: 1e12)]],
            millimetersPerUnit: 1e-300, caption: "\0",
            words: [TranscribedWord(text: "\0", box: Box(x: .infinity, y: 0, width: 0, height: 0), ranges: [])])
        for format in PictureFormat.allCases { #expect(try !odd.data(as: format).isEmpty) }
        var options = PictureOptions()
        options.scale = 1000
        #expect(throws: ExportError.self) { try Self.word.data(as: .png, options: options) }
        #expect(throws: ExportError.self) { try Self.word.data(as: .pdf, options: options) }
    }
}
