internal import Evdev
internal import Glibc
internal import InkCorpus
internal import PenRelay
internal import Tablet

/// The device node of a pen, from udev and sysfs.
struct PenNode: Sendable, Hashable {
    /// The node's path: "/dev/input/event5".
    var path: String
    /// The kernel's name for the device.
    var name: String
    /// The vendor's number.
    var vendor: Int
    /// The product's number.
    var product: Int
    /// Whether a program made the device (uinput).
    var isVirtual: Bool
    /// Whether the node is also a keyboard, so that udev's rule does not give inkd access to it.
    var alsoTypes = false
    /// Whether inkd-pen has grabbed the device, so that the pen also points. The desktop then reads a twin of the device.
    var hasTwin = false
    /// Programs other than inkd that have the device open; nil if only root may see these programs.
    var holders: [String]?

    /// Returns a device's properties in udev's database, from lines such as `E:ID_INPUT_TABLET=1`.
    static func properties(of text: String) -> [String: String] {
        var properties: [String: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("E:") {
            let sides = line.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { properties[String(sides[0])] = String(sides[1]) }
        }
        return properties
    }

    /// Whether the device is a pen that inkd should read. `ID_INPUT_TABLET` is set on a tablet's finger and pad nodes, too.
    static func isPen(_ properties: [String: String]) -> Bool {
        let others = ["ID_INPUT_TABLET_PAD", "ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "LIBINPUT_IGNORE_DEVICE"]
        return properties["ID_INPUT_TABLET"] == "1" && others.allSatisfy { properties[$0] != "1" }
    }

    /// Whether the device reports positions, according to the bit mask of the device's axes in sysfs, such as "1000d000003". The node of a
    /// tablet's keys does not.
    static func hasPosition(_ axes: String) -> Bool {
        guard let word = axes.split(whereSeparator: \.isWhitespace).last.flatMap({ UInt64($0, radix: 16) }) else { return true }
        return word & 0b11 == 0b11
    }

    /// Whether the device has a key of a pen that can write, according to the bit masks of its keys and axes in sysfs: a tool, the tip,
    /// or a stylus button together with pressure. The nodes of tablets' keys and dials may also have positions and the stylus button.
    static func hasPenKeys(_ keys: String, axes: String) -> Bool {
        let keys = DiscoveredDevice.codes(keys)
        return PenTracker.hasPenKey(keys.subtracting([Key.stylus]))
            || keys.contains(Key.stylus) && DiscoveredDevice.codes(axes).contains(Axis.pressure)
    }
}

extension PenNode {
    /// Returns the pens that udev knows.
    static func all() -> [PenNode] {
        let holders = Self.holders()
        let nodes = (SmallFiles.names(in: "/sys/class/input") ?? []).filter { $0.hasPrefix("event") }
        let paths = Dictionary(
            nodes.compactMap { node in SmallFiles.text("/sys/class/input/\(node)/device/phys").map { (node, $0) } },
            uniquingKeysWith: { first, _ in first })
        let twins = Set(paths.values.filter { TwinDescription.isTwin(phys: $0) })
        return nodes.compactMap { node in
            let folder = "/sys/class/input/\(node)"
            guard !twins.contains(paths[node] ?? ""), let number = SmallFiles.text("\(folder)/dev"),
                let noted = SmallFiles.text("/run/udev/data/c\(number)"),
                let axes = SmallFiles.text("\(folder)/device/capabilities/abs"),
                let keys = SmallFiles.text("\(folder)/device/capabilities/key"),
                isPen(properties(of: noted)), hasPosition(axes), hasPenKeys(keys, axes: axes)
            else { return nil }
            func identity(_ key: String) -> Int { Int(SmallFiles.text("\(folder)/device/id/\(key)") ?? "", radix: 16) ?? 0 }
            return PenNode(
                path: "/dev/input/\(node)", name: SmallFiles.text("\(folder)/device/name") ?? node, vendor: identity("vendor"),
                product: identity("product"), isVirtual: SmallFiles.target(folder)?.contains("/devices/virtual/input/") == true,
                alsoTypes: properties(of: noted)["ID_INPUT_KEYBOARD"] == "1",
                hasTwin: twins.contains(TwinDescription.phys(of: paths[node] ?? "")),
                holders: holders.map { $0["/dev/input/\(node)", default: []].sorted() })
        }
    }

    /// Returns the names of programs other than inkd, by the node that they have open; nil without permission to inspect other users'
    /// processes.
    private static func holders() -> [String: Set<String>]? {
        guard geteuid() == 0 else { return nil }
        var holders: [String: Set<String>] = [:]
        for process in SmallFiles.names(in: "/proc") ?? [] where Int(process) != nil {
            guard let name = SmallFiles.text("/proc/\(process)/comm"), !["inkd", "inkd-pen"].contains(name) else { continue }
            for descriptor in SmallFiles.names(in: "/proc/\(process)/fd") ?? [] {
                guard let target = SmallFiles.target("/proc/\(process)/fd/\(descriptor)"), target.hasPrefix("/dev/input/event") else {
                    continue
                }
                holders[target, default: []].insert(name)
            }
        }
        return holders
    }
}
