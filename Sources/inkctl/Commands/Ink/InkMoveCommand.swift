internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl ink move`.
struct InkMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Moves, stretches or turns strokes, and shows what is read then.",
        discussion: """
            Examples:
              inkctl ink move notes 0 --strokes 3 4 --by 0,15
              inkctl ink move notes 0 --strokes 3 4 --by -5,-2.5
              inkctl ink move notes 0 --strokes 3 --scale 1.5
              inkctl ink move --editor pen0 --strokes 1 2 --rotate 90

            Strokes are stretched and turned, clockwise, about the middle of the box around \
            them all.
            """)

    @Option(parsing: .upToNextOption, help: ArgumentHelp("The strokes' numbers.", valueName: "number"))
    var strokes: [Int]

    @Option(parsing: .unconditional, help: ArgumentHelp("So many millimetres to the right and down.", valueName: "x,y"))
    var by: PagePoint?

    @Option(help: ArgumentHelp("So many times as large.", valueName: "factor"))
    var scale: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Turn clockwise.", valueName: "degrees"))
    var rotate: Double?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !strokes.isEmpty else { throw ValidationError("--strokes has no number; `inkctl ink strokes` lists them") }
        guard [by != nil, scale != nil, rotate != nil].filter({ $0 }).count == 1 else {
            throw ValidationError("give one of --by, --scale and --rotate")
        }
        if let scale, !(scale > 0 && scale.isFinite) { throw ValidationError("--scale is \(scale): give a number above 0") }
        if let rotate, !rotate.isFinite { throw ValidationError("--rotate is \(rotate): give a number of degrees") }
    }

    func run() throws {
        try content.change { connection, editor in
            let moved = try connection.strokes(of: editor).strokes.filter { strokes.contains($0.id) }
            let map = StrokeMap(by: by, scale: scale, degrees: rotate)
            try connection.transform(strokes, of: editor, by: map.matrix(about: StrokeMap.middle(of: moved)))
        }
    }
}
