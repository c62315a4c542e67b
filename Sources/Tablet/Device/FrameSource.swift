public import Evdev
internal import Ink

/// The outcome of reading from a source.
public enum ReadOutcome: Sendable, Hashable {
    /// All pending events have been read; wait until the descriptor is readable.
    case drained
    /// There may be more events, perhaps already in memory. Read again in the next iteration of the event loop, even if the descriptor is
    /// not readable.
    case more
    /// The device was unplugged or revoked, or the file has ended: no more events will come.
    case gone
}

/// A source of frames: a device, or a stream of its events.
public protocol FrameSource: AnyObject {
    /// The descriptor to poll for reading. The source retains ownership.
    var fileDescriptor: Int32 { get }
    /// The device's description and its state when the source was created.
    var description: DeviceDescription { get }
    /// The device's description and its state after the last frame, as far as the state is known.
    var present: DeviceDescription { get }
    /// Reads the pending events and passes each complete frame to `body`. Does not wait, and does not allocate memory per frame.
    ///
    /// The frame's storage is reused for the next frame, so a copy of the frame costs an allocation.
    func readFrames(_ body: (Frame) -> Void) -> ReadOutcome
    /// Grabs the device, so that other programs get no events, or ungrabs it. Releasing the source ungrabs it, too.
    /// - Parameter isSilent: whether the pen left without a proximity-out report. The kernel's state of tools in proximity is then ignored.
    /// - Throws: `TabletError.cannotGrab` if another program has grabbed the device, and `penIsNear`.
    func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) throws(TabletError)
}

/// Maximum number of frames per call, after which other event sources of the loop are served.
let framesPerRead = 1024

/// Assembles events into frames, which all use the same storage.
struct FrameAssembler {
    /// The maximum number of events of a frame, more than any real device sends. Without this limit a stream without SYN_REPORT would fill
    /// the memory.
    static let longestFrame = 2048

    /// The frame being assembled; complete after `add` or `close` returned true.
    private(set) var frame = Frame()
    private var isComplete = false
    private var isDiscarding = false

    init() {
        frame.events.reserveCapacity(64)
    }

    /// Adds the next event; true if it completed the frame.
    ///
    /// After SYN_DROPPED, all events up to the next SYN_REPORT are ignored (kernel, `Documentation/input/event-codes.rst`): the next
    /// frame is marked with `followsDrop`.
    mutating func add(_ event: InputEvent) -> Bool {
        beginIfComplete()
        if event.type == EventType.syn {
            switch event.code {
            case Sync.report where isDiscarding:
                isDiscarding = false
                return false
            case Sync.report:
                return close(at: event.time)
            case Sync.dropped:
                discard()
                return false
            default:
                break
            }
        }
        guard !isDiscarding else { return false }
        guard frame.events.count < Self.longestFrame else {
            discard()
            return false
        }
        frame.events.append(event)
        return false
    }

    /// Begins a frame that continues after a loss. The frame keeps the events received before the loss, which are valid. The difference
    /// that follows does not contain them.
    mutating func beginDifference() {
        beginIfComplete()
        frame.followsDrop = true
    }

    /// Adds an event of the difference between the state before and after a loss.
    mutating func addDifference(_ event: InputEvent) {
        guard event.type != EventType.syn, frame.events.count < Self.longestFrame else { return }
        frame.events.append(event)
    }

    /// Completes the frame with the events added so far.
    @discardableResult
    mutating func close(at time: Instant) -> Bool {
        frame.time = time
        isComplete = true
        return true
    }

    private mutating func beginIfComplete() {
        guard isComplete else { return }
        isComplete = false
        frame.events.removeAll(keepingCapacity: true)
        frame.followsDrop = false
    }

    private mutating func discard() {
        frame.events.removeAll(keepingCapacity: true)
        frame.followsDrop = true
        isDiscarding = true
    }
}
