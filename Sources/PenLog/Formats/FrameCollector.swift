internal import Evdev

/// Gathers single events into frames as they end with SYN_REPORT.
///
/// After SYN_DROPPED everything up to the next SYN_REPORT is thrown away, as the kernel's protocol wants, and the frame after it says
/// that it follows a loss. Events behind the last SYN_REPORT are an unfinished frame and not counted.
struct FrameCollector {
    private(set) var frames: [Frame] = []
    private var open = Frame()
    private var isSkipping = false

    mutating func append(_ event: InputEvent) {
        switch (event.type, event.code) {
        case (EventType.syn, Sync.report):
            if isSkipping {
                isSkipping = false
                open = Frame(followsDrop: true)
            } else {
                open.time = event.time
                frames.append(open)
                open = Frame()
            }
        case (EventType.syn, Sync.dropped):
            isSkipping = true
        default:
            if !isSkipping { open.events.append(event) }
        }
    }
}
