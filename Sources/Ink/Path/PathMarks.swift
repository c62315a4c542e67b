/// A path fitted to samples, and the samples' positions on it.
public struct FittedPath: Sendable {
    /// The path.
    public let path: StrokePath
    /// The fitted samples: the given samples without repetitions, and a few inserted samples.
    let samples: [InkPoint]
    /// The parameter of each sample on the path; never decreasing.
    let parameters: [Double]
    /// The index of each sample among the given samples; a fraction for an inserted sample.
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

    /// Returns the parameter at an index among the given samples; a fractional index lies between two samples.
    public func parameter(atSample place: Double) -> Double { Self.value(at: place, places, parameters) }

    /// Returns the path with marks of the given sizes, one size for each given sample. A size of 0 or less means no mark. The opacity
    /// remains that of the style.
    /// - Parameters:
    ///   - widths: sizes along the azimuth, in the unit of the samples.
    ///   - heights: sizes across the azimuth; the widths if nil.
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
        return StrokePath(controlPoints: points, created: path.created, precision: path.precision).quantized
    }

    /// Interpolates linearly between values at non-decreasing positions, with constant extrapolation; 0 without values.
    private static func value(at place: Double, _ places: [Double], _ values: [Double]) -> Double {
        guard let first = places.first, values.count == places.count else { return 0 }
        guard place > first else { return values[0] }
        // index of the first position after `place`
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
    /// Returns the path with the marks that a tool draws with the forces of the points, rounded to the steps in which paths are stored.
    /// - Parameter unit: units of the path per millimeter.
    func marked(by kind: InkStyle.Kind, unit: Double) -> StrokePath {
        // devices without pressure report zero force for all samples; assume a usual pressure
        let knowsForce = controlPoints.contains { $0.force > 0 }
        let marked = controlPoints.map { point in
            var point = point
            kind.mark(&point, force: knowsForce ? max(0, min(1, point.force)) : 0.5, unit: Float(unit))
            return point
        }
        return StrokePath(controlPoints: marked, created: created, precision: precision).quantized
    }
}

extension InkStroke {
    /// Whether the marks along the path differ from those that the style's tool makes of the force.
    /// - Parameter unit: units of the path per millimeter.
    public func hasOwnMarks(unit: Double = 1) -> Bool {
        // the force has been rounded since the marks were made
        let tolerance = Float(0.01 * unit + path.precision)
        let knowsForce = path.controlPoints.contains { $0.force > 0 }
        return path.controlPoints.contains { point in
            var made = point
            style.kind.mark(&made, force: knowsForce ? max(0, min(1, point.force)) : 0.5, unit: Float(unit))
            return abs(made.width - point.width) > tolerance || abs(made.height - point.height) > tolerance
        }
    }

    /// Returns the stroke in another style. If the tool differs, the mark is computed from the force; otherwise the mark is unchanged.
    /// - Parameter unit: units of the path per millimeter.
    public func restyled(as style: InkStyle, unit: Double = 1) -> InkStroke {
        var restyled = self
        restyled.style = style
        if style.kind != self.style.kind { restyled.path = path.marked(by: style.kind, unit: unit) }
        return restyled
    }
}
