internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl replay-ink`.
struct ReplayInkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay-ink",
        abstract: "Writes ink out as it was drawn: one JSON object for each point, each at its time.",
        discussion: """
            Examples:
              inkctl replay-ink notes 0                      at the speed it was drawn
              inkctl replay-ink notes 0 --speed 4            four times as fast
              inkctl replay-ink --editor pen0 --pause 0.5    no pause longer than that

            An object is {"elapsed","duration","stroke","point":{"x","y","width","height", \
            "time","force","opacity","azimuth","altitude"}}: seconds, millimetres, radians.
            """)

    @Option(help: ArgumentHelp("So many times as fast as it was drawn.", valueName: "factor"))
    var speed = 1.0

    @Option(help: ArgumentHelp("Cut longer pauses to so many seconds.", valueName: "seconds"))
    var pause: Double?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard speed > 0, speed.isFinite else { throw ValidationError("--speed is \(speed): give a number above 0") }
        if let pause, !(pause >= 0 && pause.isFinite) { throw ValidationError("--pause is \(pause): give 0 or more seconds") }
    }

    func run() throws {
        try content.perform(changes: false) { _, editor in
            let watch = try content.daemon.connect().replay(editor, speed: speed, longestPause: pause)
            while let reply = try watch.next() { try StandardOutput.writeLine(try JSONLine.text(of: reply)) }
        }
    }
}
