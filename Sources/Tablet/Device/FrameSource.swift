public import Evdev
internal import Ink

/// The outcome of reading from a source.
public enum ReadOutcome: Sendable, Hashable {
    /// All pending events have been read; wait until the descriptor is readable.
    case drained
    /// There may be more, perhaps already in memory: read again in the next iteration of the event loop, regardless of the descriptor's
    /// state.
    case more
    /// Unplugged, revoked, or the end of the file: no more events will come.
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
    /// Reads the pending events and passes each complete frame to `body`, without waiting and without allocating per frame.
    ///
    /// The frame's storage is reused for the next one; keeping a copy costs an allocation.
    func readFrames(_ body: (Frame) -> Void) -> ReadOutcome
    /// Grabs the device, so that other programs get no events, or ungrabs it. Releasing the source ungrabs it, too.
    /// - Parameter isSilent: the pen left without a proximity-out report, so the kernel's state of tools in proximity is ignored.
    /// - Throws: `TabletError.cannotGrab` if another program has grabbed it, `penIsNear`.
    func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) throws(TabletError)
}

/// Maximum number of frames per call before the loop gets its turn.
let framesPerRead = 1024

/// Assembles events into frames. One frame's storage serves them all.
struct FrameAssembler {
    /// The maximum number of events of a frame, more than any real device sends, so that a stream without SYN_REPORT does not fill the
    /// memory.
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

    /// Begins a frame that continues after a loss. It keeps the events of the unfinished frame: they are valid, and are not part of the
    /// difference that follows.
    mutating func beginDifference() {
        beginIfComplete()
        frame.followsDrop = true
    }

    /// Adds an event of the difference between the state before and after a loss.
    mutating func addDifference(_ event: InputEvent) {
        guard event.type != EventType.syn, frame.events.count < Self.longestFrame else { return }
        frame.events.append(event)
    }

    /// Completes the frame as it is.
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
