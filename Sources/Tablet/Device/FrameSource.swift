public import Evdev

/// How reading from a source ended.
public enum ReadOutcome: Sendable, Hashable {
    /// Everything there was has been read: wait until the descriptor is readable.
    case drained
    /// There may be more, perhaps already in memory: read again on the loop's next turn, whatever the descriptor shows.
    case more
    /// Unplugged, revoked, or the end of the file: nothing will come any more.
    case gone
}

/// Something that reports frames: a device, or a stream of a device's events.
public protocol FrameSource: AnyObject {
    /// What to poll for reading. It stays the source's own.
    var fileDescriptor: Int32 { get }
    /// What the device is and how it stood when the source was made.
    var description: DeviceDescription { get }
    /// What the device is and how it stands after the last frame, as far as that is known.
    var present: DeviceDescription { get }
    /// Reads what there is and hands over each complete frame, without waiting and without allocating per frame.
    ///
    /// The frame's storage is used again for the next one; a copy that is kept costs an allocation.
    func readFrames(_ body: (Frame) -> Void) -> ReadOutcome
    /// Takes the device's events away from everybody else, or shares them again. They are shared again when the source goes, too.
    /// - Parameter isSilent: the pen left without telling: that the kernel takes its tool for near means nothing.
    /// - Throws: `TabletError.cannotGrab` if somebody else has taken them, `penIsNear`.
    func grab(_ isGrabbed: Bool, ofSilentPen isSilent: Bool) throws(TabletError)
}

/// Frames handed over in one call before the loop gets its turn.
let framesPerRead = 1024
