internal import ArgumentParser
internal import Glibc
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import PenLog
internal import System

/// `inkctl practice`.
struct PracticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "practice",
        abstract: "Practice writing letters and words, with feedback per stroke.",
        discussion: """
            The terminal shows the template, and a red dot draws the next stroke. A stroke that is \
            similar enough turns green, and the next one follows; otherwise it disappears, and the \
            dot draws the stroke again. The upper left corner of the tablet is that of the picture.

            Examples:
              inkctl practice "abc"                     with the pen, in the terminal
              inkctl practice "Ada" --hand script       joined letters
              inkctl practice "g" --size 20 --difficulty 0.2
                                                        large, and for beginners
              inkctl practice "il" --any-order          strokes in any order
              inkctl practice "abc" --ink my.jsonl      use the ink of a file

            The score is the sum over all strokes that passed, divided by the number of tries: 100 \
            if every stroke is identical to the template at the first try.
            """)

    @Argument(help: ArgumentHelp("Letters or words to copy, at most 200 characters.", valueName: "text"))
    var text: String

    @Option(
        help: ArgumentHelp("Handwriting style of the template, as listed by `inkctl synthesize --list`.", valueName: "name"),
        completion: .hands)
    var hand = "print"

    @Option(help: ArgumentHelp("Height of small letters such as x, in millimeters.", valueName: "mm"))
    var size = 8.0

    @Option(help: ArgumentHelp("Maximum width of a line in millimeters.", valueName: "mm"))
    var width = 120.0

    @Option(help: ArgumentHelp("Required similarity, 0 to 1.", valueName: "amount"))
    var difficulty = 0.5

    @Flag(help: "Accept strokes in any order.")
    var anyOrder = false

    @Option(help: ArgumentHelp("Use the ink of this file (JSON lines) instead of the pen.", valueName: "file"))
    var ink: String?

    @Flag(help: "Write one JSON object per stroke, as defined in org.inkd.Practice.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        let lesson = try connection.beginLesson(
            .init(text: text, hand: hand, size: size, width: width, difficulty: difficulty, ordered: !anyOrder))
        var screen = PracticeScreen(lesson)
        if let ink {
            for stroke in try Self.strokes(of: ink) where !screen.isFinished { try judge(stroke, lesson.lesson, connection, &screen) }
        } else {
            try practice(lesson.lesson, connection, &screen)
        }
        if !json { try StandardOutput.writeLine(screen.summary) }
        // the exit status reports to scripts that strokes are left to copy
        if !screen.isFinished { throw ExitCode(1) }
    }

    private func judge(
        _ stroke: [Point], _ lesson: Int, _ connection: InkConnection, _ screen: inout PracticeScreen
    ) throws {
        guard !stroke.isEmpty else { return }
        let reply = try connection.tryStroke(x: stroke.map(\.x), y: stroke.map(\.y), in: lesson)
        screen.stroke = stroke
        screen.note(reply)
        if json {
            try StandardOutput.writeLine(JSONLine.text(of: reply))
        } else if ink != nil || !StandardOutput.isTerminal {
            try StandardOutput.writeLine(screen.verdict)
        }
    }

    /// Returns the strokes of all inks of a file, in millimeters.
    private static func strokes(of path: String) throws -> [[Point]] {
        try WriteCommand.read([path]).flatMap(\.placesInMillimeters)
    }

    // MARK: The pen

    /// Milliseconds between two frames.
    private static let interval: Int32 = 50

    private func practice(_ lesson: Int, _ connection: InkConnection, _ screen: inout PracticeScreen) throws {
        let isLive = !json && StandardOutput.isTerminal
        let watch = try daemon.connect().watchPointer()
        if isLive { try TerminalScreen.begin() }
        defer { if isLive { try? TerminalScreen.end() } }
        while !screen.isFinished, !watch.isFinished {
            var request = pollfd(fd: watch.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, isLive ? Self.interval : -1) >= 0 || errno == EINTR else { throw InkctlError.waiting(code: errno) }
            while request.revents != 0, let reply = try watch.nextIfAvailable() {
                for event in reply.events where event.tool == .pen && !screen.isFinished {
                    try take(event, lesson, connection, &screen)
                }
            }
            guard isLive else { continue }
            let size = TerminalScreen.size
            try TerminalScreen.show(screen.lines(columns: size.columns, rows: size.rows, at: Double(MonotonicClock.microseconds) / 1000))
        }
    }

    private func take(
        _ event: PointerInterface.Event, _ lesson: Int, _ connection: InkConnection, _ screen: inout PracticeScreen
    ) throws {
        switch event.phase {
        case .down: screen.stroke = [Point(x: event.x, y: event.y)]
        case .move: screen.stroke.append(Point(x: event.x, y: event.y))
        case .up: try judge(screen.stroke, lesson, connection, &screen)
        case .cancel: screen.stroke = []
        case .proximityIn, .hover, .proximityOut: break
        }
    }
}
