public import Varlink

/// The messages of org.inkd.Client.
public enum ClientInterface {
    /// More waits for this client than the daemon keeps; the connection ends after it.
    public struct TooSlow: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Client.TooSlow"
        /// Bytes that the daemon keeps.
        public var limit: Int

        /// With all its fields.
        public init(limit: Int) {
            self.limit = limit
        }
    }
}
