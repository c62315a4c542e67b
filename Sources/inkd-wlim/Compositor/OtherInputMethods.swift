internal import FoundationEssentials
internal import Glibc

/// Input methods that may have the seat.
enum OtherInputMethods {
    /// Names of processes, and what people call them.
    private static let known = [
        "fcitx": "Fcitx", "fcitx5": "Fcitx 5", "fcitx5-wayland": "Fcitx 5", "ibus-daemon": "IBus", "ibus-wayland": "IBus",
        "inkd-wlim": "another inkd-wlim", "kime": "kime", "maliit-keyboard": "Maliit", "maliit-server": "Maliit",
        "squeekboard": "Squeekboard", "swayime": "swayime", "wlchewing": "wlchewing", "wlpinyin": "wlpinyin",
    ]

    /// Those that this user runs.
    static func running() -> [String] { Set(processes(of: getuid()).compactMap { known[$0] }).sorted() }

    /// Names of a user's processes, this one left out. Desktops of others have seats of their own.
    static func processes(of user: uid_t) -> Set<String> {
        let own = String(getpid())
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return Set(
            processes.filter { $0 != own && $0.allSatisfy(\.isNumber) }.compactMap { process in
                var status = stat()
                guard stat("/proc/\(process)", &status) == 0, status.st_uid == user else { return nil }
                return FileManager.default.contents(atPath: "/proc/\(process)/comm").map { String(decoding: $0.dropLast(), as: UTF8.self) }
            })
    }
}
