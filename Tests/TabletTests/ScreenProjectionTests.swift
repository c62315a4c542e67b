import Evdev
import Ink
import Testing

@testable import Tablet

/// A pen of 10,000 by 5,000 units, 100 units per millimeter, mapped to a screen of 1,000 by 500 pixels.
@Suite struct ScreenProjectionTests {
    private typealias Rectangle = ScreenProjection.Rectangle

    private let field = Box(x: 100, y: 50, width: 200, height: 25)

    private func makeProjection(_ matrix: [Double], pixelsPerMillimeter: Double? = nil, minimum: Int32 = 0) -> ScreenProjection? {
        ScreenProjection(
            matrix: matrix, horizontal: AxisInfo(minimum: minimum, maximum: minimum + 10_000, resolution: 100),
            vertical: AxisInfo(minimum: minimum, maximum: minimum + 5000, resolution: 100), pixelsPerMillimeter: pixelsPerMillimeter)
    }

    @Test func `A field of the whole screen's mapping is scaled to device units`() throws {
        let projection = try #require(makeProjection([1000, 0, 0, 0, 500, 0]))
        #expect(projection.rectangle(field, margin: 0) == Rectangle(left: 1000, top: 500, right: 3000, bottom: 750))
    }

    @Test func `An axis need not begin at zero`() throws {
        let projection = try #require(makeProjection([1000, 0, 0, 0, 500, 0], minimum: -400))
        #expect(projection.rectangle(field, margin: 0) == Rectangle(left: 600, top: 100, right: 2600, bottom: 350))
    }

    @Test func `A pen that is mapped to the right half of the screen reaches only fields there`() throws {
        let projection = try #require(makeProjection([500, 0, 500, 0, 500, 0]))
        #expect(projection.rectangle(field, margin: 0) == nil)
        #expect(
            projection.rectangle(Box(x: 450, y: 0, width: 100, height: 500), margin: 0)
                == Rectangle(left: 0, top: 0, right: 1000, bottom: 5000))
    }

    @Test func `A rotated tablet has the field rotated`() throws {
        // clockwise by a quarter: the tablet's right edge is the screen's bottom edge
        let projection = try #require(makeProjection([0, -1000, 1000, 500, 0, 0]))
        let rectangle = try #require(projection.rectangle(field, margin: 0))
        #expect(rectangle == Rectangle(left: 1000, top: 3500, right: 1500, bottom: 4500))
    }

    @Test func `The margin is measured on the screen where its resolution is known, and else on the tablet`() throws {
        let onScreen = try #require(makeProjection([1000, 0, 0, 0, 500, 0], pixelsPerMillimeter: 4))
        #expect(onScreen.rectangle(field, margin: 5) == Rectangle(left: 800, top: 300, right: 3200, bottom: 950))
        let onTablet = try #require(makeProjection([1000, 0, 0, 0, 500, 0]))
        #expect(onTablet.rectangle(field, margin: 5) == Rectangle(left: 500, top: 0, right: 3500, bottom: 1250))
    }

    @Test(arguments: [
        [0, 0, 0, 0, 500, 0], [1, 2, 0, 2, 4, 0], [.nan, 0, 0, 0, 1, 0], [.infinity, 0, 0, 0, 1, 0], [1000, 0, 0, 0, 500], [],
    ])
    func `A mapping that cannot be inverted has no fields`(matrix: [Double]) { #expect(makeProjection(matrix) == nil) }

    @Test func `An axis without a range has no fields`() {
        let none = AxisInfo(minimum: 0, maximum: 0)
        #expect(ScreenProjection(matrix: [1000, 0, 0, 0, 500, 0], horizontal: none, vertical: none) == nil)
    }

    @Test(arguments: [
        Box(x: 0, y: 0, width: 0, height: 9), Box(x: 0, y: 0, width: 9, height: -1), Box(x: .nan, y: 0, width: 9, height: 9),
        Box(x: 0, y: 0, width: .infinity, height: 9), Box(x: 2000, y: 0, width: 9, height: 9), Box(x: 0, y: -90, width: 9, height: 9),
        Box(x: 1e300, y: 1e300, width: 1, height: 1),
    ])
    func `A rectangle that is empty, not finite or elsewhere is nowhere on the tablet`(box: Box) throws {
        let projection = try #require(makeProjection([1000, 0, 0, 0, 500, 0]))
        #expect(projection.rectangle(box, margin: 0) == nil)
    }

    @Test func `A map that is nearly singular stays within the axes`() throws {
        let projection = try #require(makeProjection([1e-100, 0, 0, 0, 1e-100, 0]))
        for box in [field, Box(x: -1e9, y: -1e9, width: 2e9, height: 2e9)] {
            guard let rectangle = projection.rectangle(box, margin: 1) else { continue }
            #expect(rectangle.left >= 0 && rectangle.right <= 10_000 && rectangle.top >= 0 && rectangle.bottom <= 5000)
        }
    }
}
