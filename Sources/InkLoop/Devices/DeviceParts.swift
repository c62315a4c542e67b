internal import Ink
internal import InkWorkspace
internal import Tablet

/// The source of a device's frames.
struct FrameOrigin {
    /// The source of a connected device's frames; nil for a replayed or closed device.
    var live: LiveSource?
    /// The source of a replayed device's frames; nil for a connected device.
    var recording: ReplaySource?
    /// Maps the device's time to the loop's.
    var clock = ReplayClock.live
}

/// A pen's editors, and the state of its capture by input methods. Touch devices have no editor.
struct PenService {
    /// The owner of the ink: the user whose session was last active on the seat.
    var owner: UInt32?
    /// The pen's own editor.
    var editor: EditorHandle?
    /// The state of the pen's capture by input methods.
    var capture = PenCapture()
    /// Whether a relay could not grab the pen, so that inkd leaves the pen to it.
    var awaitsRelay = false
    /// The seat whose input methods receive text written with the pen; nil without input methods.
    var textSeat: TextSeat?
    /// The editor of the text that the pen writes for these input methods.
    var textEditor: EditorHandle?
    /// The routing of the pen's events if a relay reads the pen; nil without a relay.
    var relay: RelayRouting?
    /// The evidence that the device and a touch device share a surface. Recordings do not contain it.
    var pairing = DevicePairing.Evidence.screen
}

/// The recording of a device's frames.
struct DeviceLogging {
    /// The queue of the recording; nil while the device is not recorded.
    var queue: LogQueue?
    /// Number of pointer-ups before the recording began, by editor.
    var firstLogged: [EditorID: Int] = [:]
    /// Whether a frame was lost because the queue was full.
    var hasOverrun = false
    /// The recorder that will record the device once no pen or finger is active.
    var nextRecorder: Recorder?
}

/// The timeout after which a pen without events counts as gone, for pens that leave proximity without reporting it.
struct ProximityTimeout {
    /// The timer, which fires when the pen has sent no events for the timeout; nil for a touch device.
    var timer: EventSource?
    var isArmed = false
    /// The time of the pen's last report on the device's own clock, which may differ from the clock of the frames.
    var lastHeard = Instant(microseconds: 0)
}

/// A pad's events, the pens that belong to the pad, and the actions of its controls.
struct PadService {
    /// Events since they were last removed.
    var events: [PadEvent] = []
    /// The pens to which the pad belongs, in order of arrival.
    var pens: [DeviceID] = []
    /// The actions of the pad's keys, rings and strips.
    var bindings = PadBindings()
    /// The held key that makes the pad's pens erase; nil if no such key is held.
    var erasingKey: PadControl?
}

/// The part of a pen's state that survives a reopening of its device.
struct PenHistory {
    /// The actions of the barrel buttons, as last set.
    var buttons = PenButtonTable()
    /// A function that returns the identifier of a pen's serial number in records of tip wear.
    let penName: @Sendable (UInt32) -> UInt32
    /// The revision of the learned tip wear that has been stored.
    var storedTips = 0
    /// Number of samples dropped before the device was reopened.
    var strays = 0
}
