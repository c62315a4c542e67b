internal import Ink

/// Pressure curves with one parameter, for a slider: from -100 for users who press hard, through 0 (a straight line), to 100 for users
/// who press softly.
///
/// The curves are Bézier curves whose control points lie on two sides of the unit square, like the curves that desktops offer.
enum PressureSoftness {
    /// The slider's range. Beyond this range the curve would have only zero and full force, without values between.
    static let range = -90.0...90.0

    /// Returns the curve of a softness.
    static func curve(_ softness: Double) -> PressureCurve? {
        let amount = min(abs(softness), 100)
        return PressureCurve(softness < 0 ? [amount, 0, 100, 100 - amount] : [0, amount, 100 - amount, 100])
    }

    /// Returns the softness of a curve; nil for a curve that is not of this kind.
    static func softness(of curve: PressureCurve) -> Double? {
        if curve == PressureCurve(points: [Point(x: 0, y: 0), Point(x: 1, y: 1)]) { return 0 }
        guard let numbers = curve.controls, numbers.count == 4 else { return nil }
        let softness = numbers[0] > 0 ? -numbers[0] : numbers[1]
        return Self.curve(softness) == curve ? softness : nil
    }

    /// Returns the softness whose curve passes through a point of the unit square, or as near to the point as the range allows.
    static func softness(through place: Point) -> Double {
        let pressure = Float(min(max(place.x, 0.02), 0.98))
        var (low, high) = (range.lowerBound, range.upperBound)
        // bisection is possible, because at each pressure the force grows with the softness
        for _ in 0..<12 {
            let middle = (low + high) / 2
            if Double(curve(middle)?.force(pressure) ?? 0) < place.y { low = middle } else { high = middle }
        }
        return ((low + high) / 2).rounded()
    }
}
