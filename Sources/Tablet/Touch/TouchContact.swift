import Evdev
import Ink

/// One slot of a touch device: what the kernel says of it, and what was told of it.
struct TouchContact {
    /// What was told of the contact in this slot.
    enum State: Hashable {
        case absent
        case touching(id: Int32)
        /// A palm, or a finger that was there before anybody looked: silent until its tracking id ends.
        case ignored(id: Int32)
    }

    var trackingID: Int32 = -1
    var x: Int32
    var y: Int32
    var pressure: Int32 = 0
    var isPalm = false
    /// Something changed in this frame.
    var hasChanged = false
    var state = State.absent
    /// The last event told; what an end repeats.
    var last: PointerEvent

    /// An empty slot at the position that the kernel takes for granted.
    init(device: DeviceID, x: Int32, y: Int32) {
        self.x = x
        self.y = y
        last = PointerEvent(phase: .cancel, tool: .finger, device: device, time: Instant(microseconds: 0))
    }

    /// Takes over what an ABS_MT_* event says of this slot.
    mutating func apply(_ code: UInt16, _ value: Int32) {
        switch code {
        case Axis.trackingID: trackingID = max(-1, value)
        case Axis.positionX: x = value
        case Axis.positionY: y = value
        case Axis.mtPressure: pressure = value
        case Axis.toolType: isPalm = value == TouchTool.palm
        default: return
        }
        hasChanged = true
    }
}
