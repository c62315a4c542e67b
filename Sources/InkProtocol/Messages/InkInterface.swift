/// The messages of org.inkd.Ink. Its type `Box` is that of org.inkd.Editor.
public enum InkInterface {
    /// A rectangle in millimetres, y down.
    public typealias Box = EditorInterface.Box

    /// A stroke as samples, one array for each axis, equally long: what is not erased of it, where it is now.
    public struct Stroke: Codable, Sendable, Hashable {
        /// Its number in its editor.
        public var id: Int
        /// Millimetres.
        public var x: [Double]
        /// Millimetres, downwards.
        public var y: [Double]
        /// 0 to 1.
        public var force: [Double]
        /// Milliseconds since 1970.
        public var time: [Double]

        /// With all its fields.
        public init(id: Int, x: [Double], y: [Double], force: [Double], time: [Double]) {
            self.id = id
            self.x = x
            self.y = y
            self.force = force
            self.time = time
        }
    }

    /// A stroke that comes from elsewhere, one array for each axis, equally long.
    public struct NewStroke: Codable, Sendable, Hashable {
        /// Millimetres.
        public var x: [Double]
        /// Millimetres, downwards.
        public var y: [Double]
        /// 0 to 1; nil for no force.
        public var force: [Double]?
        /// Milliseconds since 1970; nil for samples 10 milliseconds apart.
        public var time: [Double]?

        /// With all its fields.
        public init(x: [Double], y: [Double], force: [Double]? = nil, time: [Double]? = nil) {
            self.x = x
            self.y = y
            self.force = force
            self.time = time
        }
    }

    /// A point of a path.
    public struct PathPoint: Codable, Sendable, Hashable {
        /// Millimetres.
        public var x: Double
        /// Millimetres, downwards.
        public var y: Double
        /// Seconds since the path was created.
        public var time: Double
        /// Size of the mark along the azimuth, in millimetres.
        public var width: Double
        /// Size of the mark across the azimuth, in millimetres.
        public var height: Double
        /// 0 to 1.
        public var opacity: Double
        /// 0 to 1.
        public var force: Double
        /// Radians clockwise from the x axis.
        public var azimuth: Double
        /// Radians between pen and surface.
        public var altitude: Double

        /// With all its fields.
        public init(
            x: Double, y: Double, time: Double, width: Double, height: Double, opacity: Double, force: Double, azimuth: Double,
            altitude: Double
        ) {
            self.x = x
            self.y = y
            self.time = time
            self.width = width
            self.height = height
            self.opacity = opacity
            self.force = force
            self.azimuth = azimuth
            self.altitude = altitude
        }
    }

    /// An affine map: x' = a x + c y + tx, y' = b x + d y + ty.
    public struct Matrix: Codable, Sendable, Hashable {
        /// x of what the x axis becomes.
        public var a: Double
        /// y of what the x axis becomes.
        public var b: Double
        /// x of what the y axis becomes.
        public var c: Double
        /// y of what the y axis becomes.
        public var d: Double
        /// x of what the origin becomes.
        public var tx: Double
        /// y of what the origin becomes.
        public var ty: Double

        /// With all its fields.
        public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.tx = tx
            self.ty = ty
        }
    }

    /// A part of a path.
    public struct ParameterRange: Codable, Sendable, Hashable {
        /// The parameter it begins at.
        public var first: Double
        /// The parameter it ends at.
        public var last: Double

        /// With all its fields.
        public init(first: Double, last: Double) {
            self.first = first
            self.last = last
        }
    }

    /// What a stroke is drawn with.
    public struct Style: Codable, Sendable, Hashable {
        /// pen, pencil or marker.
        public var kind: String
        /// sRGB, 0 to 255.
        public var red: Int
        /// sRGB, 0 to 255.
        public var green: Int
        /// sRGB, 0 to 255.
        public var blue: Int
        /// 0 is invisible, 255 is opaque.
        public var alpha: Int

        /// With all its fields.
        public init(kind: String, red: Int, green: Int, blue: Int, alpha: Int) {
            self.kind = kind
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }

    /// All there is to a stroke.
    public struct Path: Codable, Sendable, Hashable {
        /// Its number in its editor.
        public var id: Int
        /// The stroke it was split from, or itself.
        public var root: Int
        /// What it is drawn with.
        public var style: Style
        /// Milliseconds since 1970.
        public var created: Double
        /// Those of a uniform cubic B-spline; they do not lie on the curve.
        public var controlPoints: [PathPoint]
        /// From the path's coordinates to the document's.
        public var transform: Matrix
        /// The parts of the path that are not erased.
        public var visible: [ParameterRange]
        /// Around what is drawn; nil if nothing is.
        public var bounds: Box?

        /// With all its fields.
        public init(
            id: Int, root: Int, style: Style, created: Double, controlPoints: [PathPoint], transform: Matrix,
            visible: [ParameterRange], bounds: Box? = nil
        ) {
            self.id = id
            self.root = root
            self.style = style
            self.created = created
            self.controlPoints = controlPoints
            self.transform = transform
            self.visible = visible
            self.bounds = bounds
        }
    }

    /// The reply of a method that changes the content and gives nothing else.
    public struct Revised: Codable, Sendable, Hashable {
        /// The content's revision afterwards.
        public var revision: Int

        /// With all its fields.
        public init(revision: Int) {
            self.revision = revision
        }
    }
}
