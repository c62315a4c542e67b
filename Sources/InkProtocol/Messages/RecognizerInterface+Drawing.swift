public import Varlink

extension RecognizerInterface {
    /// A symbol that an ink may be.
    public struct Symbol: Codable, Sendable, Hashable {
        /// In LaTeX, such as "\\alpha" or "7".
        public var command: String
        /// In Unicode; nil if it has none.
        public var character: String?
        /// 0 to 1: its probability among those considered.
        public var score: Double

        /// With all its fields.
        public init(command: String, character: String? = nil, score: Double) {
            self.command = command
            self.character = character
            self.score = score
        }
    }

    /// Reads all strokes as one symbol.
    public enum RecognizeSymbol: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.RecognizeSymbol"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// In the order they were drawn.
            public var strokes: [InkStroke]
            /// How many candidates may come; 3 if nil, at most 16.
            public var alternatives: Int?
            /// Commands of the only symbols to consider; all if nil.
            public var among: [String]?

            /// With all its fields.
            public init(strokes: [InkStroke], alternatives: Int? = nil, among: [String]? = nil) {
                self.strokes = strokes
                self.alternatives = alternatives
                self.among = among
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Best first.
            public var candidates: [Symbol]

            /// With all its fields.
            public init(candidates: [Symbol]) {
                self.candidates = candidates
            }
        }
    }

    /// A place.
    public struct Point: Codable, Sendable, Hashable {
        /// In the strokes' unit.
        public var x: Double
        /// In the strokes' unit.
        public var y: Double

        /// With all its fields.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// What a drawn shape is.
    public enum GeometryKind: String, Codable, Sendable, Hashable, CaseIterable {
        case line
        case arrow
        case doubleArrow
        case rectangle
        case ellipse
        case circle
        case polygon
        case star
        case path
    }

    /// A drawn shape made even.
    public struct Geometry: Codable, Sendable, Hashable {
        /// Says what the rest means.
        public var kind: GeometryKind
        /// Ends, tail and tip and ends of the head, centre, or corners in order.
        public var points: [Point]
        /// Of a rectangle.
        public var width: Double?
        /// Of a rectangle.
        public var height: Double?
        /// Half axes of an ellipse, radius of a circle, radii of a star's tips and notches.
        public var radii: [Double]?
        /// Radians, clockwise.
        public var rotation: Double?
        /// Of a star.
        public var tips: Int?

        /// With all its fields.
        public init(
            kind: GeometryKind, points: [Point], width: Double? = nil, height: Double? = nil, radii: [Double]? = nil,
            rotation: Double? = nil, tips: Int? = nil
        ) {
            self.kind = kind
            self.points = points
            self.width = width
            self.height = height
            self.radii = radii
            self.rotation = rotation
            self.tips = tips
        }
    }

    /// A shape that an ink may be.
    public struct Shape: Codable, Sendable, Hashable {
        /// Such as "rectangle"; "other" for none of them.
        public var name: String
        /// 0 to 1: its probability.
        public var score: Double
        /// Made even; nil for shapes that have no numbers.
        public var geometry: Geometry?

        /// With all its fields.
        public init(name: String, score: Double, geometry: Geometry? = nil) {
            self.name = name
            self.score = score
            self.geometry = geometry
        }
    }

    /// Reads all strokes as one shape.
    public enum RecognizeShape: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.RecognizeShape"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// In the order they were drawn.
            public var strokes: [InkStroke]
            /// Names of the only shapes to consider; all if nil.
            public var among: [String]?

            /// With all its fields.
            public init(strokes: [InkStroke], among: [String]? = nil) {
                self.strokes = strokes
                self.among = among
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Best first.
            public var candidates: [Shape]
            /// The best two are close.
            public var ambiguous: Bool

            /// With all its fields.
            public init(candidates: [Shape], ambiguous: Bool) {
                self.candidates = candidates
                self.ambiguous = ambiguous
            }
        }
    }
}
