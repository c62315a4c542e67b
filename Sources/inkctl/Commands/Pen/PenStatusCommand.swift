internal import ArgumentParser
internal import InkClient
internal import InkProtocol

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
            for line in PenStory(status).lines { try StandardOutput.writeLine(line) }
        }
        if !status.enabled { throw ExitCode(1) }
    }
}
