internal import CLibevdev
internal import Evdev
internal import Ink

extension InputEvent {
    /// The event as the kernel lays it out.
    init(_ event: inout input_event) {
        self.init(
            time: Instant(microseconds: inkd_input_event_microseconds(&event)),
            type: event.type, code: event.code, value: event.value)
    }
}
