public import Evdev

/// The reason why a device cannot be read as a pen.
public enum PenRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The device does not report positions. Such a device contains the keys of a tablet; some kernels also assign the tools of a pen to
    /// it.
    case withoutPosition
    /// The device's positions have no usable range. Such a device contains the keys of a Wacom tablet, and reports a pen's axes for old
    /// programs.
    case withoutRange
    /// The device has no pen tool, tip or buttons. Such a device is a dial.
    case withoutKeys

    /// The missing capability, and its solution.
    public var description: String {
        let missing =
            switch self {
            case .withoutPosition: "has no ABS_X and ABS_Y"
            case .withoutRange: "has an ABS_X or ABS_Y without a range"
            case .withoutKeys: "has neither BTN_TOOL_*, BTN_TOUCH nor BTN_STYLUS"
            }
        return "\(missing), so it is not a pen but perhaps a tablet's keys: no action is needed"
    }
}

extension PenTracker {
    /// Rejects devices that are not pens. udev classifies some nodes with a tablet's keys or dials as tablets, and Wacom's drivers add the
    /// axes and one button of a pen to such nodes.
    /// - Throws: `PenRefusal`
    public static func check(_ description: DeviceDescription) throws(PenRefusal) {
        guard let x = description.axes[Axis.x], let y = description.axes[Axis.y] else { throw .withoutPosition }
        guard min(x.span, y.span) >= smallestSpan else { throw .withoutRange }
        guard hasPenKey(description.keys) else { throw .withoutKeys }
    }

    /// Whether a node has at least one key of a pen: a tool, the tip or a button.
    public static func hasPenKey(_ keys: Set<UInt16>) -> Bool {
        keys.contains(Key.touch) || keys.contains(Key.stylus) || keys.contains(where: Key.isTool)
    }

    /// The smallest usable span of an axis, in device units. The keys of Wacom's tablets report positions from 0 to 1; the coarsest tablets
    /// have some thousands of units.
    private static let smallestSpan: Int64 = 100
}
