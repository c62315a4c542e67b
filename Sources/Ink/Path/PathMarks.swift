/// A path that was fitted to samples, and where on it these are.
public struct FittedPath: Sendable {
    /// The path.
    public let path: StrokePath
    /// The samples that it was made from: those that were given, without those that say nothing new, and a few between them.
    let samples: [InkPoint]
    /// Where on the path each of these is; they do not fall.
    let parameters: [Double]
    /// The place of each among the samples that were given.
    let places: [Double]

    init(path: StrokePath, samples: [InkPoint], parameters: [Double], places: [Double]) {
        self.path = path
        self.samples = samples
        self.parameters = parameters
        self.places = places
    }

    /// A path through samples; see `StrokePath.init(fitting:tolerance:style:created:)`.
    public init(fitting samples: [InkPoint], tolerance: Double = 0.05, style: InkStyle, created: Int64) {
        self = StrokePath.fit(samples, tolerance: tolerance, style: style, created: created)
    }

    /// The parameter at a place among the samples that were given: 0 is the first, fractions lie between two.
    public func parameter(atSample place: Double) -> Double { Self.value(at: place, places, parameters) }

    /// The path with marks of the given sizes, one for each of the samples that were given; a size that is not above 0 is none. The
    /// opacity stays what the style made it.
    /// - Parameters:
    ///   - widths: sizes along the azimuth, in the unit of the samples.
    ///   - heights: sizes across it; the widths if nil.
    public func marked(widths: [Double], heights: [Double]? = nil) -> StrokePath {
        guard !widths.isEmpty else { return path }
        let sizes = widths.indices.map(Double.init)
        let points = path.controlPoints.enumerated().map { index, point in
            let place = Self.value(at: Double(index), parameters, places)
            var point = point
            point.width = Float(max(0, Self.value(at: place, sizes, widths)))
            point.height = Float(max(0, Self.value(at: place, sizes, heights ?? widths)))
            return point
        }
        return StrokePath(controlPoints: points, created: path.created, precision: path.precision).quantised
    }

    /// A function that is known at places which do not fall, straight between them, and the same beyond the ends; 0 if it is known nowhere.
    private static func value(at place: Double, _ places: [Double], _ values: [Double]) -> Double {
        guard let first = places.first, values.count == places.count else { return 0 }
        guard place > first else { return values[0] }
        // the first that lies behind
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] <= place { low = middle + 1 } else { high = middle }
        }
        guard low < places.count else { return values[places.count - 1] }
        let (before, after) = (places[low - 1], places[low])
        let part = after > before ? (place - before) / (after - before) : 0
        return values[low - 1] + (values[low] - values[low - 1]) * part
    }
}

extension StrokePath {
    /// The path with the marks that a tool makes of its forces, in stored steps.
    /// - Parameter unit: units of the path per millimetre.
    func marked(by kind: InkStyle.Kind, unit: Double) -> StrokePath {
        // of a device that knows no force all samples have none, and the pen is taken to be pressed as usual
        let knowsForce = controlPoints.contains { $0.force > 0 }
        let marked = controlPoints.map { point in
            var point = point
            kind.mark(&point, force: knowsForce ? max(0, min(1, point.force)) : 0.5, unit: Float(unit))
            return point
        }
        return StrokePath(controlPoints: marked, created: created, precision: precision).quantised
    }
}

extension InkStroke {
    /// The stroke in another style. Where the tool is another, its mark is what that makes of the force; else it stays as it is.
    /// - Parameter unit: units of the path per millimetre.
    public func restyled(as style: InkStyle, unit: Double = 1) -> InkStroke {
        var restyled = self
        restyled.style = style
        if style.kind != self.style.kind { restyled.path = path.marked(by: style.kind, unit: unit) }
        return restyled
    }
}
