internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl record status`.
struct RecordStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Tells what is recorded now, by you and by others of devices that you may use.",
        discussion: """
            Ends with 0 if you record, 1 if you do not, 2 if inkd cannot be asked.

            Examples:
              inkctl record status
              inkctl record status --json | jq .state.frames
            """)

    @Flag(help: "Write one JSON object, as org.inkd.Recorder describes it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let reply: RecorderStory.Reply
        do {
            reply = try daemon.connect().recorderState()
        } catch {
            StandardError.say(error.explanation)
            throw ExitCode(2)
        }
        let lines = try json ? [JSONLine.text(of: reply)] : RecorderStory.lines(reply)
        for line in lines { try StandardOutput.writeLine(line) }
        if reply.state.recording == nil { throw ExitCode(1) }
    }
}
