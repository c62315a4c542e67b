internal import Glibc
package import Ink
package import InkProtocol

/// An error that prevents a tablet from being calibrated, with the remedy.
package enum FittingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The size of the tablet of this name is unknown.
    case noSize(String)
    /// The taps do not determine a calibration. The text is the problem and its remedy.
    case notCalibrated(String)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .noSize(let name):
            "The size of \(name) is unknown. Measure its active area, and set `size` below devices.tablets in inkd.yaml first."
        case .notCalibrated(let reason): reason
        }
    }
}

/// A tablet's active area, and the positions of taps on it.
package struct TappedSurface: Sendable {
    /// The width of the active area in millimeters, in the tablet's default orientation.
    package let width: Double
    /// The height of the active area in millimeters, in the tablet's default orientation.
    package let height: Double
    /// The mapping from the active area to the writing area.
    package let mapping: AreaMapping
    /// The calibration that was in force when the taps were reported, in millimeters of the active area.
    package let inForce: InkTransform

    /// - Throws: `FittingError.noSize` if the tablet's size is unknown.
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

    /// Whether the writing area is the whole active area.
    package var isWhole: Bool { mapping.part.width > width * 0.999 && mapping.part.height > height * 0.999 }

    /// The positions of the crosses as fractions of the rotated writing area, clockwise from the upper left.
    package static let crosses = [Point(x: 0.1, y: 0.1), Point(x: 0.9, y: 0.1), Point(x: 0.9, y: 0.9), Point(x: 0.1, y: 0.9)]

    /// The crosses' positions on the writing area, in millimeters.
    package var crosses: [Point] { Self.crosses.map { Point(x: $0.x * mapping.width, y: $0.y * mapping.height) } }

    /// Returns the position on the sensor, in millimeters of the active area, of a tap that was reported at a position of the writing area.
    package func seen(_ tap: Point) -> Point {
        let place = mapping.unmapped(tap)
        return inForce.inverse?(place) ?? place
    }
}

/// The calibration, found by least squares, with which the taps are nearest to their crosses.
package struct CalibrationFit: Sendable {
    /// The new calibration, which replaces the current one entirely.
    package let calibration: TabletCalibration
    /// The distance of each tap from its cross with the current calibration, in millimeters.
    package let before: [Double]
    /// The distance of each tap from its cross with the new calibration, in millimeters.
    package let after: [Double]

    /// The maximum distance of a tap from its cross after calibration, in millimeters. With a larger distance, a tap has missed its cross.
    /// A single wrong tap adds a quarter of its error at every cross.
    package static let tolerance = 2.0

    /// - Parameter taps: the positions of the taps on the writing area in millimeters, in the order of the crosses.
    /// - Throws: `FittingError.notCalibrated` with the problem of the taps.
    package init(taps: [Point], on surface: TappedSurface) throws(FittingError) {
        let meant = surface.crosses.map { surface.mapping.unmapped($0) }
        let seen = taps.map { surface.seen($0) }
        guard taps.count == meant.count, seen.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
            throw .notCalibrated("There are \(taps.count) taps for \(meant.count) crosses. Tap each cross once.")
        }
        let fit = try Self.leastSquares(from: seen, to: meant, side: min(surface.mapping.width, surface.mapping.height))
        guard fit.determinant > 0 else {
            throw .notCalibrated("The taps are mirrored. Tap 1, 2, 3 and 4 in order, clockwise from the upper left.")
        }
        let turn = atan2(fit.b - fit.c, fit.a + fit.d) * 180 / .pi
        let quarters = Int((turn / 90).rounded())
        guard quarters == 0 else {
            let rotation = (surface.mapping.turn.rawValue + quarters * 90 + 360) % 360
            throw .notCalibrated(
                """
                The taps are rotated by \(rotation)°. If you tapped cross 1 first, the tablet is rotated: \
                `inkctl area --rotation \(rotation)` prints the setting. Otherwise begin with cross 1.
                """)
        }
        let parts = InkTransform.scale(x: surface.width, y: surface.height).followed(by: fit)
            .followed(by: .scale(x: 1 / surface.width, y: 1 / surface.height))
        guard let calibration = TabletCalibration(parts.rounded) else {
            let percent = Self.fixed(TabletCalibration.shift(of: parts) * 100, digits: 0)
            let limit = Self.fixed(TabletCalibration.maximumShift * 100, digits: 0)
            throw .notCalibrated(
                """
                A corner would move by \(percent) % of a side, more than the limit of \(limit) %. Show the crosses full-screen on the tablet's \
                screen, or put them in the corners of its active area, and check its size (`inkctl devices`).
                """)
        }
        self.calibration = calibration
        let applied = calibration.scaled(width: surface.width, height: surface.height)
        before = zip(seen, meant).map { surface.inForce($0).distance(to: $1) }
        after = zip(seen, meant).map { applied($0).distance(to: $1) }
        guard let worst = after.max(), worst <= Self.tolerance else {
            throw .notCalibrated(
                """
                With the best calibration a tap is still \(Self.fixed(after.max() ?? 0, digits: 1)) mm from its cross, so one tap missed \
                its cross. Repeat the taps slowly, with the pen held as for writing.
                """)
        }
    }

    /// Formats a number with `digits` decimals, 0 or 1.
    private static func fixed(_ value: Double, digits: Int) -> String {
        guard digits > 0 else { return "\(Int(exactly: value.rounded()) ?? 0)" }
        return "\((value * 10).rounded() / 10)"
    }

    /// Returns the affine map that moves `places` nearest to `goals`, by least squares. The means of both are subtracted first.
    private static func leastSquares(from places: [Point], to goals: [Point], side: Double) throws(FittingError) -> InkTransform {
        let count = Double(places.count)
        func mean(_ places: [Point]) -> Point {
            Point(x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
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
        // the smallest standard deviation of the taps in any direction, from the smaller eigenvalue of their covariance
        let spread = ((xx + yy - ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()) / 2 / count).squareRoot()
        let determinant = xx * yy - xy * xy
        guard spread > side / 10, determinant > 0 else {
            throw .notCalibrated("The taps are on one line or at one point. Tap each of the four crosses once.")
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
    /// The transform rounded to the stored digits. A millionth of a tablet's side is smaller than the resolution of the sensor.
    fileprivate var rounded: InkTransform {
        func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        return InkTransform(a: rounded(a), b: rounded(b), c: rounded(c), d: rounded(d), tx: rounded(tx), ty: rounded(ty))
    }
}
