internal import Evdev

/// The twin as programs see it, and the ways in which a frame of the pen reaches it.
struct TwinPen {
    private var state: NodeState
    private let pressure: AxisInfo?
    private let distance: AxisInfo?
    private let positions: AxisInfo?
    private let hasSerial: Bool

    /// Creates the state of a twin that was just made: no key is down, and its axes have the values of the pen.
    init(_ description: DeviceDescription) {
        state = NodeState(description, pressedKeys: [])
        pressure = description.axes[Axis.pressure]
        distance = description.axes[Axis.distance]
        positions = description.axes[Axis.x]
        hasSerial = description.miscCodes.contains(Misc.serial)
    }

    /// Forwards a frame as it is.
    mutating func forward(_ frame: borrowing Frame, into frames: inout TwinFrames) {
        for event in frame.events where event.type != EventType.syn { add(event, to: &frames) }
        frames.close()
    }

    /// Forwards a frame without contact: no tip switch, no pressure, no distance.
    ///
    /// An empty frame gets an event without effect: until libinput has seen a tool of the device leave, it takes 50 ms without events for
    /// the end of the proximity.
    mutating func forwardHovering(_ frame: borrowing Frame, of device: borrowing NodeState, into frames: inout TwinFrames) {
        var isEmpty = true
        for event in frame.events where event.type != EventType.syn && !Self.isOfContact(event) {
            add(event, to: &frames)
            isEmpty = false
        }
        if isEmpty { stir(device, into: &frames) }
        frames.close()
    }

    /// Brings the twin to the state of the pen.
    /// - Parameter isHovering: Whether the contact is left out: the tip, the pressure and the distance.
    mutating func follow(_ device: borrowing NodeState, isHovering: Bool, into frames: inout TwinFrames) {
        let before = state
        device.difference(to: before, comparing: { !isHovering || $0 != Axis.pressure && $0 != Axis.distance }) { event in
            if !isHovering || event.type != EventType.key || event.code != Key.touch { add(event, to: &frames) }
        }
        if isHovering { liftTip(into: &frames) }
        frames.close()
    }

    /// Presses the tip at a place.
    ///
    /// libinput averages the last four positions, so the pen first hovers at the place until only this position is left. The pressure is at
    /// least a fifth of its range, because libinput sees no contact below some percent of the range.
    mutating func press(at place: DevicePoint, pressure force: Int32, into frames: inout TwinFrames) {
        let beside = place.x == positions?.maximum ? -1 : 1 as Int32
        for turn in 0..<5 as Range<Int32> {
            add(InputEvent(.abs, Axis.x, place.x &+ turn % 2 * beside), to: &frames)
            add(InputEvent(.abs, Axis.y, place.y), to: &frames)
            frames.close()
        }
        if let distance { add(InputEvent(.abs, Axis.distance, distance.minimum), to: &frames) }
        if let pressure {
            let least = Int64(pressure.minimum) + pressure.span / 5
            add(InputEvent(.abs, Axis.pressure, Int32(clamping: max(least, Int64(force)))), to: &frames)
        }
        add(InputEvent(.key, Key.touch, 1), to: &frames)
        frames.close()
    }

    /// Taps at a place.
    mutating func tap(at place: DevicePoint, pressure force: Int32, into frames: inout TwinFrames) {
        press(at: place, pressure: force, into: &frames)
        liftTip(into: &frames)
        frames.close()
    }

    /// Releases all keys: the tip, the buttons, and last the tool.
    mutating func release(into frames: inout TwinFrames) {
        liftTip(into: &frames)
        frames.close()
        let before = state
        before.releases { add($0, to: &frames) }
        frames.close()
    }

    private mutating func liftTip(into frames: inout TwinFrames) {
        if let pressure, state.value(Axis.pressure) != pressure.minimum {
            add(InputEvent(.abs, Axis.pressure, pressure.minimum), to: &frames)
        }
        if state.isDown(Key.touch) { add(InputEvent(.key, Key.touch, 0), to: &frames) }
    }

    /// Adds an event without effect: the tool's serial number again, or, for a pen without serial numbers, a position one unit beside its
    /// place.
    private mutating func stir(_ device: borrowing NodeState, into frames: inout TwinFrames) {
        guard !hasSerial else { return add(InputEvent(.msc, Misc.serial, device.serial), to: &frames) }
        let place = device.value(Axis.x)
        let beside = place == positions?.maximum ? -1 : 1 as Int32
        add(InputEvent(.abs, Axis.x, state.value(Axis.x) == place ? place &+ beside : place), to: &frames)
    }

    private mutating func add(_ event: InputEvent, to frames: inout TwinFrames) {
        state.apply(event)
        frames.add(event)
    }

    private static func isOfContact(_ event: InputEvent) -> Bool {
        switch event.type {
        case EventType.key: event.code == Key.touch
        case EventType.abs: event.code == Axis.pressure || event.code == Axis.distance
        default: false
        }
    }
}
