import InkProtocol
import Testing

@testable import inkd_overlay

@Suite("Where the panel is")
struct PanelLayoutTests {
    private let monitor = Rectangle(x: 0, y: 0, width: 1920, height: 1080)

    @Test("the ink has the tablet's shape", arguments: [(216.0, 135.0), (100.0, 100.0), (152.0, 95.0), (60.0, 300.0)])
    func shape(width: Double, height: Double) throws {
        let layout = PanelLayout(surface: Surface(width: width, height: height), caret: nil, monitor: monitor, scale: 1)
        let ink = try #require(layout.ink)
        #expect(abs(ink.width / ink.height - width / height) < 1e-9)
        #expect(abs(ink.width - width * layout.pixelsPerMillimetre) < 1e-9)
        #expect(ink.width < 400.001 && ink.height < 230.001)
        #expect(ink.x >= 0 && ink.x + ink.width <= layout.frame.width)
        #expect(layout.text.y >= ink.y + ink.height && layout.candidates.y >= layout.text.y + layout.text.height)
        #expect(layout.candidates.y + layout.candidates.height <= layout.frame.height)
    }

    @Test("the panel ends above the caret, where no list of candidates is")
    func above() {
        let layout = PanelLayout(
            surface: Surface(width: 216, height: 135), caret: .init(x: 800, y: 700, width: 1, height: 20), monitor: monitor, scale: 1)
        #expect(layout.frame.y + layout.frame.height <= 700 && layout.frame.y + layout.frame.height > 680)
        #expect(layout.frame.x < 800 && layout.frame.x + layout.frame.width > 800)
    }

    @Test("below the caret there is room for the desktop's own list if there is none above")
    func below() {
        let layout = PanelLayout(
            surface: Surface(width: 216, height: 135), caret: .init(x: 800, y: 100, width: 1, height: 20), monitor: monitor, scale: 1)
        #expect(layout.frame.y >= 120 + 60)
    }

    @Test("without a caret it is at the bottom in the middle")
    func bottom() {
        let frame = PanelLayout(surface: Surface(width: 216, height: 135), caret: nil, monitor: monitor, scale: 1).frame
        #expect(abs(frame.x + frame.width / 2 - 960) <= 1)
        #expect(frame.y > 540 && frame.y + frame.height < 1080)
    }

    @Test("it stays on the monitor, wherever the caret is said to be", arguments: [1.0, 1.5, 2.0])
    func staysOnScreen(scale: Double) {
        let monitor = Rectangle(x: 1920, y: 200, width: 1280, height: 1024)
        for x in stride(from: -500, through: 5000, by: 97) {
            for y in stride(from: -500, through: 3000, by: 89) {
                let caret = TextInputInterface.Caret(x: x, y: y, width: 0, height: 18)
                let frame = PanelLayout(surface: Surface(width: 300, height: 200), caret: caret, monitor: monitor, scale: scale).frame
                #expect(frame.x >= 1920 && frame.y >= 200)
                #expect(frame.x + frame.width <= 1920 + 1280 && frame.y + frame.height <= 200 + 1024)
            }
        }
    }

    @Test("a caret at the ends of what numbers can say is no trouble")
    func extremes() {
        for place in [Int.min, Int.max] {
            let frame = PanelLayout(
                surface: nil, caret: .init(x: place, y: place, width: place, height: place), monitor: monitor, scale: 4
            ).frame
            #expect(frame.x >= 0 && frame.y >= 0)
        }
    }

    @Test("the caret's monitor is taken, or else the first")
    func monitors() {
        let other = Rectangle(x: 1920, y: 0, width: 1280, height: 1024)
        let caret = TextInputInterface.Caret(x: 2000, y: 10, width: 0, height: 10)
        #expect(PanelLayout.monitor(for: caret, among: [monitor, other]) == other)
        #expect(PanelLayout.monitor(for: nil, among: [monitor, other]) == monitor)
        #expect(PanelLayout.monitor(for: .init(x: -9, y: 0, width: 0, height: 0), among: [monitor, other]) == monitor)
    }

    @Test("a tablet of unknown size leaves text only")
    func unknownSize() {
        #expect(Surface(width: nil, height: 100) == nil && Surface(width: .infinity, height: 3) == nil)
        #expect(Surface(width: 0, height: 3) == nil)
        let layout = PanelLayout(surface: nil, caret: nil, monitor: monitor, scale: 1)
        #expect(layout.ink == nil && layout.frame.height < 100 && layout.text.width > 200)
    }
}
