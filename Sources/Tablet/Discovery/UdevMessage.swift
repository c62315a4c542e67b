internal import Glibc

/// A message from udev about a device that udev has finished processing. All other properties of the device are in udev's database.
///
/// A message begins with `struct udev_monitor_netlink_header` of systemd's libudev (src/libsystemd/sd-device/device-monitor.c): "libudev",
/// a magic number, the size of the header, and the position of the properties. Each property is `KEY=value`, ended by a NUL.
struct UdevMessage: Equatable {
    /// The device's sysfs path as libudev reports it: with a leading /sys.
    let syspath: String
    /// Whether the device was removed.
    let isRemoval: Bool

    /// Parses a message; nil if it is malformed or not about an input device.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headerSize, bytes.prefix(8).elementsEqual("libudev\0".utf8),
            UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == Self.magic
        else { return nil }
        let offset = Int(bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
        let length = Int(bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self))
        guard offset >= Self.headerSize, offset <= bytes.count, length <= bytes.count - offset else { return nil }
        var (action, path, subsystem) = ("", "", "")
        for property in bytes[offset..<(offset + length)].split(separator: 0) {
            func value(of key: StaticString) -> String? {
                key.withUTF8Buffer { property.starts(with: $0) }
                    ? String(decoding: property.dropFirst(key.utf8CodeUnitCount), as: UTF8.self) : nil
            }
            if let text = value(of: "ACTION=") {
                action = text
            } else if let text = value(of: "DEVPATH=") {
                path = text
            } else if let text = value(of: "SUBSYSTEM=") {
                subsystem = text
            }
        }
        guard subsystem == "input", path.hasPrefix("/") else { return nil }
        (syspath, isRemoval) = ("/sys" + path, action == "remove")
    }

    private static let headerSize = 40
    private static let magic: UInt32 = 0xfeed_cafe
}

/// The sender of a message on udev's socket, as reported by the kernel. Any process can send such a message, so the sender must be checked.
struct UdevSender: Equatable {
    /// The groups that the message was sent to, a bit for each; 0 for a message to this socket alone.
    var groups: UInt32
    /// The sender's user id; nil if the kernel does not report it.
    var user: UInt32?

    /// Whether the sender is udev's daemon: a root process that sends to all udev listeners. libudev makes the same check, but also accepts
    /// the kernel's own messages. Those have another format and arrive before a node has its permissions.
    var isUdev: Bool { groups == Self.udevGroup && user == 0 }

    /// `MONITOR_GROUP_UDEV` of systemd's device monitor.
    private static let udevGroup: UInt32 = 2
}

/// The source of udev's messages.
enum UdevMessages {
    /// libudev's own socket.
    case libudev(OpaquePointer)
    /// A socket that another process created and owns. libudev cannot use such a socket.
    case socket(Int32)
}
