internal import ArgumentParser
internal import Bytes
internal import InkCorpus
internal import PenLog

/// `inkctl replay`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays a recording: to an inkd of its own, or as a virtual tablet to all programs.",
        discussion: """
            A recording is a pen log (.inklog, .inklog.zst), an evemu file (.events), what \
            libinput record writes (.yml) or an ink as a JSON line (.jsonl).

            Without --uinput an inkd of its own plays the recording as if it came from a \
            tablet, and what comes of it is shown as by inkctl watch. It needs no rights, \
            reads no hardware, and keeps nothing.

            Playing waits for whoever reads what is shown, so that nothing is left out at \
            any speed. Of a damaged recording everything whole is played, and what is \
            missing is said on standard error.

            With --uinput all devices of the recording are plugged in, play, and are pulled \
            out again; desktop and programs see tablets like any others. This needs \
            /dev/uinput.

            Examples:
              inkctl replay session.inklog.zst          what was written, at its own speed
              inkctl replay session.yml --speed 20      sooner
              inkctl replay demo.inklog --loop          again and again, until Ctrl-C
              inkctl replay session.events --step       Return plays the pen's next visit
              inkctl replay session.inklog | jq .reply  for programs: one object a line
              sudo inkctl replay --uinput pen.events    try any program with it
            """)

    @Argument(help: "The recording.", completion: .file())
    var file: String

    @Flag(help: "Play as a virtual tablet.")
    var uinput = false

    @Option(help: ArgumentHelp("So many times as fast as it was recorded, at most 1000.", valueName: "factor"))
    var speed = 1.0

    @Flag(help: "Play one visit of the pen, until it leaves the tablet, for each line on standard input.")
    var step = false

    @Flag(help: "Play it again and again, until Ctrl-C or until nobody reads any more.")
    var loop = false

    @Option(help: ArgumentHelp("Play it this many times.", valueName: "number"))
    var times: Int?

    @Option(
        help: ArgumentHelp(
            "With --uinput: wait so long before playing, until programs have opened the tablet. Default: 1", valueName: "seconds"))
    var delay: Double?

    @Option(help: ArgumentHelp("Read with this model.", valueName: "file"), completion: .file())
    var model: String?

    @Flag(help: "Write one JSON object a line; so it is anyway where standard output is no terminal.")
    var json = false

    @Flag(help: "Write lines to read, without control characters and without a moving pointer.")
    var plain = false

    func validate() throws {
        guard speed > 0, speed <= 1000 else {
            throw ValidationError("--speed is \(speed): give a number greater than 0, at most 1000")
        }
        if let delay, !(0...3600 ~= delay) { throw ValidationError("--delay is \(delay): give 0 to 3600 seconds") }
        guard !(loop && times != nil) else { throw ValidationError("--loop and --times exclude each other") }
        if let times, times < 1 { throw ValidationError("--times is \(times): give a number of 1 or more") }
        guard !(step && (loop || times != nil)) else { throw ValidationError("--step plays once: leave out --loop and --times") }
        guard delay == nil || uinput else { throw ValidationError("--delay goes with --uinput") }
        guard !(json && plain) else { throw ValidationError("--json and --plain exclude each other") }
        guard !(uinput && (json || plain || model != nil)) else {
            throw ValidationError("--json, --plain and --model do not go with --uinput: nothing is read then")
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
            throw InkctlError.notReplayed("\(file) holds no frame: nothing can be played")
        }
        if uinput {
            try VirtualReplay(of: recording, speed: speed, isStepwise: step, rounds: loop ? nil : times ?? 1).run(after: delay ?? 1)
        } else {
            if step { for line in VisitFormatter(of: recording).lines { StandardError.say(line) } }
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
