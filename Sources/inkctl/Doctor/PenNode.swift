internal import Glibc
internal import InkCorpus

/// A pen's node, as udev and sysfs tell of it.
struct PenNode: Sendable, Hashable {
    /// "/dev/input/event5".
    var path: String
    /// As the kernel names it.
    var name: String
    /// The vendor's number.
    var vendor: Int
    /// The product's number.
    var product: Int
    /// Made by a program (uinput).
    var isVirtual: Bool
    /// Programs that have it open, but inkd; nil if only root may see that.
    var holders: [String]?

    /// What udev's database has noted of a device, from its file's lines such as `E:ID_INPUT_TABLET=1`.
    static func properties(of text: String) -> [String: String] {
        var properties: [String: String] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("E:") {
            let sides = line.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { properties[String(sides[0])] = String(sides[1]) }
        }
        return properties
    }

    /// Whether a device is a pen, and to be read. `ID_INPUT_TABLET` is set on a tablet's finger and pad nodes, too.
    static func isPen(_ properties: [String: String]) -> Bool {
        let others = ["ID_INPUT_TABLET_PAD", "ID_INPUT_TOUCHPAD", "ID_INPUT_TOUCHSCREEN", "LIBINPUT_IGNORE_DEVICE"]
        return properties["ID_INPUT_TABLET"] == "1" && others.allSatisfy { properties[$0] != "1" }
    }
}

extension PenNode {
    /// The pens that udev knows.
    static func all() -> [PenNode] {
        let holders = Self.holders()
        return (SmallFiles.names(in: "/sys/class/input") ?? []).filter { $0.hasPrefix("event") }.compactMap { node in
            let folder = "/sys/class/input/\(node)"
            guard let number = SmallFiles.text("\(folder)/dev"), let noted = SmallFiles.text("/run/udev/data/c\(number)"),
                isPen(properties(of: noted))
            else { return nil }
            func identity(_ key: String) -> Int { Int(SmallFiles.text("\(folder)/device/id/\(key)") ?? "", radix: 16) ?? 0 }
            return PenNode(
                path: "/dev/input/\(node)", name: SmallFiles.text("\(folder)/device/name") ?? node, vendor: identity("vendor"),
                product: identity("product"), isVirtual: SmallFiles.target(folder)?.contains("/devices/virtual/input/") == true,
                holders: holders.map { $0["/dev/input/\(node)", default: []].sorted() })
        }
    }

    /// Who has which node open, but inkd; nil if others' processes cannot be looked at.
    private static func holders() -> [String: Set<String>]? {
        guard geteuid() == 0 else { return nil }
        var holders: [String: Set<String>] = [:]
        for process in SmallFiles.names(in: "/proc") ?? [] where Int(process) != nil {
            guard let name = SmallFiles.text("/proc/\(process)/comm"), name != "inkd" else { continue }
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
