public import Varlink

extension InkInterface {
    /// What an eraser takes away.
    public enum EraserMode: String, Codable, Sendable, Hashable, CaseIterable {
        /// Every stroke that it touches, whole.
        case stroke
        /// What lies under it.
        case pixel
    }

    /// Puts strokes in, as one step.
    public enum AddStrokes: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.AddStrokes"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// In the order they were drawn.
            public var strokes: [NewStroke]

            /// With all its fields.
            public init(editor: String, strokes: [NewStroke]) {
                self.editor = editor
                self.strokes = strokes
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The content's revision afterwards.
            public var revision: Int
            /// Their numbers, in the same order.
            public var strokes: [Int]

            /// With all its fields.
            public init(revision: Int, strokes: [Int]) {
                self.revision = revision
                self.strokes = strokes
            }
        }
    }

    /// Takes strokes out.
    public enum RemoveStrokes: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.RemoveStrokes"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Their numbers.
            public var strokes: [Int]

            /// With all its fields.
            public init(editor: String, strokes: [Int]) {
                self.editor = editor
                self.strokes = strokes
            }
        }

        /// The revision afterwards.
        public typealias Reply = Revised
    }

    /// Erases along a track.
    public enum Erase: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Erase"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Millimetres, as long as `y`.
            public var x: [Double]
            /// Millimetres, downwards.
            public var y: [Double]
            /// Millimetres; the editor's eraser if nil.
            public var radius: Double?
            /// The editor's eraser if nil.
            public var mode: EraserMode?

            /// With all its fields.
            public init(editor: String, x: [Double], y: [Double], radius: Double? = nil, mode: EraserMode? = nil) {
                self.editor = editor
                self.x = x
                self.y = y
                self.radius = radius
                self.mode = mode
            }
        }

        /// The revision afterwards.
        public typealias Reply = Revised
    }

    /// Moves, turns or stretches strokes.
    public enum Transform: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.Transform"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Their numbers.
            public var strokes: [Int]
            /// Where their points go.
            public var matrix: Matrix

            /// With all its fields.
            public init(editor: String, strokes: [Int], matrix: Matrix) {
                self.editor = editor
                self.strokes = strokes
                self.matrix = matrix
            }
        }

        /// The revision afterwards.
        public typealias Reply = Revised
    }

    /// The editor has no such stroke.
    public struct NoSuchStroke: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.NoSuchStroke"
        /// The number asked for.
        public var stroke: Int

        /// With all its fields.
        public init(stroke: Int) {
            self.stroke = stroke
        }
    }

    /// What was handed in is no ink, or no map.
    public struct InvalidInk: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Ink.InvalidInk"
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }
}
