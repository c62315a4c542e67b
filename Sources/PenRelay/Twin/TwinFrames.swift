public import Evdev

/// Frames to be written to the twin: events, and a SYN_REPORT after each frame. Reuse one instance: its storage is kept.
public struct TwinFrames: Sendable {
    /// The events in order, including those that close frames.
    public private(set) var events: [InputEvent] = []
    private var isOpen = false

    /// Creates an empty list with room for the frames of a tap.
    public init() { events.reserveCapacity(512) }

    /// Removes all frames.
    public mutating func removeAll() {
        events.removeAll(keepingCapacity: true)
        isOpen = false
    }

    /// Adds an event to the current frame.
    mutating func add(_ event: InputEvent) {
        events.append(event)
        isOpen = true
    }

    /// Ends the current frame; does nothing if it has no event.
    mutating func close() {
        guard isOpen else { return }
        events.append(InputEvent(.report, Sync.report, 0))
        isOpen = false
    }
}
