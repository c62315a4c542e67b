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
