internal import InkProtocol

/// A finding of `inkctl doctor`.
struct Finding: Sendable, Hashable {
    /// How bad it is, the worst last.
    enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        case ok
        case warning
        case problem

        static func < (left: Level, right: Level) -> Bool { allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0 }

        /// A sign that says it without colour.
        var sign: String {
            switch self {
            case .ok: "✓"
            case .warning: "!"
            case .problem: "✕"
            }
        }

        /// The level for screen readers.
        var name: String {
            switch self {
            case .ok: "All right"
            case .warning: "Warning"
            case .problem: "Problem"
            }
        }
    }

    /// The name of the check, such as `service`.
    var check: String
    var level: Level
    /// What was seen.
    var message: String
    /// What was seen, as a sentence begins; programs keep their names.
    var sentence: String { message.hasPrefix("inkd") ? message : message.prefix(1).uppercased() + message.dropFirst() }
    /// What to do about it; empty if there is nothing to do.
    var remedy: String

    /// A line that `inkctl doctor --json` writes; nil for one that is something else.
    init?(line: String) {
        guard let value = try? JSONValue(parsing: Array(line.utf8)), let check = value["check"]?.string,
            let level = value["level"]?.string.flatMap(Level.init), let message = value["message"]?.string
        else { return nil }
        (self.check, self.level, self.message) = (check, level, message)
        remedy = value["remedy"]?.string ?? ""
    }
}

/// What the doctor said last.
enum HealthState: Sendable, Hashable {
    /// It looks just now.
    case looking
    case found([Finding])
    /// There is no `inkctl`, or it did not end.
    case failed

    /// Of what `inkctl doctor --json` wrote; nil where it could not be run.
    init(output: String?) {
        let findings = (output ?? "").split(separator: "\n").compactMap { Finding(line: String($0)) }
        self = findings.isEmpty ? .failed : .found(findings)
    }

    /// The sum of it in a sentence.
    var summary: String {
        switch self {
        case .looking: return "Looking …"
        case .failed: return "inkctl, which looks for what is wrong, cannot be run. Install the package inkd-tools."
        case .found(let findings):
            let (problems, warnings) = (findings.count { $0.level == .problem }, findings.count { $0.level == .warning })
            func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
            switch (problems, warnings) {
            case (0, 0): return "Everything is as it should be."
            case (0, _): return "The pen can write. \(count(warnings, "thing")) may be better."
            case (_, 0): return "\(count(problems, "problem")) to mend, the first one first."
            default:
                return "\(count(problems, "problem")) to mend, the first one first, and \(count(warnings, "thing")) that may be better."
            }
        }
    }
}

/// Commands that mend what a finding says, where a button can do that.
struct Mend: Sendable, Hashable {
    /// The button's title.
    var title: String
    /// Programs with their arguments, one after the other.
    var commands: [[String]]

    /// The mend of a remedy; nil where a person has to do something.
    static func of(_ finding: Finding) -> Mend? {
        guard finding.level != .ok else { return nil }
        return known.first { finding.remedy.contains($0.phrase) }?.mend
    }

    /// By what the remedy says, the longer phrases first. systemctl asks for the password itself, by way of polkit.
    private static let known: [(phrase: String, mend: Mend)] = [
        ("systemctl enable --now inkd.socket inkd.service", .init("Start inkd", "systemctl enable --now inkd.socket inkd.service")),
        ("systemctl restart inkd.socket inkd.service", .init("Restart inkd", "systemctl restart inkd.socket inkd.service")),
        ("systemctl restart inkd.service", .init("Restart inkd", "systemctl restart inkd.service")),
        ("inkctl pen on", .init("Turn on", "inkctl pen on")),
        ("ibus write-cache; ibus restart", .init("Have IBus look again", "ibus write-cache", "ibus restart")),
        ("then ibus restart", .init("Restart IBus", "ibus restart")),
        ("Start it again: ibus restart", .init("Restart IBus", "ibus restart")),
        ("ibus engine inkd", .init("Choose it now", "ibus engine inkd")),
        ("ibus-daemon -drxR", .init("Start IBus", "ibus-daemon -drxR")),
        ("setsid -f inkd-wlim", .init("Start inkd-wlim", "setsid -f inkd-wlim")),
        ("at each login: im-config -n ibus", .init("Set for the next login", "im-config -n ibus")),
    ]

    private init(_ title: String, _ commands: String...) {
        self.title = title
        self.commands = commands.map { $0.split(separator: " ").map(String.init) }
    }
}
