/// Where an eraser went: everything within a radius of a line of straight pieces.
public struct EraserTrack: Sendable, Hashable {
    /// The corners of the line; a single one is a dab.
    public var places: [Place]
    /// In the unit of the places.
    public var radius: Double

    /// The track along these places.
    @inlinable public init(places: [Place], radius: Double) {
        self.places = places
        self.radius = radius
    }

    /// The straight pieces.
    var capsules: [Capsule] {
        if places.count == 1 { return [Capsule(start: places[0], end: places[0], radius: radius)] }
        return zip(places, places.dropFirst()).map { Capsule(start: $0, end: $1, radius: radius) }
    }

    /// Whether it could reach something in the box.
    func isNear(_ box: Box) -> Bool {
        Box(around: places.lazy.map { InkPoint(x: $0.x, y: $0.y) })?.intersects(box, margin: radius) ?? false
    }

    /// The track in the coordinates that `transform` leads to, in whole steps of `precision`. Where lengths change by different factors in
    /// different directions, the radius changes by their geometric mean. nil if nothing is left of it: no place that is finite, or no
    /// radius.
    func mapped(by transform: InkTransform, precision: Double) -> EraserTrack? {
        let scale = abs(transform.determinant).squareRoot()
        let radius = Double(Quantum.steps(self.radius * scale, precision, 0...Quantum.coordinates.upperBound)) * precision
        guard radius > 0 else { return nil }
        var places: [Place] = []
        for place in self.places.map({ transform($0) }) where place.x.isFinite && place.y.isFinite {
            let place = Place(x: Quantum.coordinate(place.x, precision), y: Quantum.coordinate(place.y, precision))
            if place != places.last { places.append(place) }
        }
        return places.isEmpty ? nil : EraserTrack(places: places, radius: radius)
    }
}
