public import Varlink

/// The messages of org.inkd.Pointer.
public enum PointerInterface {
    /// What happened to a pointer.
    public enum Phase: String, Codable, Sendable, Hashable, CaseIterable {
        /// A tool came near enough to be seen.
        case proximityIn
        /// Moved, or changed a button or an axis, without touching.
        case hover
        /// Touched the surface: a stroke begins.
        case down
        /// Moved, or changed a button or an axis, while touching.
        case move
        /// Left the surface: the stroke is finished.
        case up
        /// The stroke in progress is void: forget it.
        case cancel
        /// The tool went out of sight.
        case proximityOut
    }

    /// What points.
    public enum Tool: String, Codable, Sendable, Hashable, CaseIterable {
        /// The writing end of a pen.
        case pen
        /// The other end of a pen, or a pen switched to erasing.
        case eraser
        /// A finger on a touch device.
        case finger
    }

    /// A barrel button.
    public enum Button: String, Codable, Sendable, Hashable, CaseIterable {
        /// The one nearer to the tip.
        case lower
        /// The one farther from the tip.
        case upper
        /// A third one.
        case third
    }

    /// One thing a pointer did.
    public struct Event: Codable, Sendable, Hashable {
        /// What.
        public var phase: Phase
        /// With what.
        public var tool: Tool
        /// 0 for a pen, the tracking id for a finger.
        public var pointer: Int
        /// Milliseconds since 1970, with fractions.
        public var time: Double
        /// Device units as reported.
        public var rawX: Int
        /// Device units as reported.
        public var rawY: Int
        /// Millimetres from the left edge; device units where the device has no size.
        public var x: Double
        /// Millimetres from the top edge, downwards; device units where the device has no size.
        public var y: Double
        /// 0 to 1.
        public var force: Double
        /// 0 to 1.
        public var distance: Double
        /// Radians clockwise from the x axis.
        public var azimuth: Double
        /// Radians between pen and surface.
        public var altitude: Double
        /// Radians around the pen's own axis.
        public var rotation: Double
        /// Those held.
        public var buttons: [Button]
        /// 0 where unknown.
        public var serial: Int
        /// The vendor's number for the kind of tool; 0 where unknown.
        public var toolId: Int
        /// Samples before this one were lost: draw nothing across.
        public var gap: Bool

        /// With all its fields.
        public init(
            phase: Phase, tool: Tool, pointer: Int, time: Double, rawX: Int, rawY: Int, x: Double, y: Double, force: Double,
            distance: Double, azimuth: Double, altitude: Double, rotation: Double, buttons: [Button], serial: Int, toolId: Int, gap: Bool
        ) {
            self.phase = phase
            self.tool = tool
            self.pointer = pointer
            self.time = time
            self.rawX = rawX
            self.rawY = rawY
            self.x = x
            self.y = y
            self.force = force
            self.distance = distance
            self.azimuth = azimuth
            self.altitude = altitude
            self.rotation = rotation
            self.buttons = buttons
            self.serial = serial
            self.toolId = toolId
            self.gap = gap
        }
    }

    /// What pointers do from now on.
    public enum Watch: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Pointer.Watch"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The device's number; nil for all.
            public var device: Int?

            /// With all its fields.
            public init(device: Int? = nil) {
                self.device = device
            }
        }

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Counts the replies of this watch; one left out for a slow client leaves a hole.
            public var sequence: Int
            /// Which device saw it.
            public var device: Int
            /// In order.
            public var events: [Event]

            /// With all its fields.
            public init(sequence: Int, device: Int, events: [Event]) {
                self.sequence = sequence
                self.device = device
                self.events = events
            }
        }
    }

    /// There is no device of this number.
    public struct NoSuchDevice: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Pointer.NoSuchDevice"
        /// The number asked for.
        public var device: Int

        /// With all its fields.
        public init(device: Int) {
            self.device = device
        }
    }
}
