internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// Which seat a pen command is about, and how it answers.
struct PenOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The seat, if not your own.", valueName: "seat"))
    var seat: String?

    @Flag(help: "Write how things stand as one JSON object, as org.inkd.TextInput describes it.")
    var json = false

    @Flag(name: .shortAndLong, help: "Write nothing where all goes well.")
    var quiet = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !(json && quiet) else { throw ValidationError("--json and --quiet exclude each other") }
    }
}

/// What the commands share that turn the switch.
struct PenSwitchOptions: ParsableArguments {
    @OptionGroup var options: PenOptions

    /// Turns the switch, nil for the other way round, and says how it stands.
    func turn(_ enabled: Bool?) throws {
        let status = try options.daemon.connect().setPen(enabled: enabled, seat: options.seat)
        if options.json {
            try StandardOutput.writeLine(JSONLine.text(of: status))
        } else if !options.quiet {
            for line in Self.lines(status) { try StandardOutput.writeLine(line) }
        }
    }

    /// The switch, and what keeps it from doing anything.
    static func lines(_ status: TextInputInterface.Status) -> [String] {
        let story = PenStory(status)
        return status.enabled && !status.captured ? [story.enabled, story.captured] : [story.enabled]
    }
}
