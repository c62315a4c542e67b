import InkProtocol
import Testing

@testable import inkd_overlay

@Suite("Where the panel is")
struct PanelLayoutTests {
    private let monitor = Monitor(frame: Rectangle(x: 0, y: 0, width: 1920, height: 1080), millimeters: 527, scale: 1)
    /// A word in the middle of a tablet.
    private let word = Extent(left: 60, top: 40, right: 85, bottom: 52)

    @Test("ink has its real size, with a margin around it, wherever on the tablet it is")
    func realSize() throws {
        let layout = PanelLayout(extent: word, caret: nil, monitor: monitor, scale: 1)
        let (ink, extent) = (try #require(layout.ink), try #require(layout.extent))
        #expect(abs(layout.pixelsPerMillimeter - 1920 / 527) < 1e-9)
        #expect(extent.left < word.left && extent.top < word.top && extent.right > word.right && extent.bottom > word.bottom)
        #expect(abs(ink.height - extent.height * layout.pixelsPerMillimeter) < 1e-9)
        #expect(abs(ink.width - extent.width * layout.pixelsPerMillimeter) < 1e-9)
        #expect(ink.width < 250 && layout.frame.height < 170)
        #expect(ink.x >= 0 && ink.x + ink.width <= layout.frame.width)
        #expect(layout.text.y >= ink.y + ink.height && layout.candidates.y >= layout.text.y + layout.text.height)
        #expect(layout.candidates.y + layout.candidates.height <= layout.frame.height)
    }

    @Test("a monitor that does not say how large it is, or cannot be so, has 96 dots to the inch", arguments: [0.0, 16, 200, 5000])
    func size(millimeters: Double) {
        let monitor = Monitor(frame: monitor.frame, millimeters: millimeters, scale: 2)
        #expect(abs(monitor.pixelsPerMillimeter - (millimeters == 200 ? 9.6 : 7.559)) < 0.01)
    }

    @Test("of a long line the end is shown, and a high one is made smaller: the panel never fills the monitor")
    func large() throws {
        let long = Extent(left: 0, top: 0, right: 600, bottom: 10)
        let line = try #require(PanelLayout(extent: long, caret: nil, monitor: monitor, scale: 1).extent)
        #expect(line.right >= 603 && line.left > 200)
        let page = PanelLayout(extent: Extent(left: 0, top: 0, right: 100, bottom: 300), caret: nil, monitor: monitor, scale: 1)
        #expect(page.frame.height < 0.5 * monitor.frame.height && page.pixelsPerMillimeter < 1)
    }

    @Test("it grows in steps, and never shrinks while a line goes on; another line begins anew")
    func grows() {
        let longer = Extent(left: 60, top: 40, right: 86, bottom: 52)
        let layouts = [word, longer].map { PanelLayout(extent: $0, caret: nil, monitor: monitor, scale: 1) }
        #expect(layouts[0] == layouts[1])
        // its first word has gone
        let rest = Extent(left: 90, top: 41, right: 110, bottom: 50)
        #expect(word.followed(by: rest) == Extent(left: 60, top: 40, right: 110, bottom: 52))
        let next = Extent(left: 20, top: 60, right: 40, bottom: 70)
        #expect(word.followed(by: next) == next)
        // a full stop stands low, and belongs to it
        #expect(word.followed(by: Extent(left: 88, top: 50, right: 88, bottom: 50)).right == 88)
    }

    @Test("the panel ends above the caret, where no list of candidates is")
    func above() {
        let caret = TextInputInterface.Caret(x: 800, y: 700, width: 1, height: 20)
        let layout = PanelLayout(extent: word, caret: caret, monitor: monitor, scale: 1)
        #expect(layout.frame.y + layout.frame.height <= 700 && layout.frame.y + layout.frame.height > 680)
        #expect(layout.frame.x < 800 && layout.frame.x + layout.frame.width > 800)
        #expect(!layout.covers(caret) && layout.covers(.init(x: 810, y: 660, width: 1, height: 20)))
    }

    @Test("below the caret there is room for the desktop's own list if there is none above")
    func below() {
        let caret = TextInputInterface.Caret(x: 800, y: 100, width: 1, height: 20)
        let layout = PanelLayout(extent: word, caret: caret, monitor: monitor, scale: 1, showsCandidates: false)
        // as high as that of IBus
        #expect(layout.frame.y >= 120 + 143)
        let near = PanelLayout(extent: word, caret: caret, monitor: monitor, scale: 1)
        #expect(near.frame.y >= 120 && near.frame.y < 140)
    }

    @Test("without a caret it is at the bottom in the middle")
    func bottom() {
        let frame = PanelLayout(extent: word, caret: nil, monitor: monitor, scale: 1).frame
        #expect(abs(frame.x + frame.width / 2 - 960) <= 1)
        #expect(frame.y > 540 && frame.y + frame.height < 1080)
    }

    @Test("it stays on the monitor, wherever the caret is said to be", arguments: [1.0, 1.5, 2.0, 3.0])
    func staysOnScreen(scale: Double) {
        let monitor = Monitor(frame: Rectangle(x: 1920, y: 200, width: 1280, height: 1024), millimeters: 340, scale: scale)
        for x in stride(from: -500, through: 5000, by: 97) {
            for y in stride(from: -500, through: 3000, by: 89) {
                let caret = TextInputInterface.Caret(x: x, y: y, width: 0, height: 18)
                let frame = PanelLayout(extent: word, caret: caret, monitor: monitor, scale: scale).frame
                #expect(frame.x >= 1920 && frame.y >= 200)
                #expect(frame.x + frame.width <= 1920 + 1280 && frame.y + frame.height <= 200 + 1024)
            }
        }
    }

    @Test("a caret at the ends of what numbers can say is no trouble")
    func extremes() {
        for place in [Int.min, Int.max] {
            let caret = TextInputInterface.Caret(x: place, y: place, width: place, height: place)
            let layout = PanelLayout(extent: nil, caret: caret, monitor: monitor, scale: 4)
            #expect(layout.frame.x >= 0 && layout.frame.y >= 0 && !layout.covers(caret))
        }
    }

    @Test("the caret's monitor is taken, or else the first")
    func monitors() {
        let other = Monitor(frame: Rectangle(x: 1920, y: 0, width: 1280, height: 1024), millimeters: 340, scale: 1)
        let caret = TextInputInterface.Caret(x: 2000, y: 10, width: 0, height: 10)
        #expect(Monitor.of(caret, among: [monitor, other]) == other)
        #expect(Monitor.of(nil, among: [monitor, other]) == monitor)
        #expect(Monitor.of(.init(x: -9, y: 0, width: 0, height: 0), among: [monitor, other]) == monitor)
        #expect(Monitor.of(caret, among: []).frame.width > 0)
    }

    @Test("where no ink can be shown, or candidates are shown elsewhere, there is room for the text alone")
    func textOnly() {
        #expect(Surface(width: nil, height: 100) == nil && Surface(width: .infinity, height: 3) == nil)
        #expect(Surface(width: 0, height: 3) == nil)
        let layout = PanelLayout(extent: nil, caret: nil, monitor: monitor, scale: 1)
        #expect(layout.ink == nil && layout.frame.height < 100 && layout.text.width >= 200)
        let bare = PanelLayout(extent: nil, caret: nil, monitor: monitor, scale: 1, showsCandidates: false)
        #expect(bare.candidates.height == 0 && bare.frame.height < layout.frame.height)
    }

    @Test("a sentence for the user has room for its lines, on the screen and beside the caret", arguments: [1, 3, 100])
    func message(lines: Int) {
        let caret = TextInputInterface.Caret(x: 1900, y: 500, width: 1, height: 20)
        let layout = PanelLayout(lines: lines, caret: caret, monitor: monitor, scale: 2)
        #expect(layout.text.height == Double(min(lines, 6)) * 44 && layout.text.width == 960 && layout.ink == nil)
        #expect(layout.frame.x >= 0 && layout.frame.x + layout.frame.width <= 1920 && !layout.covers(caret))
    }

    @Test("a single point is ink, too")
    func point() throws {
        let dot = Extent(left: 5, top: 5, right: 5, bottom: 5)
        let layout = PanelLayout(extent: dot, caret: nil, monitor: monitor, scale: 1)
        let ink = try #require(layout.ink)
        #expect(ink.width > 0 && ink.height > 0 && ink.height.isFinite)
    }
}
