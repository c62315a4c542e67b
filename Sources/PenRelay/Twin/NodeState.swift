internal import Evdev
internal import Ink

/// The keys and the axis values of an event node, as far as its events have changed them. Updates allocate no memory.
struct NodeState {
    /// Number of key codes of the kernel (KEY_CNT), in words of 64.
    private static let words = 0x300 / 64
    /// The end of the axes with a single value. The axes of individual contacts, from ABS_MT_SLOT on, have no single value.
    private static let axisEnd = Int(Axis.slot)

    private var pressed: [UInt64]
    private var values: [Int32]
    /// The key codes that the node can report, as bits; other codes are ignored.
    private let keys: [UInt64]
    /// Whether the node can report each axis; other axes are ignored.
    private let axes: [Bool]
    private let hasToolKeys: Bool
    private(set) var serial: Int32 = 0

    /// Creates the state of a node when it was opened.
    /// - Parameter pressedKeys: the keys that are down.
    init(_ description: DeviceDescription, pressedKeys: Set<UInt16>) {
        keys = Self.bits(description.keys)
        pressed = Self.bits(description.keys.intersection(pressedKeys))
        axes = (0..<Self.axisEnd).map { description.axes[UInt16($0)] != nil }
        values = (0..<Self.axisEnd).map { description.axes[UInt16($0)]?.value ?? 0 }
        hasToolKeys = description.keys.contains(where: Self.isTool)
    }

    /// Applies an event; ignores codes that the node cannot report.
    mutating func apply(_ event: InputEvent) {
        let code = Int(event.code)
        switch event.type {
        case EventType.key where has(key: event.code):
            let bit: UInt64 = 1 << (event.code % 64)
            if event.value == 0 { pressed[code / 64] &= ~bit } else { pressed[code / 64] |= bit }
        case EventType.abs where has(axis: event.code): values[code] = event.value
        case EventType.msc where event.code == Misc.serial: serial = event.value
        default: break
        }
    }

    /// Whether the node can report a key.
    func has(key: UInt16) -> Bool { Int(key) < 64 * Self.words && keys[Int(key) / 64] & 1 << (key % 64) != 0 }

    /// Whether the node can report an axis.
    func has(axis: UInt16) -> Bool { Int(axis) < Self.axisEnd && axes[Int(axis)] }

    /// Whether a key is down.
    func isDown(_ key: UInt16) -> Bool { Int(key) < 64 * Self.words && pressed[Int(key) / 64] & 1 << (key % 64) != 0 }

    /// The value of an axis; 0 for an axis that the node lacks.
    func value(_ axis: UInt16) -> Int32 { has(axis: axis) ? values[Int(axis)] : 0 }

    /// Whether a tool is in proximity. A node without keys for tools has a tool as long as the tip is down.
    var isToolNear: Bool { hasToolKeys ? (Key.toolPen...Key.toolLens).contains(where: isDown) : isDown(Key.touch) }

    /// Whether the tool writes or erases: pucks and fingers on a pen's node only point.
    var canWrite: Bool {
        guard hasToolKeys else { return true }
        return (Key.toolPen...Key.toolAirbrush).contains(where: isDown) && !isDown(Key.toolMouse) && !isDown(Key.toolLens)
    }

    /// Whether a barrel button is down.
    var isButtonDown: Bool { isDown(Key.stylus) || isDown(Key.stylus2) || isDown(Key.stylus3) }

    /// Calls `body` with each event that leads from `other` to this state.
    /// - Parameter axes: whether an axis is compared.
    func difference(to other: borrowing NodeState, comparing axes: (UInt16) -> Bool, _ body: (InputEvent) -> Void) {
        for word in 0..<Self.words {
            var changed = (pressed[word] ^ other.pressed[word]) & keys[word]
            while changed != 0 {
                let bit = changed.trailingZeroBitCount
                changed &= changed - 1
                let isDown = pressed[word] & 1 << bit != 0
                body(InputEvent(.key, UInt16(64 * word + bit), isDown ? 1 : 0))
            }
        }
        for code in 0..<Self.axisEnd where self.axes[code] && values[code] != other.values[code] && axes(UInt16(code)) {
            body(InputEvent(.abs, UInt16(code), values[code]))
        }
    }

    /// Calls `body` with an event for each key and axis, and for the serial number if one was reported.
    func all(_ body: (InputEvent) -> Void) {
        for code in 0..<64 * Self.words where keys[code / 64] & 1 << (code % 64) != 0 {
            body(InputEvent(.key, UInt16(code), isDown(UInt16(code)) ? 1 : 0))
        }
        for code in 0..<Self.axisEnd where axes[code] { body(InputEvent(.abs, UInt16(code), values[code])) }
        if serial != 0 { body(InputEvent(.msc, Misc.serial, serial)) }
    }

    /// Calls `body` with an event that releases each key that is down.
    func releases(_ body: (InputEvent) -> Void) {
        for word in 0..<Self.words {
            var down = pressed[word]
            while down != 0 {
                body(InputEvent(.key, UInt16(64 * word + down.trailingZeroBitCount), 0))
                down &= down - 1
            }
        }
    }

    private static func isTool(_ key: UInt16) -> Bool { (Key.toolPen...Key.toolLens).contains(key) }

    private static func bits(_ codes: Set<UInt16>) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: words)
        for code in codes where Int(code) < 64 * words { bits[Int(code) / 64] |= 1 << (code % 64) }
        return bits
    }
}

extension InputEvent {
    /// The types of events that the relay makes.
    enum Made { case key, abs, msc, report }

    /// Creates an event for the twin, which the kernel stamps with the time of writing.
    init(_ type: Made, _ code: UInt16, _ value: Int32) {
        let number =
            switch type {
            case .key: EventType.key
            case .abs: EventType.abs
            case .msc: EventType.msc
            case .report: EventType.syn
            }
        self.init(time: .init(microseconds: 0), type: number, code: code, value: value)
    }
}
