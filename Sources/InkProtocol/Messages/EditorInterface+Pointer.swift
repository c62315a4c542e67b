public import Varlink

extension EditorInterface {
    /// What points at a client's surface.
    public enum PointerKind: String, Codable, Sendable, Hashable, CaseIterable {
        /// The writing end of a pen.
        case pen
        /// A finger.
        case finger
        /// The other end of a pen.
        case eraser
        /// The client's own, as those below.
        case custom1
        case custom2
        case custom3
        case custom4
        case custom5
    }

    /// What a pointer does.
    public enum Tool: String, Codable, Sendable, Hashable, CaseIterable {
        /// Writes.
        case pen
        /// Moves what is there.
        case hand
        /// Erases.
        case eraser
        /// Chooses what is there.
        case selector
        /// Marks what is there.
        case highlighter
    }

    /// What happened to a pointer.
    public enum PointerPhase: String, Codable, Sendable, Hashable, CaseIterable {
        /// Touched the surface: a stroke begins.
        case down
        /// Moved while touching.
        case move
        /// Left the surface: the stroke is finished.
        case up
        /// The stroke in progress is void: forget it.
        case cancel
    }

    /// One thing a pointer did on a client's surface.
    public struct PointerEvent: Codable, Sendable, Hashable {
        /// What.
        public var phase: PointerPhase
        /// Millimetres from the left edge.
        public var x: Double
        /// Millimetres from the top edge, downwards.
        public var y: Double
        /// Milliseconds since 1970; now if nil or -1.
        public var time: Double?
        /// 0 to 1; 0 if nil.
        public var force: Double?
        /// With what; a pen if nil.
        public var kind: PointerKind?
        /// Tells simultaneous pointers apart; nil or -1 where there is but one.
        public var pointer: Int?

        /// With all its fields.
        public init(
            phase: PointerPhase, x: Double, y: Double, time: Double? = nil, force: Double? = nil, kind: PointerKind? = nil,
            pointer: Int? = nil
        ) {
            self.phase = phase
            self.x = x
            self.y = y
            self.time = time
            self.force = force
            self.kind = kind
            self.pointer = pointer
        }
    }

    /// Several strokes, or pieces of strokes: all, or none.
    public enum PointerEvents: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.PointerEvents"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// In order.
            public var events: [PointerEvent]
            /// Strokes may edit what is there; true if nil.
            public var processGestures: Bool?

            /// With all its fields.
            public init(editor: String, events: [PointerEvent], processGestures: Bool? = nil) {
                self.editor = editor
                self.events = events
                self.processGestures = processGestures
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Drops what is in progress.
    public enum PointerCancel: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.PointerCancel"

        /// An editor's name.
        public typealias Parameters = Named

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Says what a kind of pointer does.
    public enum SetTool: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.SetTool"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// Which pointers.
            public var kind: PointerKind
            /// What they do from now on.
            public var tool: Tool

            /// With all its fields.
            public init(editor: String, kind: PointerKind, tool: Tool) {
                self.editor = editor
                self.kind = kind
                self.tool = tool
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
    }
}
