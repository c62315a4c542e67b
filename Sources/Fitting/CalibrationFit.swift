internal import Glibc
package import Ink
package import InkProtocol

/// A tablet that cannot be fitted to its user, with the remedy.
package enum FittingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing knows the size of the tablet of this name.
    case noSize(String)
    /// Taps give no calibration, with the reason.
    case notCalibrated(String)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .noSize(let name):
            "nothing knows the size of \(name): measure its active area, and write it as `size` below devices.tablets in inkd.yaml first"
        case .notCalibrated(let reason): reason
        }
    }
}

/// A tablet's active area, and the places of taps on it.
package struct TappedSurface: Sendable {
    /// Millimetres of the active area, as its maker meant it to lie.
    package let width: Double
    /// As `width`, the other way.
    package let height: Double
    /// From the active area to the writing area.
    package let mapping: AreaMapping
    /// The calibration that taps have had already, in millimetres of the active area.
    package let inForce: InkTransform

    /// - Throws: `FittingError.noSize` if nothing knows the tablet's size.
    package init(_ device: DevicesInterface.Device) throws(FittingError) {
        guard let width = device.activeWidth, let height = device.activeHeight, let placement = device.placement,
            let across = device.width, let down = device.height, let turn = TabletArea.Rotation(rawValue: placement.turn),
            width > 0, height > 0
        else { throw .noSize(device.name) }
        let (partWidth, partHeight) = turn.swapsSides ? (down, across) : (across, down)
        let edges = [placement.x / width, placement.y / height, (placement.x + partWidth) / width, (placement.y + partHeight) / height]
        guard let edges = AreaEdges(edges.map { min(100, max(0, $0 * 100)) }) else { throw .noSize(device.name) }
        (self.width, self.height) = (width, height)
        mapping = AreaMapping(TabletArea(edges: edges, rotation: turn), width: width, height: height)
        inForce = device.calibration.flatMap { TabletCalibration($0) }?.scaled(width: width, height: height) ?? .identity
    }

    /// All of the active area is written on.
    package var isWhole: Bool { mapping.part.width > width * 0.999 && mapping.part.height > height * 0.999 }

    /// Where the crosses are, in parts of the writing area as it lies: clockwise from the upper left.
    package static let crosses = [Place(x: 0.1, y: 0.1), Place(x: 0.9, y: 0.1), Place(x: 0.9, y: 0.9), Place(x: 0.1, y: 0.9)]

    /// The crosses' places on the writing area, in millimetres.
    package var crosses: [Place] { Self.crosses.map { Place(x: $0.x * mapping.width, y: $0.y * mapping.height) } }

    /// Where the sensor saw a tap that was told to be at a place of the writing area; millimetres on the active area.
    package func seen(_ tap: Place) -> Place {
        let place = mapping.unmapped(tap)
        return inForce.inverse?(place) ?? place
    }
}

