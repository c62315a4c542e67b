internal import InkCorpus
internal import InkProtocol

/// Formats inkd's statistics as lines of 80 columns that are safe for a terminal. Pure: a reply in, lines out.
struct TopFormatter {
    typealias Reply = DevicesInterface.Statistics.Reply

    /// The name of the user with a number.
    let userName: (Int) -> String

    /// The maximum number of columns of a line.
    static let width = 80

    func lines(_ reply: Reply) -> [String] {
        let parts = [summary(reply), devices(reply.devices), recognizer(reply.recogniser), quotas(reply.quotas)]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    // MARK: Queues

    private func summary(_ reply: Reply) -> [String] {
        let queues = reply.queues
        let waiting =
            [queues.bytes == 0 ? "nothing for clients" : "\(DisplayText.size(queues.bytes)) for clients"]
            + (queues.posted.map { [$0 == 0 ? "no work" : "\($0) pieces of work"] } ?? [])
        return [
            "Uptime: \(Self.time(reply.uptime)), memory: \(DisplayText.size(reply.memory)), "
                + "\(DisplayText.count(queues.clients, "client")), \(Self.watches(queues.watches)).",
            "Waiting: \(waiting.joined(separator: ", ")).",
            "Slow clients: \(DisplayText.count(queues.leftOut, "message")) omitted, "
                + "\(queues.disconnected == 0 ? "none" : "\(queues.disconnected)") disconnected.",
        ].flatMap { Self.wrapped($0.split(separator: " ").map(String.init), indent: "") }
    }

    private static func watches(_ count: Int) -> String { count == 1 ? "1 watch" : "\(count == 0 ? "no" : "\(count)") watches" }

    // MARK: Tables

    private func devices(_ devices: [DevicesInterface.DeviceStatistics]) -> [String] {
        guard !devices.isEmpty else { return ["No tablets. Plug one in; `inkctl watch` shows new tablets."] }
        let titles = ["FRAMES", "PER S", "LOST", "P50 ms", "P99 ms", "MAX ms"]
        var table = TextTable(
            columns: [.init(title: "ID", alignment: .right), .init(title: "TABLET")] + titles.map { .init(title: $0, alignment: .right) })
        table.rows = devices.map { device in
            [String(device.id), "", Self.short(device.frames), DisplayText.fixed(device.rate, digits: 0), Self.short(device.drops)]
                + Self.times(device.latency, digits: 2)
        }
        let room = max(8, Self.width - ((table.lines.map(\.count).max() ?? 0) - "TABLET".count))
        for (row, device) in devices.enumerated() { table.rows[row][1] = Self.cut(DisplayText.escaped(device.name), room) }
        return table.lines
    }

    private func recognizer(_ shares: [DevicesInterface.RecogniserStatistics]) -> [String] {
        let shown = shares.filter { $0.lines != nil || $0.waiting > 0 || $0.requests > 0 }
        guard !shown.isEmpty else { return [] }
        let titles = ["LINES", "WAITING", "REQUESTS", "P50 ms", "P99 ms", "MAX ms"]
        var table = TextTable(columns: [.init(title: "USER")] + titles.map { .init(title: $0, alignment: .right) })
        table.rows = shown.map { share in
            [Self.cut(DisplayText.escaped(userName(share.user)), 24), Self.short(share.lines?.count ?? 0), Self.short(share.waiting)]
                + [Self.short(share.requests)] + Self.times(share.lines, digits: 0)
        }
        return table.lines
    }

    /// Returns the median, the 99th percentile and the maximum of durations, in milliseconds.
    private static func times(_ durations: DevicesInterface.Durations?, digits: Int) -> [String] {
        guard let durations else { return ["–", "–", "–"] }
        return [durations.p50, durations.p99, durations.max].map {
            DisplayText.fixed(Double($0) / 1000, digits: $0 < 1_000_000 ? digits : 0)
        }
    }

    // MARK: Quotas

    /// Formats only the quotas that are in use, because most quotas are not.
    private func quotas(_ uses: [DevicesInterface.QuotaUse]) -> [String] {
        let shown = uses.filter { ($0.used ?? 0) > 0 }
        var users: [Int?] = []
        for use in shown where !users.contains(use.user) { users.append(use.user) }
        let lines = users.flatMap { user in
            let name = user.map { Self.cut(DisplayText.escaped(userName($0)), 24) } ?? "all users"
            let words = shown.filter { $0.user == user }.map { "\($0.shortName) \(Self.amount($0))" }
            return Self.wrapped(["\(name):"] + words.enumerated().map { $1 + ($0 + 1 < words.count ? "," : "") }, indent: "  ")
        }
        return lines.isEmpty ? [] : ["QUOTAS"] + lines
    }

    private static func amount(_ use: DevicesInterface.QuotaUse) -> String {
        let used = use.used ?? 0
        return use.isBytes ? "\(DisplayText.size(used)) of \(DisplayText.size(use.limit))" : "\(used) of \(use.limit)"
    }

    // MARK: Words

    /// Returns lines of whole words.
    private static func wrapped(_ words: [String], indent: String) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append((lines.isEmpty ? "" : indent) + word)
            }
        }
        return lines
    }

    /// Formats a number in at most six characters: "12345", "1.2M".
    private static func short(_ number: Int) -> String {
        switch number {
        case ..<1_000_000: String(number)
        case ..<1_000_000_000: DisplayText.fixed(Double(number) / 1e6, digits: 1) + "M"
        default: DisplayText.fixed(Double(number) / 1e9, digits: 1) + "G"
        }
    }

    private static func cut(_ text: String, _ room: Int) -> String { text.count <= room ? text : "\(text.prefix(room - 1))…" }

    /// Formats a duration: "12 s", "3 min 20 s", "4 h 5 min", "2 d 3 h".
    static func time(_ seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: "\(seconds / 3600) h \(seconds % 3600 / 60) min"
        default: "\(seconds / 86_400) d \(seconds % 86_400 / 3600) h"
        }
    }
}

extension DevicesInterface.QuotaUse {
    /// The quota's name without the common prefix.
    fileprivate var shortName: String { quota.hasPrefix("quotas.") ? String(quota.dropFirst(7)) : quota }

    /// Whether the quota limits bytes rather than a number of objects.
    fileprivate var isBytes: Bool {
        ["disk", "transferSize", "models", "annotations", "contentMemory", "exportMemory"].contains(shortName)
    }
}
