internal import Glibc

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
