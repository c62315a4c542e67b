public import Varlink

extension InkInterface {
    /// What steps along a path are measured in.
    public enum Stride: String, Codable, Sendable, Hashable, CaseIterable {
        /// Millimetres along the curve.
        case distance
        /// Seconds of the pen.
        case time
        /// The path's parameter: whole numbers lie near control points.
        case parameter
    }

    /// All ink.
    public enum Strokes: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Strokes"

        /// An editor's name.
        public typealias Parameters = EditorInterface.Named

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The content's revision.
            public var revision: Int
            /// In the order they were drawn.
            public var strokes: [Stroke]

            /// With all its fields.
            public init(revision: Int, strokes: [Stroke]) {
                self.revision = revision
                self.strokes = strokes
            }
        }
    }

    /// A stroke's path.
    public enum GetPath: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.GetPath"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its number.
            public var stroke: Int

            /// With all its fields.
            public init(editor: String, stroke: Int) {
                self.editor = editor
                self.stroke = stroke
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// All there is to it.
            public var path: Path

            /// With all its fields.
            public init(path: Path) {
                self.path = path
            }
        }
    }

    /// Points on a stroke's curve.
    public enum Interpolate: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Interpolate"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its number.
            public var stroke: Int
            /// What the step is measured in.
            public var by: Stride
            /// How far the points lie apart.
            public var step: Double
            /// The parameter to begin at; nil for the path's beginning.
            public var first: Double?
            /// The parameter to end at; nil for the path's end.
            public var last: Double?

            /// With all its fields.
            public init(editor: String, stroke: Int, by: Stride, step: Double, first: Double? = nil, last: Double? = nil) {
                self.editor = editor
                self.stroke = stroke
                self.by = by
                self.step = step
                self.first = first
                self.last = last
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// In order; the last one of the curve is always among them.
            public var points: [PathPoint]

            /// With all its fields.
            public init(points: [PathPoint]) {
                self.points = points
            }
        }
    }

    /// How far one comes along a path.
    public enum Offset: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Offset"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its number.
            public var stroke: Int
            /// Where to begin.
            public var parameter: Double
            /// What the amount is measured in.
            public var by: Stride
            /// How far; backwards if negative.
            public var amount: Double

            /// With all its fields.
            public init(editor: String, stroke: Int, parameter: Double, by: Stride, amount: Double) {
                self.editor = editor
                self.stroke = stroke
                self.parameter = parameter
                self.by = by
                self.amount = amount
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Where that is; on the path.
            public var parameter: Double
            /// The point there.
            public var point: PathPoint

            /// With all its fields.
            public init(parameter: Double, point: PathPoint) {
                self.parameter = parameter
                self.point = point
            }
        }
    }

    /// The ink as it was drawn.
    public enum Replay: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Replay"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Times the original velocity; 1 if nil.
            public var speed: Double?
            /// Seconds; longer pauses are cut to it.
            public var longestPause: Double?

            /// With all its fields.
            public init(editor: String, speed: Double? = nil, longestPause: Double? = nil) {
                self.editor = editor
                self.speed = speed
                self.longestPause = longestPause
            }
        }

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Seconds since the replay began.
            public var elapsed: Double
            /// Seconds that it takes in all.
            public var duration: Double
            /// The stroke being drawn.
            public var stroke: Int?
            /// Where its pen is.
            public var point: PathPoint?

            /// With all its fields.
            public init(elapsed: Double, duration: Double, stroke: Int? = nil, point: PathPoint? = nil) {
                self.elapsed = elapsed
                self.duration = duration
                self.stroke = stroke
                self.point = point
            }
        }
    }
}
