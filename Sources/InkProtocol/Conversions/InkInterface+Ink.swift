public import Ink

extension InkInterface.Stroke {
    /// The stroke; its times are microseconds since 1970.
    public init(_ stroke: Ink.Stroke) {
        self.init(
            id: Int(clamping: stroke.id.value), x: stroke.points.map(\.x), y: stroke.points.map(\.y),
            force: stroke.points.map { Double($0.force) }, time: stroke.points.map { Double($0.time.microseconds) / 1000 })
    }
}

extension InkInterface.PathPoint {
    /// The same point.
    public init(_ point: Ink.PathPoint) {
        self.init(
            x: point.x, y: point.y, time: Double(point.time), width: Double(point.width), height: Double(point.height),
            opacity: Double(point.opacity), force: Double(point.force), azimuth: Double(point.azimuth), altitude: Double(point.altitude))
    }
}

extension InkInterface.Style {
    /// The same tool and colour.
    public init(_ style: InkStyle) {
        self.init(
            kind: "\(style.kind)", red: Int(style.red), green: Int(style.green), blue: Int(style.blue), alpha: Int(style.alpha))
    }
}

extension InkInterface.Matrix {
    /// The same map.
    public init(_ map: InkTransform) { self.init(a: map.a, b: map.b, c: map.c, d: map.d, tx: map.tx, ty: map.ty) }

    /// The same map.
    ///
    /// - Throws: `InvalidInk` if a number is not finite, or the map squeezes the plane onto a line.
    public func transform() throws(InkInterface.InvalidInk) -> InkTransform {
        let map = InkTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
        guard map.inverse != nil else {
            throw .init(reason: "the matrix \(a) \(b) \(c) \(d) \(tx) \(ty) cannot be taken back; its determinant must not be 0")
        }
        return map
    }
}

extension InkInterface.Path {
    /// The stroke's path and all that goes with it.
    public init(_ stroke: InkStroke) {
        self.init(
            id: Int(clamping: stroke.id.value), root: Int(clamping: stroke.root.value), style: .init(stroke.style),
            created: Double(stroke.path.created) / 1000, controlPoints: stroke.path.controlPoints.map { .init($0) },
            transform: .init(stroke.transform),
            visible: stroke.maskedPathRanges.map { .init(first: $0.lowerBound, last: $0.upperBound) },
            bounds: stroke.renderBounds.map { .init($0) })
    }
}

extension InkInterface.Stride {
    /// So many of these.
    public func callAsFunction(_ amount: Double) -> PathStride {
        switch self {
        case .distance: .distance(amount)
        case .time: .time(amount)
        case .parameter: .parameter(amount)
        }
    }
}
