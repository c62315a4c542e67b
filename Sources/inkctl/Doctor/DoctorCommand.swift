internal import ArgumentParser
internal import InkCorpus

/// `inkctl doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Looks for what keeps the pen from writing, and says what to do about it.",
        discussion: """
            Looks at the daemon, tablets, models, the desktop and its input method. Nothing is \
            changed. Ends with 1 if there is a problem.

            Examples:
              inkctl doctor                 in a terminal of the desktop, as its user
              inkctl doctor --watch 10      see, too, whether anything comes from the pen
              inkctl doctor --json | jq -r 'select(.level != "ok") | .remedy'
              sudo inkctl doctor            see who else has the tablet open; no desktop
            """)

    @Option(help: ArgumentHelp("Wait so long for a stroke of the pen.", valueName: "seconds"))
    var watch: Int?

    @Flag(help: "Write one JSON object for each check: check, level, message, remedy.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if let watch, !(1...600).contains(watch) { throw ValidationError("--watch takes 1 to 600 seconds") }
    }

    func run() throws {
        let findings = Doctor.findings(DoctorFacts.gather(daemon, watchingFor: watch))
        try StandardOutput.writeLines(json ? findings.map(JSONLine.text) : findings.map(\.line))
        if findings.contains(where: { $0.level == .problem }) { throw ExitCode(1) }
    }
}

/// All checks, each a pure function of the facts, from the daemon to the focused field.
enum Doctor {
    /// Returns the findings of all checks, in the order in which to fix them.
    static func findings(_ facts: DoctorFacts) -> [Finding] {
        let daemon = [service(facts.daemon), socket(facts.daemon), access(facts.daemon), model(facts.daemon), language(facts)].compactMap(
            \.self)
        let tablets = tablets(facts.tablets, isPermitted: facts.daemon.isPermitted) + [events(facts.tablets)].compactMap(\.self)
        return daemon + tablets + session(facts.session) + [pen(facts.daemon)].compactMap(\.self)
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

    /// One line: "warning  pen           the session is locked. Unlock it".
    var line: String {
        func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
        let sentence = message + (remedy.map { ". \($0)" } ?? "")
        return "\(padded(level.rawValue, 7))  \(padded(check, 12))  \(DisplayText.escaped(sentence))"
    }
}
