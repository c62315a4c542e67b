internal import Glibc

/// A failure to read a device, or all devices.
public enum TabletError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The node could not be opened; `errno` is the cause.
    case cannotOpen(node: String, errno: Int32)
    /// The node now belongs to another device than the discovered one.
    case replaced(node: String)
    /// The node opened but does not answer like an input device.
    case notAnInputDevice(node: String, errno: Int32)
    /// The node is a keyboard as well, and the kernel cannot mask its typed keys.
    case cannotMaskKeys(node: String, errno: Int32)
    /// The device cannot timestamp its events with CLOCK_MONOTONIC.
    case noMonotonicClock(node: String, errno: Int32)
    /// Another program has grabbed the device.
    case cannotGrab(errno: Int32)
    /// A pen in proximity cannot be grabbed or released.
    case penIsNear
    /// This system supports no virtual devices, or denies us access to them.
    case noVirtualDevices(errno: Int32)
    /// The kernel refuses a virtual device of this description.
    case cannotMakeDevice(name: String, errno: Int32)
    /// The kernel accepts no more events for a virtual device.
    case cannotPlay(errno: Int32)
    /// libudev refused a step of device monitoring.
    case cannotDiscover(step: String, errno: Int32)

    /// The problem and its solution.
    public var description: String {
        switch self {
        case .cannotOpen(let node, EACCES), .cannotOpen(let node, EPERM):
            "cannot open \(node): permission denied; the service needs setfacl (Debian's package acl) and systemd-sysusers, then: sudo udevadm trigger --subsystem-match=input. A node that is a keyboard as well is not opened to it by itself: inkctl doctor says what to do. By hand run as a member of the group that owns it (usually \"input\")"
        case .cannotOpen(let node, let code):
            "cannot open \(node): \(Self.text(of: code)); plug the device in again"
        case .replaced(let node):
            "\(node) belongs to another device by now; wait for that one to be announced"
        case .notAnInputDevice(let node, let code):
            "\(node) does not answer like an input device: \(Self.text(of: code)); name a /dev/input/event node"
        case .cannotMaskKeys(let node, let code):
            "\(node) is a keyboard as well, and the kernel does not keep its keys from inkd: \(Self.text(of: code)); a kernel of 4.4 or later is needed"
        case .noMonotonicClock(let node, let code):
            "\(node) cannot use the monotonic clock: \(Self.text(of: code)); a kernel of 3.4 or later is needed"
        case .cannotGrab(let code):
            "the pen cannot be captured: \(Self.text(of: code)); another program may have grabbed it: end that one (`sudo inkctl doctor` names it)"
        case .penIsNear: "the pen is near: it changes hands when it has gone"
        case .noVirtualDevices(EACCES), .noVirtualDevices(EPERM):
            "cannot open /dev/uinput: permission denied; run as root, or let a group have it with a rule for udev: KERNEL==\"uinput\", GROUP=\"input\", MODE=\"0660\""
        case .noVirtualDevices(ENOENT), .noVirtualDevices(ENODEV), .noVirtualDevices(ENXIO):
            "there is no /dev/uinput: load the kernel's module with \"sudo modprobe uinput\"; containers have none unless it is passed on to them"
        case .noVirtualDevices(let code): "cannot open /dev/uinput: \(Self.text(of: code)); see that the kernel's module uinput is loaded"
        case .cannotMakeDevice(let name, let code):
            "the kernel makes no device like \(name): \(Self.text(of: code)); an axis may have a range that cannot be"
        case .cannotPlay(let code): "the kernel takes no more events: \(Self.text(of: code)); play the recording again"
        case .cannotDiscover(let step, let code):
            "cannot watch for devices: \(step) failed: \(Self.text(of: code)); see that udev runs and AF_NETLINK is allowed"
        }
    }

    private static func text(of code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
