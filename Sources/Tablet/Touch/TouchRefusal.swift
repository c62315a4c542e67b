/// Why a touch device cannot be read.
public enum TouchRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// Contacts come without slots (protocol A), which the kernel calls obsolete.
    case withoutSlots
    /// The device sets every axis bit there is, so its slots mean nothing.
    case fakeSlots
    /// There are slots, but no tracking ids or positions for them, or the slots' range is empty.
    case incompleteSlots
    /// There are neither slots nor BTN_TOUCH with ABS_X and ABS_Y.
    case noTouch

    /// What is missing, and what to do about it.
    public var description: String {
        switch self {
        case .withoutSlots: "reports contacts without ABS_MT_SLOT (protocol A): use a kernel driver that reports slots"
        case .fakeSlots: "has axis 0x2e next to ABS_MT_SLOT, so it is no touch device: leave it to what it is"
        case .incompleteSlots: "has ABS_MT_SLOT but lacks ABS_MT_TRACKING_ID, ABS_MT_POSITION_X or _Y, or a slot: use another driver"
        case .noTouch: "has neither ABS_MT_SLOT nor BTN_TOUCH with ABS_X and ABS_Y: it cannot report fingers"
        }
    }
}
