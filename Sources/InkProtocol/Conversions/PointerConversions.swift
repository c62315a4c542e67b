public import Ink

extension PointerInterface.Event {
    /// Converts an event. Its time is converted by `clock` to milliseconds since 1970.
    public init(_ event: PointerEvent, clock: ClockOffset) {
        self.init(
            phase: PointerInterface.Phase(event.phase), tool: PointerInterface.Tool(event.tool), pointer: Int(event.pointer),
            time: clock.milliseconds(event.time), rawX: Int(event.rawX), rawY: Int(event.rawY), x: event.x, y: event.y,
            force: Double(event.force), pressure: event.pressure.map(Double.init), distance: Double(event.distance),
            azimuth: Double(event.azimuth),
            altitude: Double(event.altitude), rotation: Double(event.rotation),
            wheel: event.wheel.map(Double.init), buttons: PointerInterface.Button.held(event.buttons),
            serial: Int(event.serial), toolId: Int(event.toolID), gap: event.followsGap)
    }
}

extension PointerInterface.Phase {
    /// Converts to the phase of the same name.
    public init(_ phase: PointerPhase) {
        self =
            switch phase {
            case .proximityIn: .proximityIn
            case .hover: .hover
            case .down: .down
            case .move: .move
            case .up: .up
            case .cancel: .cancel
            case .proximityOut: .proximityOut
            }
    }
}

extension PointerInterface.Tool {
    /// Converts to the tool of the same name.
    public init(_ tool: PointerTool) {
        self =
            switch tool {
            case .pen: .pen
            case .eraser: .eraser
            case .finger: .finger
            }
    }
}

extension PointerInterface.Button {
    /// Returns the buttons in a set, the lower button first.
    public static func held(_ buttons: PointerButtons) -> [PointerInterface.Button] {
        var held: [PointerInterface.Button] = []
        if buttons.contains(.lower) { held.append(.lower) }
        if buttons.contains(.upper) { held.append(.upper) }
        if buttons.contains(.third) { held.append(.third) }
        return held
    }
}

/// The offset between CLOCK_MONOTONIC and the time since 1970. It converts the times in the daemon to those in messages.
public struct ClockOffset: Sendable, Hashable {
    /// CLOCK_REALTIME − CLOCK_MONOTONIC in microseconds, both read at the same moment.
    public var microseconds: Int64

    /// Creates an offset of this number of microseconds.
    @inlinable public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Returns an instant as microseconds since 1970. The result saturates.
    @inlinable public func microsecondsSince1970(_ instant: Instant) -> Int64 {
        instant.advanced(byMicroseconds: microseconds).microseconds
    }

    /// Returns an instant as milliseconds since 1970, with fractions.
    @inlinable public func milliseconds(_ instant: Instant) -> Double { Double(microsecondsSince1970(instant)) / 1000 }

    /// Returns the instant this number of milliseconds after 1970. For a number that is not finite or far out of range, returns the origin
    /// of the daemon's clock.
    @inlinable public func instant(milliseconds: Double) -> Instant {
        guard let since1970 = Int64(exactly: (milliseconds * 1000).rounded()) else { return Instant(microseconds: 0) }
        return Instant(microseconds: Instant(microseconds: since1970).since(Instant(microseconds: microseconds)))
    }
}
