internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl record stop`.
struct RecordStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Ends your recording; all of it is on the disk then.",
        discussion: """
            Examples:
              inkctl record stop
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let recording = try daemon.connect().stopRecording()
        try StandardOutput.writeLine("\(recording.name) has ended: \(DisplayText.size(recording.bytes)), packed.")
        if let problem = recording.problem { StandardError.say("it ended early: \(problem)") }
        try StandardOutput.writeLine("Get it with `inkctl record export \(recording.name) --to FILE.jsonl`.")
    }
}
