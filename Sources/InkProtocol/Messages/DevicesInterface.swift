public import Varlink

/// The messages of org.inkd.Devices.
public enum DevicesInterface {
    /// What a device is for.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// A pen tablet, or the pen of a screen.
        case pen
        /// Fingers.
        case touch
    }

    /// A device that the daemon reads.
    public struct Device: Codable, Sendable, Hashable {
        /// Its number while it is plugged in.
        public var id: Int
        /// As the kernel names it.
        public var name: String
        /// What it is for.
        public var kind: Kind
        /// The kernel's bus number; 3 is USB.
        public var bus: Int
        /// The vendor's number on that bus.
        public var vendor: Int
        /// The product's number with that vendor.
        public var product: Int
        /// Part of a screen.
        public var display: Bool
        /// Made by a program rather than by hardware.
        public var virtual: Bool
        /// Comes from a recording.
        public var replay: Bool
        /// Of what is written on, in millimetres, as the device lies; nil where nothing knows it.
        public var width: Double?
        /// Of what is written on, in millimetres, as the device lies; nil where nothing knows it.
        public var height: Double?
        /// Of the whole active area in millimetres, as its maker meant it to lie.
        public var activeWidth: Double?
        /// Of the whole active area in millimetres, as its maker meant it to lie.
        public var activeHeight: Double?
        /// It reports pressure.
        public var pressure: Bool
        /// It reports tilt.
        public var tilt: Bool
        /// It has an eraser.
        public var eraser: Bool
        /// The seat it belongs to, such as "seat0".
        public var seat: String
        /// The touch device of a pen's surface, or the other way round.
        public var pairedWith: Int?
        /// Its own editor; touch devices have none.
        public var editor: String?

        /// With all its fields.
        public init(
            id: Int, name: String, kind: Kind, bus: Int, vendor: Int, product: Int, display: Bool, virtual: Bool, replay: Bool,
            width: Double? = nil, height: Double? = nil, activeWidth: Double? = nil, activeHeight: Double? = nil, pressure: Bool,
            tilt: Bool, eraser: Bool, seat: String, pairedWith: Int? = nil, editor: String? = nil
        ) {
            self.id = id
            self.name = name
            self.kind = kind
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.display = display
            self.virtual = virtual
            self.replay = replay
            self.width = width
            self.height = height
            self.activeWidth = activeWidth
            self.activeHeight = activeHeight
            self.pressure = pressure
            self.tilt = tilt
            self.eraser = eraser
            self.seat = seat
            self.pairedWith = pairedWith
            self.editor = editor
        }
    }

    /// What a watch tells.
    public enum Change: String, Codable, Sendable, Hashable, CaseIterable {
        /// It was there when the watch began.
        case present
        /// It was plugged in.
        case added
        /// Another part of it is written on.
        case changed
        /// It was pulled out.
        case removed
    }

    /// All devices.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Devices.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// In the order of their numbers.
            public var devices: [Device]

            /// With all its fields.
            public init(devices: [Device]) {
                self.devices = devices
            }
        }
    }

    /// The devices there are, then each change.
    public enum Watch: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Devices.Watch"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Counts the replies of this watch.
            public var sequence: Int
            /// What happened.
            public var change: Change
            /// To which.
            public var device: Device

            /// With all its fields.
            public init(sequence: Int, change: Change, device: Device) {
                self.sequence = sequence
                self.change = change
                self.device = device
            }
        }
    }
}
