/// Places of samples as a file has them, and what they are as whole numbers.
struct ExactPlaces {
    /// For each stroke the samples' places, y downwards.
    var strokes: [[(x: ExactDecimal, y: ExactDecimal)]] = []
    /// How many of the file's units make a millimetre, to the right and downwards; nil if it does not say.
    var perMillimetre: (x: Double?, y: Double?) = (nil, nil)
    /// Of the device that the file's units were made from, points a millimetre, if it says that.
    var resolution: Double?

    /// Larger numbers leave no room for sums and differences.
    private static let largest = Int128(1) << 30

    /// What the places are as whole numbers.
    struct Whole {
        var strokes: [[(x: Int64, y: Int64)]]
        /// Of these numbers; nil if it is unknown.
        var unitsPerMillimetre: Double?
        /// No place was rounded.
        var isExact: Bool
    }

    /// The device's own points where the file tells its resolution, or else the file's numbers with as many decimals as there is room for.
    func whole() -> Whole {
        devicePoints() ?? decimals()
    }

    /// Units of length are multiples of the device's points, but for rounding.
    private func devicePoints() -> Whole? {
        guard let resolution, let x = perMillimetre.x, let y = perMillimetre.y, (0.001...100_000).contains(resolution) else { return nil }
        var strokes: [[(x: Int64, y: Int64)]] = []
        for samples in self.strokes {
            var points: [(x: Int64, y: Int64)] = []
            for sample in samples {
                let place = (sample.x.value / x * resolution, sample.y.value / y * resolution)
                guard let pointX = Self.nearest(place.0), let pointY = Self.nearest(place.1) else { return nil }
                points.append((pointX, pointY))
            }
            strokes.append(points)
        }
        return Whole(strokes: strokes, unitsPerMillimetre: resolution, isExact: true)
    }

    /// The whole number that it must have been, if there is one.
    private static func nearest(_ place: Double) -> Int64? {
        guard place.magnitude <= Double(largest), (place - place.rounded()).magnitude < 0.25 else { return nil }
        return Int64(place.rounded())
    }

    private func decimals() -> Whole {
        let numbers = strokes.joined()
        let wanted = numbers.reduce(0) { max($0, $1.x.scale, $1.y.scale) }
        var scale = wanted
        var perMillimetre = perMillimetre.x.map { $0 * Self.power(wanted) }
        while scale > 0, !fits(scale) || perMillimetre ?? 1 > 100_000 {
            scale -= 1
            perMillimetre = perMillimetre.map { $0 / 10 }
        }
        // units that are not square become so
        let stretch = (self.perMillimetre.x ?? 1) / (self.perMillimetre.y ?? self.perMillimetre.x ?? 1)
        let strokes = self.strokes.map { samples in
            samples.map {
                (x: whole($0.x, scale), y: stretch == 1 ? whole($0.y, scale) : Self.clamped($0.y.value * Self.power(scale) * stretch))
            }
        }
        if let exact = self.perMillimetre.x { perMillimetre = exact * Self.power(scale) }
        return Whole(strokes: strokes, unitsPerMillimetre: perMillimetre, isExact: scale == wanted && stretch == 1 && fits(scale))
    }

    private func fits(_ scale: Int) -> Bool {
        strokes.joined().allSatisfy { Self.fits($0.x, scale) && Self.fits($0.y, scale) }
    }

    private static func fits(_ number: ExactDecimal, _ scale: Int) -> Bool {
        number.scaled(to: scale).map { $0.magnitude <= largest.magnitude } ?? false
    }

    private func whole(_ number: ExactDecimal, _ scale: Int) -> Int64 {
        guard let scaled = number.scaled(to: scale) else { return Self.clamped(number.value * Self.power(scale)) }
        return Int64(min(Self.largest, max(-Self.largest, scaled)))
    }

    private static func clamped(_ value: Double) -> Int64 {
        Int64(min(Double(largest), max(-Double(largest), value.isFinite ? value.rounded() : 0)))
    }

    private static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { product, _ in product * 10 } }
}
