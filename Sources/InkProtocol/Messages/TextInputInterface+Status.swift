public import Varlink

extension TextInputInterface {
    /// Whom the pen serves.
    public enum SetCapture: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.SetCapture"

        /// What the reply carries.
        public typealias Reply = Standing

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Whose wish.
            public var session: Int
            /// The wish.
            public var capture: Capture

            /// With all its fields.
            public init(session: Int, capture: Capture) {
                self.session = session
                self.capture = capture
            }
        }
    }

    /// How things stand.
    public enum GetStatus: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.GetStatus"

        /// What the reply carries.
        public typealias Reply = Standing

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Absent: the user's own.
            public var seat: String?

            /// With all its fields.
            public init(seat: String? = nil) {
                self.seat = seat
            }
        }
    }

    /// The switch "Pen writes text".
    public enum SetEnabled: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.TextInput.SetEnabled"

        /// What the reply carries.
        public typealias Reply = Standing

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Absent: the user's own.
            public var seat: String?
            /// Absent: the other way round.
            public var enabled: Bool?

            /// With all its fields.
            public init(seat: String? = nil, enabled: Bool? = nil) {
                self.seat = seat
                self.enabled = enabled
            }
        }
    }
}
