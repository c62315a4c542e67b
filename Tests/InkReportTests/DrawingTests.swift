import Foundation
import Ink
import InkEvaluation
import InkExport
import XML
import PenLog
import Testing

@testable import InkReport

@Suite("Drawings of inks and tablets")
struct DrawingTests {
    @Test("its inks are drawn in braille")
    func braille() throws {
        let ink = try JSONInk(line: #"{"strokes":[[0,0,7,0],[0,0,0,7],[7,7]]}"#)
        #expect(BrailleInk.lines(of: ink, columns: 4, rows: 2) == ["⡏⠉⠉⠉", "⡇⠀⠀⢀"])
        #expect(BrailleInk.lines(of: JSONInk(strokes: [])) == [])
        let wild = "{\"strokes\":[[-2147483648,2147483647,2147483647,-2147483648]]}"
        #expect(BrailleInk.lines(of: try JSONInk(line: wild)).count <= 16)
        #expect(BrailleInk.lines(of: try JSONInk(line: #"{"strokes":[[5,5]]}"#)) == ["⠁"])
    }

    @Test("ink is drawn with the force and the time that its pen told")
    func picture() throws {
        let ink = try JSONInk(line: ##"{"strokes":[[0,0,10,0],[],[5,5]],"ppmm":10,"t":[[0,8],[],[100]],"f":[[0.5,7],[],[1]]}"##)
        let picture = ink.picture(caption: "x")
        #expect(picture.strokes.map { $0.map(\.force) } == [[0.5, 1], [1]])
        #expect(picture.strokes.map { $0.map(\.time.microseconds) } == [[0, 8000], [100_000]])
        #expect(picture.millimetersPerUnit == 0.1 && picture.isTimed)
        var lacking = ink
        lacking.channels[.force] = [[0.5]]
        #expect(lacking.picture().strokes.map { $0.map(\.force) } == [[0.5, 0], [0]])
    }

    @Test("a chart has a bar for every bin, and tells its values")
    func chart() {
        let svg = HistogramChart(histogram: Histogram([80, 80, 90, 100, 200]), unit: "Hz", thing: "ink").svg.html
        #expect(svg.contains("<title>80 to 90 Hz: 2 inks</title>") && svg.contains("<title>110 to 120 Hz: no inks</title>"))
        #expect(svg.components(separatedBy: "<rect").count - 1 == 13)
        let open = HistogramChart(histogram: Histogram((0..<100).map { Double($0 % 10) } + [5000]), unit: "ms", thing: "ink").svg.html
        #expect(open.contains(" and more ms: 1 ink</title>"))
    }

    @Test("the part lies in the drawing where it lies on the desk", arguments: TabletArea.Rotation.allCases)
    func places(rotation: TabletArea.Rotation) throws {
        let area = TabletArea(edges: try #require(AreaEdges("10,20,60,50")), rotation: rotation)
        let picture = AreaPicture(area, width: 200, height: 100)
        // the corner of the active area that the maker put top left, and the part's place seen from there
        let (left, top) = (20.0, 20.0)
        let corner: (Double, Double)
        switch rotation {
        case .none: corner = (picture.part.x, picture.part.y)
        case .quarter: corner = (picture.part.y, picture.whole.width - picture.part.right)
        case .half: corner = (picture.whole.width - picture.part.right, picture.whole.height - picture.part.bottom)
        case .threeQuarters: corner = (picture.whole.height - picture.part.bottom, picture.part.x)
        }
        #expect(abs(corner.0 - left) < 1e-9 && abs(corner.1 - top) < 1e-9)
    }

    @Test("any size of tablet fits the terminal")
    func sizes() {
        for (width, height) in [(1.0, 1000.0), (1000, 1), (0.001, 0.001), (216, 135), (1e9, 1e9)] {
            let lines = AreaPicture(TabletArea(rotation: .quarter), width: width, height: height).lines()
            #expect(lines.count <= 18 && lines.count >= 5 && lines.allSatisfy { (7...46).contains($0.count) }, "\(width) × \(height)")
        }
        #expect(AreaPicture(TabletArea(), width: 0, height: 0).lines().isEmpty)
    }
}
