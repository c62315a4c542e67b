internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import System

/// `inkctl setup`.
struct SetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Connect inkd with the desktop and recognize a first word.",
        discussion: """
            Adds inkd to the input methods of the current desktop, in the desktop's language if \
            inkd supports it, and selects it. Then lists remaining problems like `inkctl doctor`, \
            and waits for a word from the pen. Existing settings stay unchanged, so the command \
            can be repeated.

            Examples:
              inkctl setup             in a terminal of the desktop, as its user
              inkctl setup --dry-run   only show the changes
              inkctl setup --yes       do not ask
            """)

    @Flag(name: .shortAndLong, help: "Make the changes without asking.")
    var yes = false

    @Flag(help: "Show the changes without making them.")
    var dryRun = false

    @Option(help: ArgumentHelp("Seconds to wait for a handwritten word, 0 to 600; 0 disables waiting.", valueName: "seconds"))
    var wait = 60

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (0...600).contains(wait) else { throw ValidationError("--wait must be 0 to 600 seconds, not \(wait)") }
    }

    func run() throws {
        let facts = DoctorFacts.gather(daemon, watchingFor: nil)
        guard !facts.session.isRoot else {
            throw InkctlError.setup("Setup must run as the user of the desktop. Run inkctl setup without sudo.")
        }
        let steps = SetupPlan.steps(facts)
        for step in steps { try StandardOutput.writeLine(DisplayText.escaped("\(step.title): \(step.text)")) }
        if steps.isEmpty { try StandardOutput.writeLine("This desktop needs no changes.") }
        guard !dryRun else { return }
        if !steps.isEmpty {
            guard try isAgreed() else { return }
            try carryOut(steps)
        }
        let findings = Doctor.findings(DoctorFacts.gather(daemon, watchingFor: nil)).filter { $0.level != .ok }
        try StandardOutput.writeLines(findings.map(\.line))
        guard !findings.contains(where: { $0.level == .problem }) else { throw ExitCode(1) }
        for remark in SetupPlan.remarks(facts, steps) { try StandardOutput.writeLine(remark) }
        guard wait > 0, StandardOutput.isTerminal || yes else { return }
        try readFirstWord()
    }

    /// Whether the user agrees to the steps. Without a terminal the user cannot be asked.
    private func isAgreed() throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1 else { throw InkctlError.setup("Cannot ask without a terminal. Use --yes or --dry-run.") }
        let answer = try Question.answer(to: "Make these changes? [Y/n] ")?.lowercased() ?? "n"
        return answer.isEmpty || answer.hasPrefix("y")
    }

    private func carryOut(_ steps: [SetupStep]) throws {
        for step in steps {
            switch step.action {
            case .run(let command):
                let status = try ChildProcess(command[0], Array(command.dropFirst()), input: .null, output: .null, errors: .null).wait()
                // `ibus engine` and `ibus restart` return errors even if they succeed, so their effect is checked afterwards
                if status != 0, command[0] != "ibus" { throw InkctlError.setup("This step failed: \(step.text)") }
                if command[0] == "ibus" { usleep(1_000_000) }
            case .append(let line, let path):
                try append("\n# handwriting input\n\(line)\n", to: path)
            }
        }
    }

    private func append(_ text: String, to path: String) throws(InkctlError) {
        guard let file = fopen(path, "a") else { throw .setup("Cannot write \(path): \(SystemError.reason(errno)).") }
        // the last call reports a full disk
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw .setup("Cannot write \(path): \(SystemError.reason(errno)).") }
    }

    /// Reads the pen's ink until there is a word.
    private func readFirstWord() throws {
        let watch = try daemon.connect().watchPointer()
        let connection = try daemon.connect()
        var word = FirstWord()
        StandardError.say("Write a word with the pen within \(DisplayText.count(wait, "second")).")
        let end = ContinuousClock.now.advanced(by: .seconds(wait))
        while ContinuousClock.now < end {
            do throws(ClientError) {
                let timeout = min(word.isWaiting ? FirstWord.pause : .seconds(1), ContinuousClock.now.duration(to: end))
                guard let reply = try watch.next(timeout: timeout) else { throw .connectionLost(errno: 0) }
                for event in reply.events { word.take(event) }
                continue
            } catch {
                guard case .timedOut = error else { throw error }
            }
            guard word.isWaiting else { continue }
            let text = try connection.recognize(word.strokes).candidates.first?.text ?? ""
            guard !text.isEmpty else { continue }
            try StandardOutput.writeLine(
                DisplayText.escaped("inkd recognized “\(text)”. \(SetupPlan.next(try connection.textInputStatus().mode))"))
            return
        }
        throw InkctlError.setup("The pen wrote nothing. Run inkctl doctor --watch 10.")
    }
}

/// Collects the pen's ink until the pen rests.
struct FirstWord {
    /// The time for which the pen rests after a word.
    static let pause: Duration = .milliseconds(1200)
    /// The maximum number of samples of a word.
    private static let mostSamples = 10_000

    /// The finished strokes, in millimeters.
    private(set) var strokes: [RecognizerInterface.Ink] = []
    private var points: [PointerInterface.Event] = []
    private var count = 0

    /// Whether the pen is up and has written.
    var isWaiting: Bool { points.isEmpty && !strokes.isEmpty }

    /// Handles an event; ignores fingers and erasers.
    mutating func take(_ event: PointerInterface.Event) {
        guard event.tool == .pen, count < Self.mostSamples else { return }
        switch event.phase {
        case .down: points = [event]
        case .move:
            if !points.isEmpty { points.append(event) }
        case .up:
            count += points.count
            strokes.append(.init(x: points.map(\.x), y: points.map(\.y)))
            points = []
        case .cancel: points = []
        case .proximityIn, .hover, .proximityOut: break
        }
    }
}
