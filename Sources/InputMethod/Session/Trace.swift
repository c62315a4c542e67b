public import InkProtocol
internal import System

/// A trace of events for debugging, with their times, on standard error. It never contains text of the user.
public struct Trace: Sendable {
    /// Whether the trace is written.
    public let isOn: Bool

    /// - Parameter isOn: Whether to write the trace.
    public init(isOn: Bool) { self.isOn = isOn }

    /// Writes an entry.
    public func say(_ text: @autoclosure () -> String) {
        guard isOn else { return }
        let microseconds = Int64(InputMethodSession.now / .microseconds(1))
        let fraction = String(microseconds % 1_000_000)
        StandardError.writeLine("\(microseconds / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction) \(text())")
    }

    /// Writes which event arrived from inkd.
    public func say(_ event: TextInputInterface.Event) {
        if let reading = event.reading { say(reading.final ? "final reading" : "reading") } else { say(event.change.rawValue) }
    }
}
