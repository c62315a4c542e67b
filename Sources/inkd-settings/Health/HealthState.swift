internal import InkProtocol

/// A finding of `inkctl doctor`.
struct Finding: Sendable, Hashable {
    /// The severity, in ascending order.
    enum Level: String, Sendable, Hashable, Comparable, CaseIterable {
        case ok
        case warning
        case problem

        static func < (left: Level, right: Level) -> Bool { allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0 }

        /// A symbol that conveys the level without color.
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
            case .ok: "OK"
            case .warning: "Warning"
            case .problem: "Problem"
            }
        }
    }

    /// The name of the check, such as `service`.
    var check: String
    var level: Level
    /// The observation.
    var message: String
    /// The observation as a sentence, with a capital letter at the beginning unless it begins with the name of a program of inkd.
    var sentence: String { message.hasPrefix("inkd") ? message : message.prefix(1).uppercased() + message.dropFirst() }
    /// The remedy; may be empty.
    var remedy: String

    /// Parses a line of `inkctl doctor --json`; nil for any other line.
    init?(line: String) {
        guard let value = try? JSONValue(parsing: Array(line.utf8)), let check = value["check"]?.string,
            let level = value["level"]?.string.flatMap(Level.init), let message = value["message"]?.string
        else { return nil }
        (self.check, self.level, self.message) = (check, level, message)
        remedy = value["remedy"]?.string ?? ""
    }
}

/// The doctor's last result.
enum HealthState: Sendable, Hashable {
    /// The doctor is running.
    case looking
    case found([Finding])
    /// `inkctl` is missing, or did not finish.
    case failed

    /// Parses the output of `inkctl doctor --json`; `output` is nil if the doctor could not be run.
    init(output: String?) {
        let findings = (output ?? "").split(separator: "\n").compactMap { Finding(line: String($0)) }
        self = findings.isEmpty ? .failed : .found(findings)
    }

    /// The summary in a sentence.
    var summary: String {
        switch self {
        case .looking: return "Checking …"
        case .failed: return "Cannot run inkctl, which makes these checks. Install the package inkd-tools."
        case .found(let findings):
            let (problems, warnings) = (findings.count { $0.level == .problem }, findings.count { $0.level == .warning })
            func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
            switch (problems, warnings) {
            case (0, 0): return "No problems found."
            case (0, _): return "The pen can write. \(count(warnings, "warning"))."
            case (_, 0): return "\(count(problems, "problem")) found. Fix the first one first."
            default:
                return "\(count(problems, "problem")) and \(count(warnings, "warning")) found. Fix the first problem first."
            }
        }
    }
}
