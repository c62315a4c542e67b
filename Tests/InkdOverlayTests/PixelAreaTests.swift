import Ink
import Testing

@testable import inkd_overlay

@Suite("Areas of pixels")
struct PixelAreaTests {
    private let screen = PixelArea(left: 0, top: 0, right: 1920, bottom: 1080)

    @Test("a box is covered by whole pixels; one that is not finite is empty")
    func covering() {
        #expect(PixelArea(covering: Box(x: 1.2, y: -0.5, width: 2, height: 1)) == PixelArea(left: 1, top: -1, right: 4, bottom: 1))
        #expect(PixelArea(covering: Box(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
        #expect(PixelArea(covering: Box(x: 1e300, y: 0, width: 1, height: 1)).isEmpty)
    }

    @Test("union and intersection ignore empty areas")
    func sets() {
        let area = PixelArea(left: 5, top: 5, right: 10, bottom: 10)
        #expect(area.union(.empty) == area && PixelArea.empty.union(area) == area)
        #expect(area.intersection(PixelArea(left: 10, top: 0, right: 20, bottom: 20)) == .empty)
        #expect(area.contains(.empty) && area.contains(area) && !area.contains(area.grown(by: 1)))
        #expect(PixelArea.empty.grown(by: 5).isEmpty)
    }

    @Test("a window grows on the sides that the ink crosses, with a margin, and not while the ink has room")
    func growth() {
        let first = PixelArea.empty.windowFrame(covering: PixelArea(left: 500, top: 500, right: 510, bottom: 510), on: screen, margin: 100)
        #expect(first == PixelArea(left: 400, top: 400, right: 610, bottom: 610))
        #expect(first.windowFrame(covering: PixelArea(left: 450, top: 450, right: 610, bottom: 600), on: screen, margin: 100) == first)
        let wider = first.windowFrame(covering: PixelArea(left: 450, top: 450, right: 620, bottom: 600), on: screen, margin: 100)
        #expect(wider == PixelArea(left: 400, top: 400, right: 720, bottom: 610))
    }

    @Test("a window stays on the screen, wherever the ink is")
    func onScreen() {
        var frame = PixelArea.empty
        for x in stride(from: -300, through: 2500, by: 70) {
            for y in stride(from: -200, through: 1500, by: 90) {
                let ink = PixelArea(left: x, top: y, right: x + 20, bottom: y + 20)
                frame = frame.windowFrame(covering: ink, on: screen, margin: 96)
                #expect(screen.contains(frame) && frame.contains(ink.intersection(screen)))
            }
        }
    }
}
