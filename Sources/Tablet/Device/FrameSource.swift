public import Evdev
internal import Ink

/// The outcome of reading from a source.
public enum ReadOutcome: Sendable, Hashable {
    /// All pending events have been read: wait until the descriptor is readable.
    case drained
    /// There may be more, perhaps already in memory: read again on the loop's next turn, whatever the descriptor shows.
    case more
    /// Unplugged, revoked, or the end of the file: nothing will come any more.
    case gone
}

/// Something that reports frames: a device, or a stream of a device's events.
public protocol FrameSource: AnyObject {
    /// The descriptor to poll for reading. The source keeps owning it.
    var fileDescriptor: Int32 { get }
    /// The device's description and its state when the source was made.
    var description: DeviceDescription { get }
    /// The device's description and its state after the last frame, as far as that is known.
    var present: DeviceDescription { get }
    /// Reads the pending events and hands over each complete frame, without waiting and without allocating per frame.
    ///
    /// The frame's storage is used again for the next one; a copy that is kept costs an allocation.
    func readFrames(_ body: (Frame) -> Void) -> ReadOutcome
    /// Grabs the device, so that other programs get no events, or shares it again. They are shared again when the source goes, too.
    /// - Parameter isSilent: the pen left without telling: that the kernel takes its tool for near means nothing.
    /// - Throws: `TabletError.cannotGrab` if another program has grabbed it, `penIsNear`.
    func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) throws(TabletError)
}

/// Frames handed over in one call before the loop gets its turn.
let framesPerRead = 1024

/// Puts events together to frames. One frame's storage serves them all.
struct FrameAssembler {
    /// More events than any packet of a real device has; a stream that never ends its frame must not fill the memory.
    static let longestFrame = 2048

    /// The frame being put together; complete after `add` or `close` returned true.
    private(set) var frame = Frame()
    private var isComplete = false
    private var isDiscarding = false

    init() {
        frame.events.reserveCapacity(64)
    }

    /// Takes the next event; true if it completed the frame.
    ///
    /// After SYN_DROPPED everything up to the next SYN_REPORT is void (kernel, `Documentation/input/event-codes.rst`): the
    /// frame after that one follows a drop.
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

    /// Begins a frame that continues after a loss. What the unfinished frame already has stays in it: it is true, and the
    /// difference that follows does not repeat it.
    mutating func beginDifference() {
        beginIfComplete()
        frame.followsDrop = true
    }

    /// Takes an event of the difference between the state before and after a loss.
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