/// The calibration that brings taps nearest to the crosses that were meant, by least squares.
package struct CalibrationFit: Sendable {
    /// The whole calibration: it takes the place of the one in force.
    package let calibration: TabletCalibration
    /// Millimetres from each cross to its tap, with the calibration in force.
    package let before: [Double]
    /// The same with the new one.
    package let after: [Double]

    /// Millimetres of a tap from its cross that no calibration explains: the hand was elsewhere. One tap alone that is off shows a quarter
    /// of that at every cross.
    package static let tolerance = 2.0

    /// - Parameter taps: places on the writing area, in the order of the crosses.
    /// - Throws: `FittingError.notCalibrated` that says what was wrong with the taps.
    package init(taps: [Place], on surface: TappedSurface) throws(FittingError) {
        let meant = surface.crosses.map { surface.mapping.unmapped($0) }
        let seen = taps.map { surface.seen($0) }
        guard taps.count == meant.count, seen.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw .notCalibrated("\(taps.count) taps for \(meant.count) crosses: tap each cross once")
        }
        let fit = try Self.leastSquares(from: seen, to: meant, side: min(surface.mapping.width, surface.mapping.height))
        guard fit.determinant > 0 else {
            throw .notCalibrated("the taps are the crosses' mirror image: tap 1, 2, 3 and 4 in turn, clockwise from the upper left")
        }
        let turn = atan2(fit.b - fit.c, fit.a + fit.d) * 180 / .pi
        let quarters = Int((turn / 90).rounded())
        guard quarters == 0 else {
            let rotation = (surface.mapping.turn.rawValue + quarters * 90 + 360) % 360
            throw .notCalibrated(
                """
                the taps are the crosses turned. If you tapped 1 first, the tablet lies turned by \(rotation)°: \
                `inkctl area --rotation \(rotation)` prints how to say so. If not, begin with 1
                """)
        }
        let parts = InkTransform.scale(x: surface.width, y: surface.height).followed(by: fit)
            .followed(by: .scale(x: 1 / surface.width, y: 1 / surface.height))
        guard let calibration = TabletCalibration(parts.rounded) else {
            let percent = Self.fixed(TabletCalibration.shift(of: parts) * 100, digits: 0)
            let limit = Self.fixed(TabletCalibration.maximumShift * 100, digits: 0)
            throw .notCalibrated(
                """
                a corner would have to move by \(percent) % of a side, and \(limit) % is the limit. Were the crosses on the tablet's own \
                screen, full-screen, or in the corners of its active area? Is its size right (`inkctl devices`)?
                """)
        }
        self.calibration = calibration
        let applied = calibration.scaled(width: surface.width, height: surface.height)
        before = zip(seen, meant).map { surface.inForce($0).distance(to: $1) }
        after = zip(seen, meant).map { applied($0).distance(to: $1) }
        guard let worst = after.max(), worst <= Self.tolerance else {
            throw .notCalibrated(
                """
                with the best calibration a tap is still \(Self.fixed(after.max() ?? 0, digits: 1)) mm from its cross: one of them was \
                beside it. Do it again, slowly, with the pen as upright as when you write
                """)
        }
    }

    /// A number with `digits` decimals, 0 or 1.
    private static func fixed(_ value: Double, digits: Int) -> String {
        guard digits > 0 else { return "\(Int(exactly: value.rounded()) ?? 0)" }
        return "\((value * 10).rounded() / 10)"
    }

    /// The affine map that takes places nearest to others: both coordinates are fitted around the means.
    private static func leastSquares(from places: [Place], to goals: [Place], side: Double) throws(FittingError) -> InkTransform {
        let count = Double(places.count)
        func mean(_ places: [Place]) -> Place {
            Place(x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
        }
        let (middle, goal) = (mean(places), mean(goals))
        var (xx, xy, yy) = (0.0, 0.0, 0.0)
        var (ax, ay, bx, by) = (0.0, 0.0, 0.0, 0.0)
        for (place, wanted) in zip(places, goals) {
            let (x, y) = (place.x - middle.x, place.y - middle.y)
            let (u, v) = (wanted.x - goal.x, wanted.y - goal.y)
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
            (ax, ay, bx, by) = (ax + u * x, ay + u * y, bx + v * x, by + v * y)
        }
        // the narrower spread of the taps, as the smaller eigenvalue of their covariance
        let spread = ((xx + yy - ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()) / 2 / count).squareRoot()
        let determinant = xx * yy - xy * xy
        guard spread > side / 10, determinant > 0 else {
            throw .notCalibrated("the taps lie on one line or on one spot: tap all four crosses, each once")
        }
        let a = (ax * yy - ay * xy) / determinant
        let c = (ay * xx - ax * xy) / determinant
        let b = (bx * yy - by * xy) / determinant
        let d = (by * xx - bx * xy) / determinant
        return InkTransform(
            a: a, b: b, c: c, d: d, tx: goal.x - a * middle.x - c * middle.y, ty: goal.y - b * middle.x - d * middle.y)
    }
}

extension InkTransform {
    /// With the digits that are written: a millionth of a tablet is less than its sensor tells apart.
    fileprivate var rounded: InkTransform {
        func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        return InkTransform(a: rounded(a), b: rounded(b), c: rounded(c), d: rounded(d), tx: rounded(tx), ty: rounded(ty))
    }
}
