internal import InkClient
internal import InkProtocol

/// Everything that the checks go by. Gathered in one go; the checks themselves look nowhere else.
struct DoctorFacts: Sendable {
    var daemon: DaemonFacts
    var tablets: TabletFacts
    var session: SessionFacts
}

/// What the daemon says, and what systemd says of it.
struct DaemonFacts: Sendable {
    /// Where it was looked for.
    var socket: String
    /// Its version; a failure, too, if it hangs after it has told that.
    var version: Result<String, ClientError>
    /// What systemd says of its units; nil where systemd does not run.
    var units: Units?
    /// How things stand with writing text; nil if inkd does not say.
    var pen: Result<TextInputInterface.Status, ClientError>?
    /// What can be read; nil if inkd does not say.
    var abilities: RecognizerInterface.Query.Reply?

    /// What systemd says of inkd's units.
    struct Units: Sendable, Hashable {
        /// systemd's ActiveState of inkd.service, or "not-found".
        var service: String
        /// systemd's ActiveState of inkd.socket, or "not-found".
        var socket: String
    }
}

/// The tablets that inkd reads, and those that udev knows.
struct TabletFacts: Sendable {
    /// As inkd lists them; nil if it does not say.
    var read: [DevicesInterface.Device]?
    /// Nodes that are pens to udev.
    var nodes: [PenNode]
    /// What came while events were waited for; nil if nobody asked for that, or inkd did not let us.
    var watched: Watched?

    /// What pens did.
    struct Watched: Sendable, Hashable {
        /// Seconds that were waited.
        var seconds: Int
        /// Events of pens.
        var events: Int
        /// Strokes that were written.
        var strokes: Int
    }
}

/// The desktop that this runs in.
struct SessionFacts: Sendable {
    /// This runs as root, which has no desktop, whatever sudo left in the environment: nothing else is known then.
    var isRoot = false
    /// Variables of the environment.
    var environment: [String: String] = [:]
    /// Names of this user's processes, 15 characters at most.
    var processes: Set<String> = []
    /// KWin has started IBus as its virtual keyboard, which alone may put text into fields by itself.
    var isIBusVirtualKeyboard = false
    /// Programs that can be run.
    var programs: Set<String> = []
    /// IBus's daemon runs for this user.
    var isIBusRunning = false
    /// The files that tell IBus of inkd's engine.
    var components: [String] = []
    /// Engines that IBus knows; nil if it does not say.
    var engines: [String]?
    /// The engine that is chosen; nil if IBus does not say.
    var engine: String?
}
