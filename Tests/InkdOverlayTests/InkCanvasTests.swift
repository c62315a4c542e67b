import Ink
import Testing

@testable import inkd_overlay

@Suite("Pixels of ink")
struct InkCanvasTests {
    private let pen = InkCanvas.Pen(color: (0, 0, 1))

    private func line(_ points: [(Double, Double)], width: Double = 4, opacity: Double = 1, stroke: Int = 1) -> TipInk.Line {
        var line = TipInk.Line(stroke: stroke, opacity: opacity)
        for point in points { line.path.append(.init(point: Point(x: point.0, y: point.1), width: width, time: .zero)) }
        return line
    }

    /// The opacity of a pixel, 0 to 255.
    private func opacity(_ canvas: InkCanvas, _ x: Int, _ y: Int) -> Int {
        let offset = (y - canvas.area.top) * canvas.stride + 4 * (x - canvas.area.left)
        return Int(canvas.pixels.load(fromByteOffset: offset, as: UInt32.self) >> 24)
    }

    @Test("ink is where the line is, and nothing elsewhere")
    func place() throws {
        let canvas = try #require(InkCanvas(PixelArea(left: 100, top: 200, right: 200, bottom: 260)))
        canvas.draw([line([(110, 230), (130, 230), (190, 230)])], in: canvas.area, pen)
        #expect(opacity(canvas, 150, 230) == 255 && opacity(canvas, 110, 230) == 255)
        #expect(opacity(canvas, 150, 236) == 0 && opacity(canvas, 195, 230) == 0 && opacity(canvas, 101, 201) == 0)
    }

    @Test("at a scale, with the output's origin")
    func scaled() throws {
        let canvas = try #require(InkCanvas(PixelArea(left: 0, top: 0, right: 200, bottom: 200)))
        let pen = InkCanvas.Pen(color: (0, 0, 1), scale: 2, origin: Point(x: 1000, y: 500))
        let line = line([(1020, 550), (1080, 550)])
        canvas.draw([line], in: canvas.area, pen)
        #expect(opacity(canvas, 100, 100) == 255 && opacity(canvas, 100, 103) == 255 && opacity(canvas, 100, 107) == 0)
        #expect(pen.pixels(of: Box(x: 1010, y: 510, width: 5, height: 5)) == PixelArea(left: 20, top: 20, right: 30, bottom: 30))
    }

    @Test("a part that is drawn anew is the same as the whole drawn at once")
    func parts() throws {
        let points: [(Double, Double)] = (0..<60).map { index in
            let (x, y) = (20 + 3 * index, 50 + 7 * index % 31)
            return (Double(x), Double(y))
        }
        let area = PixelArea(left: 0, top: 0, right: 240, bottom: 120)
        let (whole, parts) = (try #require(InkCanvas(area)), try #require(InkCanvas(area)))
        whole.draw([line(points)], in: area, pen)
        var ink = TipInk()
        var drawn = 0
        for point in points {
            ink.append(.init(point: Point(x: point.0, y: point.1), width: 4, time: .zero), to: 1)
            guard let damage = ink.takeDamage() else { continue }
            parts.draw(ink.lines, in: pen.pixels(of: damage.box).intersection(area), pen)
            drawn += 1
        }
        #expect(drawn == 60 && zip(whole.pixels, parts.pixels).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }

    @Test("a fading line is lighter, also where its pieces overlap")
    func fading() throws {
        let canvas = try #require(InkCanvas(PixelArea(left: 0, top: 0, right: 100, bottom: 40)))
        canvas.draw([line([(10, 20), (50, 20), (90, 20)], opacity: 0.5)], in: canvas.area, pen)
        for x in 12..<88 { #expect(abs(opacity(canvas, x, 20) - 128) <= 1) }
    }

    @Test("a larger canvas has the pixels of the one before")
    func copies() throws {
        let small = try #require(InkCanvas(PixelArea(left: 10, top: 10, right: 60, bottom: 40)))
        small.draw([line([(15, 20), (50, 30)])], in: small.area, pen)
        let large = try #require(InkCanvas(PixelArea(left: 0, top: 5, right: 100, bottom: 100)))
        large.copy(from: small)
        for y in 10..<40 { for x in 10..<60 { #expect(opacity(large, x, y) == opacity(small, x, y)) } }
        #expect(InkCanvas(.empty) == nil)
    }

    @Test("the shape has the pixels of the ink, once, in bands")
    func shape() throws {
        let canvas = try #require(InkCanvas(PixelArea(left: 100, top: 100, right: 200, bottom: 160)))
        canvas.draw([line([(110, 110), (190, 150), (110, 150)]), line([(105, 105), (105, 155)], stroke: 2)], in: canvas.area, pen)
        let shape = canvas.shape(in: canvas.area)
        for y in 100..<160 {
            for x in 100..<200 {
                let count = shape.count { $0.contains(PixelArea(left: x, top: y, right: x + 1, bottom: y + 1)) }
                #expect(count == (opacity(canvas, x, y) >= 128 ? 1 : 0))
            }
        }
        for (one, next) in zip(shape, shape.dropFirst()) {
            #expect(next.top == one.top && next.bottom == one.bottom && next.left > one.right || next.top >= one.bottom)
        }
        #expect(shape.count < 200)
    }
}
