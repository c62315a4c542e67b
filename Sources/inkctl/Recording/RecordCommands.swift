internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record pen sessions for test corpora; nothing is recorded until you start it.",
        discussion: """
            A recording contains all reports of your pens and touch devices, as reported by the \
            kernel. Only inkd can read its files, and only you can request them from inkd. Serial \
            numbers are hashed, but handwriting itself identifies its writer. Recording pauses \
            while your session is locked, while another user's session is active, and in password \
            fields.

            Examples:
              inkctl record start --label "The quick brown fox" --writer w7
              inkctl record status
              inkctl record stop
              inkctl record prompts sentences.txt --writer w7
                                        prompt for one sentence after another
              inkctl record list
              inkctl record show 2026-11-22-101500
              inkctl record export 2026-11-22-101500 --to corpus/w7.jsonl
              inkctl record delete 2026-11-22-101500
            """,
        subcommands: [
            RecordStartCommand.self, RecordStopCommand.self, RecordStatusCommand.self, RecordPromptsCommand.self, RecordListCommand.self,
            RecordShowCommand.self, RecordExportCommand.self, RecordDeleteCommand.self,
        ])
}

/// `inkctl record start`.
struct RecordStartCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start recording your pens and touch devices.",
        discussion: """
            Examples:
              inkctl record start
              inkctl record start --label "The quick brown fox" --writer w7
                                        one sentence, which becomes the label of the ink
              inkctl record start --prompt-file sentences.txt
                                        prompt for one sentence after another
            """)

    @Option(
        help: ArgumentHelp(
            "The text to write. Without prompts all ink of the recording is one ink with this label.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("The writer's name or pseudonym.", valueName: "name"))
    var writer: String?

    @Option(help: ArgumentHelp("Prompt for each line of this file, like `inkctl record prompts`.", valueName: "file"), completion: .file())
    var promptFile: String?

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let promptFile {
            return try PromptRun(sentences: PromptFile.sentences(at: promptFile), label: label ?? promptFile, writer: writer).run(daemon)
        }
        let state = try daemon.connect().startRecording(label: label, writer: writer)
        try StandardOutput.writeLines(RecorderFormatter(state).lines)
        try StandardOutput.writeLine("Stop it with `inkctl record stop`.")
    }
}

/// `inkctl record stop`.
struct RecordStopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stop your recording, and write all of it to disk.",
        discussion: """
            Examples:
              inkctl record stop
            """)

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let recording = try daemon.connect().stopRecording()
        try StandardOutput.writeLine("\(recording.name) is complete: \(DisplayText.size(recording.bytes)), compressed.")
        if let problem = recording.problem { StandardError.say("The recording ended early: \(problem)") }
        try StandardOutput.writeLine("Export it with `inkctl record export \(recording.name) --to FILE.jsonl`.")
    }
}

/// `inkctl record status`.
struct RecordStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show running recordings, yours and those of devices that you may use.",
        discussion: """
            The exit status is 0 if you are recording, 1 if not, and 2 if inkd cannot be asked.

            Examples:
              inkctl record status
              inkctl record status --json | jq .state.frames
            """)

    @Flag(help: "Write one JSON object, as defined in org.inkd.Recorder.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let reply: RecorderFormatter.Reply
        do {
            reply = try daemon.connect().recorderState()
        } catch {
            StandardError.say(error.explanation)
            throw ExitCode(2)
        }
        let lines = try json ? [JSONLine.text(of: reply)] : RecorderFormatter.lines(reply)
        try StandardOutput.writeLines(lines)
        if reply.state.recording == nil { throw ExitCode(1) }
    }
}

/// Formats the state of a recording.
struct RecorderFormatter {
    typealias Reply = RecorderInterface.GetState.Reply

    private let state: RecorderInterface.State

    init(_ state: RecorderInterface.State) { self.state = state }

    /// Returns lines about the user's own recording and the recordings of other users.
    static func lines(_ reply: Reply) -> [String] {
        let others = reply.others.map { "RECORDING: User \($0.user.map(String.init) ?? "?") is recording devices that you may use." }
        return RecorderFormatter(reply.state).lines + others
    }

    /// The state in lines, an active recording first and in capitals.
    var lines: [String] {
        guard let name = state.recording else { return ["Nothing is being recorded."] }
        let amount = "\(DisplayText.count(state.frames, "frame")), \(DisplayText.size(state.bytes))"
        let lost = state.lost > 0 ? ["Lost: \(DisplayText.count(state.lost, "frame")) that arrived too fast."] : []
        return ["RECORDING: \(name) (\(amount))", pause].compactMap(\.self) + lost
    }

    private var pause: String? {
        switch state.paused {
        case .locked: "Paused: your session is locked."
        case .otherUser: "Paused: another user's session is active."
        case .inactive: "Paused: no session is active on the seat."
        case .asleep: "Paused: the machine is about to suspend."
        case .password: "Paused: a password field has the focus."
        case .noDevice: "Paused: no pen and no touch device is available."
        case nil: state.devices.isEmpty ? "Recording begins when the pen has left the tablet." : nil
        }
    }
}
