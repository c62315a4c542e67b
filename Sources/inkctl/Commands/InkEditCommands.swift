internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol

/// `inkctl ink erase`.
struct InkEraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase along a line, and show the remaining text.",
        discussion: """
            Examples:
              inkctl ink erase notes 0 --along 10,20 60,20 60,35
              inkctl ink erase notes 0 --along 42,18 --radius 2 --mode pixel
              inkctl ink erase --editor pen1 --along 10,20 --mode stroke
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Points of the eraser's path in millimeters; for a negative x use --along=-5,20.", valueName: "x,y"))
    var along: [PagePoint]

    @Option(help: ArgumentHelp("Radius of the eraser in millimeters.", discussion: "Default: the setting eraser.radius.", valueName: "mm"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "Eraser mode: stroke erases every touched stroke, pixel only the ink below the eraser.",
            discussion: "Default: the setting eraser.mode.", valueName: "stroke|pixel"),
        transform: Self.mode)
    var mode: InkInterface.EraserMode?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !along.isEmpty else { throw ValidationError("--along requires one or more points, such as 10,20") }
        if let radius, !(radius > 0 && radius.isFinite) { throw ValidationError("--radius must be greater than 0, not \(radius)") }
    }

    func run() throws {
        try content.change { try $0.erase(x: along.map(\.x), y: along.map(\.y), in: $1, radius: radius, mode: mode) }
    }

    static func mode(_ name: String) throws -> InkInterface.EraserMode {
        guard let mode = InkInterface.EraserMode(rawValue: name) else {
            throw ValidationError("must be one of \(InkInterface.EraserMode.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return mode
    }
}

/// `inkctl ink remove`.
struct InkRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove strokes, and show the remaining text.",
        discussion: """
            Examples:
              inkctl ink strokes notes 0                 list the numbers of strokes
              inkctl ink remove notes 0 --strokes 3 4
              inkctl ink remove --editor pen1 --strokes 1
            """)

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Numbers of the strokes.", valueName: "number"))
    var strokes: [Int]

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !strokes.isEmpty else { throw ValidationError("--strokes requires one or more numbers, as listed by `inkctl ink strokes`") }
    }

    func run() throws { try content.change { try $0.removeStrokes(strokes, from: $1) } }
}

/// `inkctl ink move`.
struct InkMoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move, scale or rotate strokes, and show the recognized text.",
        discussion: """
            Examples:
              inkctl ink move notes 0 --strokes 3 4 --by 0,15
              inkctl ink move notes 0 --strokes 3 4 --by -5,-2.5
              inkctl ink move notes 0 --strokes 3 --scale 1.5
              inkctl ink move --editor pen1 --strokes 1 2 --rotate 90

            Strokes are scaled and rotated (clockwise) about the center of their common bounding \
            box.
            """)

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Numbers of the strokes.", valueName: "number"))
    var strokes: [Int]

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance to the right and down in millimeters.", valueName: "x,y"))
    var by: PagePoint?

    @Option(help: ArgumentHelp("Scale factor.", valueName: "factor"))
    var scale: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Clockwise rotation in degrees.", valueName: "degrees"))
    var rotate: Double?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !strokes.isEmpty else { throw ValidationError("--strokes requires one or more numbers, as listed by `inkctl ink strokes`") }
        guard [by != nil, scale != nil, rotate != nil].filter({ $0 }).count == 1 else {
            throw ValidationError("give exactly one of --by, --scale and --rotate")
        }
        if let scale, !(scale > 0 && scale.isFinite) { throw ValidationError("--scale must be greater than 0, not \(scale)") }
        if let rotate, !rotate.isFinite { throw ValidationError("--rotate must be a finite number of degrees, not \(rotate)") }
    }

    func run() throws {
        try content.change { connection, editor in
            let moved = try connection.strokes(of: editor).strokes.filter { strokes.contains($0.id) }
            let map = StrokeMap(by: by, scale: scale, degrees: rotate)
            try connection.transform(strokes, of: editor, by: map.matrix(about: StrokeMap.middle(of: moved)))
        }
    }
}

/// A translation, scaling or rotation of strokes.
struct StrokeMap {
    /// The translation in millimeters, y downwards.
    var by: PagePoint?
    /// The scale factor.
    var scale: Double?
    /// The rotation, clockwise.
    var degrees: Double?

    /// Returns the matrix of the transform about a fixed point.
    func matrix(about middle: PagePoint) -> InkInterface.Matrix {
        let size = scale ?? 1
        let angle = (degrees ?? 0) * .pi / 180
        // y grows downward, so a positive angle rotates clockwise
        let (a, b) = (size * cos(angle), size * sin(angle))
        return .init(
            a: a, b: b, c: -b, d: a, tx: middle.x - a * middle.x + b * middle.y + (by?.x ?? 0),
            ty: middle.y - b * middle.x - a * middle.y + (by?.y ?? 0))
    }

    /// Returns the center of the box around all samples, or the corner of the page without samples.
    static func middle(of strokes: [InkInterface.Stroke]) -> PagePoint {
        let (x, y) = (strokes.flatMap(\.x), strokes.flatMap(\.y))
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return PagePoint(x: 0, y: 0) }
        return PagePoint(x: (left + right) / 2, y: (top + bottom) / 2)
    }
}
