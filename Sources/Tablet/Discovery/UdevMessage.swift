internal import Glibc

/// What a message of udev's says of a device, besides that udev is through with it: everything else is in udev's database.
///
/// Messages begin with `struct udev_monitor_netlink_header` of systemd's libudev (src/libsystemd/sd-device/device-monitor.c): "libudev", a
/// magic number, the header's size, and where the properties lie, which are `KEY=value`, each ended by a NUL.
struct UdevMessage: Equatable {
    /// Its place in sysfs, as libudev has it: with /sys in front.
    let syspath: String
    /// It is gone.
    let isRemoval: Bool

    /// nil for a message that is not about an input device, or is none.
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

/// The sender of a message on udev's socket, as the kernel tells it. What is in a message is worth as much as its sender.
struct UdevSender: Equatable {
    /// The groups that the message was sent to, a bit for each; 0 for one that was sent to this socket alone.
    var groups: UInt32
    /// nil where the kernel does not say.
    var user: UInt32?

    /// udev's daemon: it is root, and sends to all who listen to udev. libudev asks for the same; it also takes the kernel's own messages, which
    /// come before a node has its permissions and are of another form.
    var isUdev: Bool { groups == Self.udevGroup && user == 0 }

    /// `MONITOR_GROUP_UDEV` of systemd's device monitor.
    private static let udevGroup: UInt32 = 2
}

/// Where udev's messages come from.
enum UdevMessages {
    /// libudev's own socket.
    case libudev(OpaquePointer)
    /// A socket that somebody else has made, and keeps. libudev takes none of others.
    case socket(Int32)
}
