/// A stroke as drawn and stored: its path, style, transform and mask.
public struct InkStroke: Sendable, Hashable, Identifiable {
    /// The ID in its editor.
    public var id: StrokeID
    /// The ID of the original stroke, if the stroke is a piece of a stroke that was split; otherwise the stroke's own ID.
    public var root: StrokeID
    /// The shape in the stroke's own coordinates, with nothing erased.
    public var path: StrokePath
    /// The style for drawing.
    public var style: InkStyle
    /// The map from the path's coordinates to the document's.
    public var transform: InkTransform
    /// The hidden parts of the path; nil if nothing is hidden.
    public var mask: StrokeMask?

    /// A stroke with these properties.
    public init(
        id: StrokeID, root: StrokeID? = nil, path: StrokePath, style: InkStyle = InkStyle(), transform: InkTransform = .identity,
        mask: StrokeMask? = nil
    ) {
        self.id = id
        self.root = root ?? id
        self.path = path
        self.style = style
        self.transform = transform
        self.mask = mask
    }

    /// The stroke that a pen drew through these samples, in the unit of `tolerance`; see
    /// `StrokePath.init(fitting:tolerance:style:created:)`.
    public init(id: StrokeID, fitting samples: [InkPoint], style: InkStyle = InkStyle(), created: Int64, tolerance: Double = 0.05) {
        self.init(id: id, path: StrokePath(fitting: samples, tolerance: tolerance, style: style, created: created), style: style)
    }
}

/// The tool and color of a stroke. A style has no width: the width varies along the path.
public struct InkStyle: Sendable, Hashable {
    /// The kind of tool, which determines how the mark depends on the pen.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        /// Opaque; wider under more force.
        case pen = 0
        /// Darker and a little wider under more force.
        case pencil = 1
        /// A broad, half-transparent chisel; force has no effect.
        case marker = 2
    }

    /// The tool.
    public var kind: Kind
    /// The red component, sRGB, 0…255.
    public var red: UInt8
    /// The green component, sRGB, 0…255.
    public var green: UInt8
    /// The blue component, sRGB, 0…255.
    public var blue: UInt8
    /// The alpha component: 0 is invisible, 255 is opaque; multiplied by the path's opacity.
    public var alpha: UInt8

    /// A tool and its color; black by default.
    @inlinable public init(kind: Kind = .pen, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0, alpha: UInt8 = 255) {
        self.kind = kind
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

extension InkStroke {
    /// The parameter step between consecutive samples in `samples`.
    public static let sampleStride = 0.25

    /// The parameter of each sample in `samples`: multiples of 1/4 within the visible parts of the path's line, and the ends of these
    /// parts.
    public var sampleParameters: [Double] {
        maskedPathRanges.flatMap { range in
            var parameters = [range.lowerBound]
            parameters.reserveCapacity(Int((range.upperBound - range.lowerBound) / Self.sampleStride) + 3)
            var next = ((range.lowerBound / Self.sampleStride).rounded(.down) + 1) * Self.sampleStride
            while next < range.upperBound {
                parameters.append(next)
                next += Self.sampleStride
            }
            if range.upperBound > range.lowerBound { parameters.append(range.upperBound) }
            return parameters
        }
    }

    /// The positions of `samples`, without their other values.
    public var samplePlaces: [Point] { sampleParameters.map { transform(path.place(at: $0)) } }

    /// The stroke as input for a recognizer: points on the visible parts of the path's line, in the document's coordinates, with times in
    /// microseconds since 1970. Force and angles are as the pen reported them, without the transform. Storing the stroke does not change
    /// the samples.
    public var samples: [InkPoint] {
        sampleParameters.map { parameter in
            let point = path.point(at: parameter)
            let place = transform(Point(x: point.x, y: point.y))
            let microseconds = Quantum.steps(Double(point.time), 1e-6, Quantum.coordinates)
            let time = Instant(microseconds: path.created).advanced(byMicroseconds: microseconds)
            return InkPoint(x: place.x, y: place.y, time: time, force: point.force, azimuth: point.azimuth, altitude: point.altitude)
        }
    }
}
