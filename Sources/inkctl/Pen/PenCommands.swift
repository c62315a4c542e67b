internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl pen`: whether the pen writes text into the focused field.
struct PenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pen",
        abstract: "Turns writing text with the pen on and off.",
        discussion: """
            While it is on, and an input method of inkd's has a field with the focus, the pen \
            writes there and does not point. After a press of its lower button above the tablet \
            it points once, the next time it comes near.

            Examples:
              inkctl pen status         how things stand, and why
              inkctl pen toggle         on, or off: for a hotkey
              inkctl pen off -q         without a word
              inkctl pen restore        put in what no field took
            """,
        subcommands: [
            PenOnCommand.self, PenOffCommand.self, PenToggleCommand.self, PenRestoreCommand.self, PenStatusCommand.self,
        ])
}

/// `inkctl pen on`.
struct PenOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Makes the pen write text into the field that has the focus.",
        discussion: """
            Examples:
              inkctl pen on
              inkctl pen on -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(true) }
}

/// `inkctl pen off`.
struct PenOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Makes the pen point, and write no text.",
        discussion: """
            Examples:
              inkctl pen off
              inkctl pen off -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(false) }
}

/// `inkctl pen toggle`.
struct PenToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Turns writing text on if it is off, and off if it is on.",
        discussion: """
            Examples:
              inkctl pen toggle
              inkctl pen toggle -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(nil) }
}

/// `inkctl pen restore`.
struct PenRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts what no field took into the field that has the focus.",
        discussion: """
            What was pending when its field lost the focus is kept. The menu of the input method \
            has the same entry; desktops without one, such as sway, can bind a key to this.

            Examples:
              inkctl pen restore
              inkctl pen restore -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenOptions

    func run() throws {
        let status = try options.daemon.connect().ask(.restore, seat: options.seat)
        if options.json { try StandardOutput.writeLine(JSONLine.text(of: status)) }
        guard status.purpose?.takesInk == true, !status.locked else { throw InkctlError.noField }
    }
}

/// `inkctl pen status`.
struct PenStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells whether the pen writes text, and why or why not.",
        discussion: """
            Ends with 0 if the switch is on, 1 if it is off, 2 if inkd cannot be asked.

            Examples:
              inkctl pen status
              inkctl pen status --json | jq .purpose     as org.inkd.TextInput has it
              inkctl pen status -q || inkctl pen on      in a script
            """)

    @OptionGroup var options: PenOptions

    func run() throws {
        let status: TextInputInterface.Status
        do {
            status = try options.daemon.connect().textInputStatus(seat: options.seat)
        } catch {
            StandardError.say(error.explanation)
            throw ExitCode(2)
        }
        if options.json {
            try StandardOutput.writeLine(JSONLine.text(of: status))
        } else if !options.quiet {
            try StandardOutput.writeLines(PenFormatter(status).lines)
        }
        if !status.enabled { throw ExitCode(1) }
    }
}

/// Options for the seat and the output of a pen command.
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

/// Options of the commands that set the switch.
struct PenSwitchOptions: ParsableArguments {
    @OptionGroup var options: PenOptions

    /// Sets the switch, or toggles it for nil, and writes its state.
    func turn(_ enabled: Bool?) throws {
        let status = try options.daemon.connect().setPen(enabled: enabled, seat: options.seat)
        if options.json {
            try StandardOutput.writeLine(JSONLine.text(of: status))
        } else if !options.quiet {
            try StandardOutput.writeLines(Self.lines(status))
        }
    }

    /// Returns the state of the switch, and the reason if it has no effect.
    static func lines(_ status: TextInputInterface.Status) -> [String] {
        let formatter = PenFormatter(status)
        return status.enabled && !status.captured ? [formatter.enabled, formatter.captured] : [formatter.enabled]
    }
}
