internal import ArgumentParser
internal import InkCorpus

/// `inkctl doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose why the pen does not write, with a fix for each problem.",
        discussion: """
            Checks the daemon, the tablets, the models, the desktop, its input method, and the parts \
            by which a pen points and writes: inkd-pen, the places of text fields, the mapping of \
            the tablet, and ink under the tip. Changes nothing. The exit status is 1 if there is a \
            problem.

            Examples:
              inkctl doctor                 in a terminal of the desktop, as its user
              inkctl doctor --watch 10      also check whether the pen sends events
              inkctl doctor --json | jq -r 'select(.level != "ok") | .remedy'
              sudo inkctl doctor            also show programs that have the tablet open
            """)

    @Option(help: ArgumentHelp("Seconds to wait for a stroke of the pen, 1 to 600.", valueName: "seconds"))
    var watch: Int?

    @Flag(help: "Write one JSON object per check, with check, level, message and remedy.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let watch, !(1...600).contains(watch) { throw ValidationError("--watch must be 1 to 600 seconds, not \(watch)") }
    }

    func run() throws {
        let findings = Doctor.findings(DoctorFacts.gather(daemon, watchingFor: watch))
        try StandardOutput.writeLines(json ? findings.map(JSONLine.text) : findings.map(\.line))
        if findings.contains(where: { $0.level == .problem }) { throw ExitCode(1) }
    }
}

/// All checks, ordered from the daemon to the focused field. Each check is a pure function of the facts.
enum Doctor {
    /// Returns the findings of all checks, in the order in which to fix them.
    static func findings(_ facts: DoctorFacts) -> [Finding] {
        let daemon = [service(facts.daemon), socket(facts.daemon), access(facts.daemon), model(facts.daemon), language(facts)].compactMap(
            \.self)
        let tablets = tablets(facts.tablets, isPermitted: facts.daemon.isPermitted) + [events(facts.tablets)].compactMap(\.self)
        return daemon + tablets + session(facts.session) + pointing(facts) + [pen(facts.daemon)].compactMap(\.self)
    }
}

/// The finding of one check.
struct Finding: Codable, Sendable, Hashable {
    /// The severity of a finding.
    enum Level: String, Codable, Sendable {
        /// Correct, or unknown.
        case ok
        /// Something may not work.
        case warning
        /// Something does not work.
        case problem
    }

    /// The name of the check.
    var check: String
    var level: Level
    /// The observation.
    var message: String
    /// The remedy; nil if the finding needs no remedy.
    var remedy: String?

    static func ok(_ check: String, _ message: String) -> Finding { .init(check: check, level: .ok, message: message, remedy: nil) }

    static func warning(_ check: String, _ message: String, _ remedy: String) -> Finding {
        .init(check: check, level: .warning, message: message, remedy: remedy)
    }

    static func problem(_ check: String, _ message: String, _ remedy: String) -> Finding {
        .init(check: check, level: .problem, message: message, remedy: remedy)
    }

    /// The finding in one line, such as "warning  pen           The session is locked. Unlock it".
    var line: String {
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        let sentence = message + (remedy.map { ". \($0)" } ?? "")
        return "\(padded(level.rawValue, 7))  \(padded(check, 12))  \(DisplayText.escaped(sentence))"
    }
}
