internal import ArgumentParser

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
              sudo inkctl doctor            see who else has the tablet open; looks at no desktop
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
        for line in json ? try findings.map(JSONLine.text) : findings.map(\.line) { try StandardOutput.writeLine(line) }
        if findings.contains(where: { $0.level == .problem }) { throw ExitCode(1) }
    }
}
