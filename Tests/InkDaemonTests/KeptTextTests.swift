import Ink
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite struct KeptTextTests {
    /// Two words, the letters ten units high.
    private let ink = [0.0, 6, 12, 24, 30, 36].map { Box(x: $0, y: 0, width: 5, height: 10) }

    @Test("A stroke that is left out belongs to its word", arguments: [12.0, 26, 34])
    func leftOut(x: Double) { #expect(KeptText.isLeftOut(Box(x: x, y: 1, width: 4, height: 9), of: ink)) }

    @Test("At the line's beginning, and above and below it, somebody begins anew", arguments: [(0.0, 0.0), (8, 0), (26, 12), (26, -12)])
    func anew(x: Double, y: Double) { #expect(!KeptText.isLeftOut(Box(x: x, y: y, width: 4, height: 9), of: ink)) }

    @Test("What stands to the right goes on, and marks do wherever they stand")
    func carriedOn() {
        #expect(KeptText.isCarriedOn(by: Box(x: 43, y: 0, width: 5, height: 10), ink: ink))
        #expect(KeptText.isCarriedOn(by: Box(x: 7, y: -3, width: 1, height: 1), ink: ink))
        #expect(!KeptText.isCarriedOn(by: Box(x: 26, y: 0, width: 5, height: 10), ink: ink))
    }

    @Test("Nothing carries on no ink")
    func none() {
        let stroke = Box(x: 26, y: 0, width: 4, height: 9)
        #expect(!KeptText.isLeftOut(stroke, of: []))
        #expect(!KeptText.isCarriedOn(by: stroke, ink: []))
        #expect(!KeptText.isMark(stroke, on: []))
    }
}
