internal import ArgumentParser
internal import Glibc
internal import InkDaemon
internal import InkLoop
internal import InkProtocol
internal import InkWorkspace

@main
enum Main {
    static func main() {
        // before any thread is started: threads inherit the signal mask
        DaemonProcess.blockSignals()
        DaemonProcess.returnFreedMemory()
        do {
            try DaemonProcess.wait { await Inkd.main() }
        } catch {
            Inkd.exit(withError: error)
        }
    }
}

/// The daemon's command line.
struct Inkd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkd",
        abstract: "Read pen tablets, recognize handwriting, and serve ink and text on a socket.",
        discussion: """
            Examples:
              inkd                    serve the tablets that are plugged in
              inkd --check-config     check the configuration
              inkd --socket /tmp/ink/sock --replay session.events
                                      serve a recorded session in place of hardware

            Recordings are pen logs (.inklog), evemu files (.events), output of `libinput record` \
            (.yml), or an ink as a JSON line (.jsonl). `inkctl replay` plays one and shows the \
            result. `inkctl watch` shows the recognition live.
            """,
        version: inkdVersion)

    @Option(
        help: ArgumentHelp(
            "Read this configuration file.", discussion: "Default: \(SettingsLoader.defaultPath), which need not exist.", valueName: "file")
    )
    var config: String?

    @Flag(help: "Check the configuration, and that its models and language are installed; then exit.")
    var checkConfig = false

    @Option(help: ArgumentHelp("Create the socket at this path; overrides the configuration.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("Use this model; overrides the configuration.", valueName: "file"))
    var model: String?

    @Option(help: ArgumentHelp("Log at this level: trace, debug, info, notice, warning, error or critical.", valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("Play this recording in place of hardware; may be repeated.", valueName: "file"))
    var replay: [String] = []

    @Option(help: ArgumentHelp("Play recordings at this multiple of their original speed.", valueName: "factor"))
    var replaySpeed = 1.0

    @Flag(help: "For each line on standard input, play until the pen leaves the tablet; exit at the end of the input.")
    var replayStep = false

    @Flag(help: "Play recordings only when a client is watching.")
    var replayWait = false

    @Option(help: ArgumentHelp("With --replay-wait: number of watching clients to wait for.", valueName: "number"))
    var replayWatches = 1

    @Flag(help: "Exit when all recordings are played and read.")
    var replayExit = false

    @Flag(help: "Repeat recordings; with --replay-exit until no client is watching.")
    var replayLoop = false

    @Option(help: ArgumentHelp("Play recordings this many times.", valueName: "number"))
    var replayTimes: Int?

    @Option(
        help: ArgumentHelp(
            "Seconds to wait for a watching client that does not read, 1 to 86400. Default: 10",
            valueName: "seconds"))
    var replayPatience: UInt64 = 10

    @Option(
        help: ArgumentHelp(
            "Use only the pen of the recording, and read its events from this pipe, as struct input_event.", valueName: "pipe"))
    var replayFeed: String?

    func validate() throws {
        guard replaySpeed.isFinite, replaySpeed > 0, replaySpeed <= 1000 else {
            throw ValidationError("--replay-speed is \(replaySpeed): give a number greater than 0, at most 1000")
        }
        guard !replay.isEmpty || !(replayWait || replayExit || replayStep || replayFeed != nil || replayLoop || replayTimes != nil) else {
            throw ValidationError(
                "--replay-wait, --replay-exit, --replay-step, --replay-loop, --replay-times and --replay-feed require --replay")
        }
        guard !(replayLoop && replayTimes != nil) else { throw ValidationError("--replay-loop and --replay-times cannot be combined") }
        guard replayTimes.map({ $0 >= 1 }) ?? true else {
            throw ValidationError("--replay-times is \(replayTimes ?? 0): give a number of 1 or more")
        }
        guard !(replayStep && (replayLoop || replayTimes != nil)) else {
            throw ValidationError("--replay-step plays once: leave out --replay-loop and --replay-times")
        }
        guard 1...86_400 ~= replayPatience else {
            throw ValidationError("--replay-patience is \(replayPatience): give 1 to 86400 seconds")
        }
        var input = stat()
        guard !replayStep || isatty(STDIN_FILENO) == 1 || (fstat(STDIN_FILENO, &input) == 0 && input.st_mode & S_IFMT == S_IFIFO) else {
            throw ValidationError("--replay-step reads standard input: give it a terminal or a pipe")
        }
        guard replayFeed == nil || !replayExit else {
            throw ValidationError("--replay-exit cannot be combined with --replay-feed: a pipe has no end")
        }
    }

    func run() async throws {
        let loader = SettingsLoader(path: config, flags: flags)
        let settings = try loader.loadWithQuirks()
        if checkConfig {
            try settings.checkModels()
            print("The configuration is valid.")
            return
        }
        try await serve(settings, loader)
    }

    private var flags: [String: String] {
        ["socket": socket, "model": model, "log.level": logLevel].compactMapValues { $0 }
    }

    private func serve(_ settings: Settings, _ loader: SettingsLoader) async throws {
        var options = ReplayOptions()
        options.speed = replaySpeed
        options.steps = replayStep ? STDIN_FILENO : nil
        options.waitsForClient = replayWait
        options.watches = replayWatches
        options.endsDaemon = replayExit
        options.feed = replayFeed
        options.rounds = replayLoop ? nil : replayTimes ?? 1
        options.patience = replayPatience * 1_000_000
        let replays = try replay.map { path throws(DaemonError) in try Replay(path: path, options: options) }
        try await DaemonProcess.run(settings, loader, replays)
    }
}
