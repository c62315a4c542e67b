internal import Ink
internal import InkProtocol
internal import InputMethod

/// The mapping of a tablet's surface to the screen.
struct SurfaceMapping: Hashable {
    var vendor: Int
    var product: Int
    var name: String?
    /// The map from fractions of the surface to pixels of the screen.
    var map: InkTransform
    /// Pixels of the screen per millimeter; nil if unknown.
    var pixelsPerMillimeter: Double?

    /// The mapping as inkd receives it.
    var report: TextInputInterface.TabletMapping {
        .init(
            vendor: vendor, product: product, name: name, matrix: [map.a, map.c, map.tx, map.b, map.d, map.ty],
            millimeter: pixelsPerMillimeter)
    }

    /// The point of the screen to which the middle of the surface is mapped.
    var middle: Point { map(Point(x: 0.5, y: 0.5)) }
}

extension [SurfaceMapping] {
    /// The mappings as inkd receives them, without duplicates. A mapping has a name only if pens of the same model are mapped in different
    /// ways.
    var reports: [TextInputInterface.TabletMapping] {
        var reports: [TextInputInterface.TabletMapping] = []
        for var mapping in self {
            let isOnly = allSatisfy { ($0.vendor, $0.product) != (mapping.vendor, mapping.product) || $0.map == mapping.map }
            if isOnly { mapping.name = nil }
            if !reports.contains(mapping.report), reports.count < Self.limit { reports.append(mapping.report) }
        }
        return reports
    }

    /// Maximum number of tablets that inkd accepts.
    private static var limit: Int { 32 }
}

extension InkTransform {
    /// Creates the map with the first six numbers of a matrix, row by row, as in libinput; nil for fewer numbers.
    init?(rows: [Double]) {
        guard rows.count >= 6 else { return nil }
        self.init(a: rows[0], b: rows[3], c: rows[1], d: rows[4], tx: rows[2], ty: rows[5])
    }

    /// Creates the map from fractions of a rectangle to its points.
    init(filling place: PixelRectangle) {
        self.init(a: place.width, b: 0, c: 0, d: place.height, tx: place.x, ty: place.y)
    }

    /// Returns the map from a picture to the output that shows it rotated, in fractions of both. `degrees` are those of
    /// wl_output.transform. The surface of a pen display shows the picture of its output, so a point that the pen touches must be rotated
    /// back.
    static func unrotating(degrees: Int) -> InkTransform {
        switch degrees {
        case 90: InkTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case 180: InkTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case 270: InkTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        default: .identity
        }
    }
}

/// A pen of an X server with the settings that map it to the screen.
struct X11Pen: Hashable {
    /// A part of the surface, in the units of its axes (xf86-input-wacom's "Wacom Tablet Area"), and its rotation ("Wacom Rotation").
    struct WacomArea: Hashable {
        var (left, top, right, bottom): (Double, Double, Double, Double)
        /// 0 none, 1 clockwise by 90°, 2 counterclockwise by 90°, 3 by 180° (wacom.h, `WacomRotation`).
        var rotation: Int
    }

    var vendor: Int
    var product: Int
    var name: String
    /// The property "Coordinate Transformation Matrix", row by row, which transforms fractions of the screen.
    var transformation: [Double]?
    /// The property "libinput Calibration Matrix", row by row, which transforms fractions of the surface.
    var calibration: [Double]?
    var wacom: WacomArea?
    /// The ranges of the axes, to which the area of `wacom` refers: the whole surface, unless the X server started with a smaller area.
    var (horizontal, vertical): (ClosedRange<Double>, ClosedRange<Double>)

    /// Returns the mapping to a screen of this size; nil if a property is not an affine map.
    func mapping(width: Double, height: Double) -> SurfaceMapping? {
        var map = InkTransform.identity
        if let calibration {
            guard let part = InkTransform(rows: calibration) else { return nil }
            map = part
        }
        if let wacom {
            guard let part = area(wacom) else { return nil }
            map = part
        }
        if let transformation {
            // the X server divides by the third row, which desktops set to 0 0 1; other values are not supported
            guard transformation.count == 9, transformation[6] == 0, transformation[7] == 0, transformation[8] == 1,
                let part = InkTransform(rows: transformation)
            else { return nil }
            map = map.followed(by: part)
        }
        map = map.followed(by: .scale(x: width, y: height))
        return map.isFinite ? SurfaceMapping(vendor: vendor, product: product, name: name, map: map) : nil
    }

    /// Returns the map from the surface to fractions of an area, rotated (`wcmRotateAndScaleCoordinates` in xf86-input-wacom); nil for an
    /// empty area.
    private func area(_ area: WacomArea) -> InkTransform? {
        let (width, height) = (area.right - area.left, area.bottom - area.top)
        guard width > 0, height > 0 else { return nil }
        func length(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound }
        let fraction = InkTransform(
            a: length(horizontal) / width, b: 0, c: 0, d: length(vertical) / height,
            tx: (horizontal.lowerBound - area.left) / width, ty: (vertical.lowerBound - area.top) / height)
        return switch area.rotation {
        case 1: fraction.followed(by: .unrotating(degrees: 270))
        case 2: fraction.followed(by: .unrotating(degrees: 90))
        case 3: fraction.followed(by: .unrotating(degrees: 180))
        default: fraction
        }
    }
}

/// A monitor's part of the screen.
struct Monitor: Hashable {
    var place: PixelRectangle
    /// The width of the picture in millimeters; 0 if unknown.
    var millimeters: Double
}

extension [Monitor] {
    /// Returns the pixels per millimeter of the monitor at a point; nil if unknown.
    func pixelsPerMillimeter(at point: Point) -> Double? {
        let monitor = first { monitor in
            let place = monitor.place
            return (place.x..<place.x + place.width).contains(point.x) && (place.y..<place.y + place.height).contains(point.y)
        }
        return monitor.flatMap { $0.millimeters > 0 ? $0.place.width / $0.millimeters : nil }
    }
}
