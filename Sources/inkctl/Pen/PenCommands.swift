internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl pen`: whether the pen points, writes text into fields, or both.
struct PenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pen",
        abstract: "Choose whether the pen points, writes, or both.",
        discussion: """
            A pen that points and writes does so where inkd-pen runs and the desktop reports the \
            places of text fields. Elsewhere, and if it only writes, it writes and does not \
            control the pointer while a field has the focus; press its lower button above the \
            tablet to control the pointer once, the next time it approaches.

            Examples:
              inkctl pen                       show the state and the reasons
              inkctl pen points-and-writes     write in text fields, point elsewhere
              inkctl pen toggle                only point, or write again
              inkctl pen off -q                only point; without output
              inkctl pen restore               insert text that could not be delivered
            """,
        subcommands: [
            PenBothCommand.self, PenWritesCommand.self, PenPointsCommand.self, PenOnCommand.self, PenOffCommand.self,
            PenToggleCommand.self, PenRestoreCommand.self, PenStatusCommand.self,
        ],
        defaultSubcommand: PenStatusCommand.self)
}

/// `inkctl pen points-and-writes`.
struct PenBothCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points-and-writes",
        abstract: "Make the pen write in text fields and point elsewhere.",
        discussion: """
            Examples:
              inkctl pen points-and-writes
              inkctl pen points-and-writes -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.set(.pointsAndWrites) }
}

/// `inkctl pen writes`.
struct PenWritesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "writes",
        abstract: "Make the pen write everywhere while a text field has the focus.",
        discussion: """
            Examples:
              inkctl pen writes
              inkctl pen writes -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.set(.writes) }
}

/// `inkctl pen points`.
struct PenPointsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "Make the pen only control the pointer.",
        discussion: """
            Examples:
              inkctl pen points
              inkctl pen points -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.set(.points) }
}

/// `inkctl pen on`.
struct PenOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Turn handwriting on: the pen writes as it last did.",
        discussion: """
            The pen points and writes, or only writes if that was its last function.

            Examples:
              inkctl pen on
              inkctl pen on -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(true) }
}

/// `inkctl pen off`.
struct PenOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Turn handwriting off: the pen only controls the pointer.",
        discussion: """
            Examples:
              inkctl pen off
              inkctl pen off -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(false) }
}

/// `inkctl pen toggle`.
struct PenToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Turn handwriting on if it is off, and off if it is on.",
        discussion: """
            Examples:
              inkctl pen toggle
              inkctl pen toggle -q    for a keyboard shortcut: only errors
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(nil) }
}

/// `inkctl pen restore`.
struct PenRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Insert text that could not be delivered into the focused field.",
        discussion: """
            Text that was pending when its field lost the focus is stored. The menu of the input \
            method has the same entry; on desktops without a menu, such as sway, bind a key to \
            this command.

            Examples:
              inkctl pen restore
              inkctl pen restore -q    for a keyboard shortcut: only errors
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
        abstract: "Show the function of the pen, and whether it is captured.",
        discussion: """
            The exit status is 0 if handwriting is on, 1 if it is off, and 2 if inkd cannot be \
            asked.

            Examples:
              inkctl pen status
              inkctl pen status --json | jq .purpose     fields as in org.inkd.TextInput
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
    @Option(help: ArgumentHelp("Name of the seat. Default: your own seat.", valueName: "seat"))
    var seat: String?

    @Flag(help: "Write the state as one JSON object, as defined in org.inkd.TextInput.")
    var json = false

    @Flag(name: .shortAndLong, help: "Write nothing on success.")
    var quiet = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !(json && quiet) else { throw ValidationError("--json and --quiet exclude each other") }
    }
}

/// Options of the commands that set the function of the pen.
struct PenSwitchOptions: ParsableArguments {
    @OptionGroup var options: PenOptions

    /// Makes the pen write (true) or only point (false), or toggles between both (nil), and prints the state.
    func turn(_ enabled: Bool?) throws { try show(options.daemon.connect().setPen(enabled: enabled, seat: options.seat)) }

    /// Sets the function of the pen, and prints the state.
    func set(_ mode: TextInputInterface.PenMode) throws { try show(options.daemon.connect().setPen(mode, seat: options.seat)) }

    private func show(_ status: TextInputInterface.Status) throws {
        if options.json {
            try StandardOutput.writeLine(JSONLine.text(of: status))
        } else if !options.quiet {
            try StandardOutput.writeLines(Self.lines(status))
        }
    }

    /// Returns the function of the pen, and the reason if the pen does not write now.
    static func lines(_ status: TextInputInterface.Status) -> [String] {
        let formatter = PenFormatter(status)
        return status.enabled && !status.captured ? [formatter.enabled, formatter.captured] : [formatter.enabled]
    }
}
