internal import Glibc
internal import System

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
    /// This system does not support virtual devices, or denies access to them.
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
            "cannot open \(node): permission denied; the service needs setfacl (Debian package acl) and systemd-sysusers, then: sudo udevadm trigger --subsystem-match=input. A node that is also a keyboard gets no automatic access: inkctl doctor has the fix. Without the service, run as a member of the group that owns the node (usually \"input\")"
        case .cannotOpen(let node, let code):
            "cannot open \(node): \(SystemError.reason(code)); plug the device in again"
        case .replaced(let node):
            "\(node) now belongs to another device; wait until that device is announced"
        case .notAnInputDevice(let node, let code):
            "\(node) is not an input device: \(SystemError.reason(code)); give a /dev/input/event node"
        case .cannotMaskKeys(let node, let code):
            "\(node) is also a keyboard, and the kernel cannot mask its keys for inkd: \(SystemError.reason(code)); Linux 4.4 or later is required"
        case .noMonotonicClock(let node, let code):
            "\(node) cannot use the monotonic clock: \(SystemError.reason(code)); Linux 3.4 or later is required"
        case .cannotGrab(let code):
            "cannot capture the pen: \(SystemError.reason(code)); another program may have grabbed it: stop that program (`sudo inkctl doctor` names it)"
        case .penIsNear: "the pen is near the tablet; the change takes effect when it leaves"
        case .noVirtualDevices(EACCES), .noVirtualDevices(EPERM):
            "cannot open /dev/uinput: permission denied; run as root, or give a group access with a udev rule: KERNEL==\"uinput\", GROUP=\"input\", MODE=\"0660\""
        case .noVirtualDevices(ENOENT), .noVirtualDevices(ENODEV), .noVirtualDevices(ENXIO):
            "/dev/uinput does not exist; load the kernel module with \"sudo modprobe uinput\", or pass the device through to the container"
        case .noVirtualDevices(let code):
            "cannot open /dev/uinput: \(SystemError.reason(code)); check that the kernel module uinput is loaded"
        case .cannotMakeDevice(let name, let code):
            "the kernel rejected a device like \(name): \(SystemError.reason(code)); an axis may have an invalid range"
        case .cannotPlay(let code): "the kernel accepts no more events: \(SystemError.reason(code)); play the recording again"
        case .cannotDiscover(let step, let code):
            "cannot watch for devices: \(step) failed: \(SystemError.reason(code)); check that udev runs and AF_NETLINK is allowed"
        }
    }
}
