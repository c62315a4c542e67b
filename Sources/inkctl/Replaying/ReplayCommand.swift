internal import ArgumentParser
internal import Compression
internal import InkCorpus
internal import PenLog

/// `inkctl replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Play a recording, to a private inkd or as a virtual tablet.",
        discussion: """
            A recording is a pen log (.inklog, .inklog.zst), an evemu file (.events), a file of \
            libinput record (.yml) or an ink as a JSON line (.jsonl).

            Without --uinput a private inkd plays the recording like a tablet, and the result is \
            shown like that of inkctl watch. This needs no rights, reads no hardware, and stores \
            nothing.

            Playing waits for the reader of the output, so nothing is lost at any speed. Of a \
            damaged recording all intact content is played, and missing content is reported on \
            standard error.

            With --uinput all devices of the recording are plugged in, play, and are removed \
            again; the desktop and all programs treat them like real tablets. This needs \
            /dev/uinput.

            Examples:
              inkctl replay session.inklog.zst          at the original speed
              inkctl replay session.yml --speed 20      faster
              inkctl replay demo.inklog --loop          repeat until Ctrl-C
              inkctl replay session.events --step       Return plays the next part
              inkctl replay session.inklog | jq .reply  for programs: one object per line
              sudo inkctl replay --uinput pen.events    test any program with it
            """)

    @Argument(help: "File of the recording.", completion: .file())
    var file: String

    @Flag(help: "Play as a virtual tablet for all programs.")
    var uinput = false

    @Option(help: ArgumentHelp("Speed factor relative to the recording, greater than 0 and at most 1000.", valueName: "factor"))
    var speed = 1.0

    @Flag(help: "For each line on standard input, play until the pen leaves the tablet.")
    var step = false

    @Flag(help: "Repeat until Ctrl-C or until the reader of the output exits.")
    var loop = false

    @Option(help: ArgumentHelp("Number of times to play, 1 or more.", valueName: "number"))
    var times: Int?

    @Option(
        help: ArgumentHelp(
            "With --uinput: seconds to wait before playing, so that programs can open the tablet, 0 to 3600. Default: 1.",
            valueName: "seconds"))
    var delay: Double?

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    @Flag(help: "Write one JSON object per line; this is the default if standard output is not a terminal.")
    var json = false

    @Flag(help: "Write plain lines, without control characters and without the moving pointer.")
    var plain = false

    func validate() throws {
        guard speed > 0, speed <= 1000 else {
            throw ValidationError("--speed must be greater than 0 and at most 1000, not \(speed)")
        }
        if let delay, !(0...3600 ~= delay) { throw ValidationError("--delay must be 0 to 3600 seconds, not \(delay)") }
        guard !(loop && times != nil) else { throw ValidationError("--loop and --times exclude each other") }
        if let times, times < 1 { throw ValidationError("--times must be 1 or more, not \(times)") }
        guard !(step && (loop || times != nil)) else { throw ValidationError("--step excludes --loop and --times") }
        guard delay == nil || uinput else { throw ValidationError("--delay requires --uinput") }
        guard !(json && plain) else { throw ValidationError("--json and --plain exclude each other") }
        guard !(uinput && (json || plain || model != nil)) else {
            throw ValidationError("--uinput excludes --json, --plain and --model, because inkctl then recognizes nothing")
        }
    }

    func run() throws {
        let recording: Recording
        do {
            recording = try Recording.read(file)
        } catch {
            // the error names the kind of a file that is not a recording
            let kind = (try? ContentFile.bytes(at: file, atMost: FileKind.looksAt)).map { FileKind(of: $0) }
            if let kind, kind == .empty || kind.isBinary && kind != .unknown && !kind.name.contains("packed by") && kind.name != "a pen log"
            {
                throw InkctlError.otherKind(path: file, kind: kind, wanted: "a recording")
            }
            throw InkctlError.notReplayed(error.description)
        }
        for sentence in recording.leftOut { StandardError.say(sentence) }
        guard recording.devices.contains(where: { !$0.frames.isEmpty }) else {
            throw InkctlError.notReplayed("\(file) contains no frames")
        }
        if uinput {
            try VirtualReplay(of: recording, speed: speed, isStepwise: step, rounds: loop ? nil : times ?? 1).run(after: delay ?? 1)
        } else {
            if step { for line in ProximitySessionFormatter(of: recording).lines { StandardError.say(line) } }
            try PrivateReplay(file: file, watch: watchArguments, inkd: inkdArguments).run()
        }
    }

    private var watchArguments: [String] {
        // a moving pointer line interferes with a user who presses Return
        json ? ["--json"] : plain || (step && StandardOutput.isTerminal) ? ["--plain"] : []
    }

    private var inkdArguments: [String] {
        ["--replay-speed", "\(speed)"] + (step ? ["--replay-step"] : []) + (model.map { ["--model", $0] } ?? [])
            + (loop ? ["--replay-loop"] : times.map { ["--replay-times", "\($0)"] } ?? [])
    }
}
