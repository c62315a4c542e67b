public import Evdev

/// The virtual device that stands for a pen: every program but inkd reads it in place of the pen.
public struct TwinDescription: Sendable, Hashable {
    /// The name, ids, properties, codes and axes of the pen. Its axes have no fuzz, because the kernel has applied it already. No key is
    /// down.
    public var device: DeviceDescription
    /// Codes of EV_REL and other types that the description lacks.
    public var otherCodes: [UInt16: Set<UInt16>]

    /// Creates the description of the twin of a pen.
    /// - Parameter otherCodes: the pen's codes of EV_REL, EV_SW and other types.
    public init(of pen: DeviceDescription, otherCodes: [UInt16: Set<UInt16>] = [:]) {
        device = pen
        device.phys = Self.phys(of: pen.phys)
        // uinput cannot set `uniq`
        device.uniq = ""
        device.pressedKeys = []
        device.axes = pen.axes.mapValues { axis in
            var axis = axis
            axis.fuzz = 0
            return axis
        }
        self.otherCodes = otherCodes
    }

    /// Returns the physical path of the twin of a pen with this path. The two paths differ behind the last slash only, because libinput and
    /// libwacom join the nodes of one tablet by the part before the slash.
    public static func phys(of pen: String) -> String {
        guard let slash = pen.lastIndex(of: "/") else { return pen.isEmpty ? "inkd/inkd0" : "\(pen)/inkd0" }
        return "\(pen[...slash])inkd0"
    }

    /// Whether a physical path is that of a twin. The udev rule has the same pattern.
    public static func isTwin(phys: String) -> Bool { phys.contains("/inkd") }
}
