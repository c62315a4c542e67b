internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records pen sessions for test corpora; nothing is recorded unless you start it.",
        discussion: """
            A recording has everything that your pens and touch devices report, as the \
            kernel reports it. Only inkd can read its files, and only you can ask inkd for \
            them. Serial numbers are hashed, but handwriting itself shows who wrote it. \
            Recording pauses while your session is locked or another user's is active, and \
            in fields for passwords.

            Examples:
              inkctl record start --label "The quick brown fox" --writer w7
              inkctl record status
              inkctl record stop
              inkctl record prompts sentences.txt --writer w7
                                        asks for one sentence after the other
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
        abstract: "Begins to record what your pens and touch devices report.",
        discussion: """
            Examples:
              inkctl record start
              inkctl record start --label "The quick brown fox" --writer w7
                                        one sentence, which is the label of the ink
              inkctl record start --prompt-file sentences.txt
                                        asks for one sentence after the other
            """)

    @Option(
        help: ArgumentHelp(
            "The text that will be written: without prompts all ink of the recording is one, with this label.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("Who writes: a pseudonym will do.", valueName: "name"))
    var writer: String?

    @Option(help: ArgumentHelp("Ask for each line of this file, as `inkctl record prompts` does.", valueName: "file"), completion: .file())
    var promptFile: String?

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        if let promptFile {
            return try PromptRun(sentences: PromptFile.sentences(at: promptFile), label: label ?? promptFile, writer: writer).run(daemon)
        }
        let state = try daemon.connect().startRecording(label: label, writer: writer)
        try StandardOutput.writeLines(RecorderFormatter(state).lines)
        try StandardOutput.writeLine("End it with `inkctl record stop`.")
    }
}

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

    /// Returns lines about the user's own recording and those of others.
    static func lines(_ reply: Reply) -> [String] {
        let others = reply.others.map { "RECORDING: user \($0.user.map(String.init) ?? "?") records devices that you may use." }
        return RecorderFormatter(reply.state).lines + others
    }

    /// The state in lines, an active recording first and in capitals.
    var lines: [String] {
        guard let name = state.recording else { return ["Nothing is recorded."] }
        let amount = "\(DisplayText.count(state.frames, "frame")), \(DisplayText.size(state.bytes))"
        let lost = state.lost > 0 ? ["Missing: \(DisplayText.count(state.lost, "frame")) that came too fast."] : []
        return ["RECORDING: \(name) (\(amount))", pause].compactMap(\.self) + lost
    }

    private var pause: String? {
        switch state.paused {
        case .locked: "Paused: your session is locked."
        case .otherUser: "Paused: another user's session is active."
        case .inactive: "Paused: no session is active on the seat."
        case .asleep: "Paused: the machine is about to sleep."
        case .password: "Paused: a field for a password has the focus."
        case .noDevice: "Paused: there is no pen and no touch device."
        case nil: state.devices.isEmpty ? "It begins when the pen has been away." : nil
        }
    }
}
