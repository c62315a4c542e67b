internal import ArgumentParser
internal import Ink

/// How a tablet is to be written on, on the command line.
struct AreaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The part written on: its left, top, right and bottom edge in per cent of the active area, as its maker meant it to lie.",
            valueName: "l,t,r,b"), transform: Self.edges)
    var area: AreaEdges?

    @Option(
        help: ArgumentHelp("Of that only the largest piece with a shape such as your screen's.", valueName: "width:height"),
        transform: Self.ratio)
    var aspect: AspectRatio?

    @Option(
        help: ArgumentHelp("How far you turned the tablet clockwise: 0, 90, 180 or 270 degrees.", valueName: "degrees"),
        transform: Self.degrees)
    var rotation = TabletArea.Rotation.none

    @Flag(help: "The tablet lies the other way round, for the left hand: half a turn more.")
    var leftHanded = false

    /// All of it together.
    var tabletArea: TabletArea { .init(edges: area ?? .all, aspect: aspect, rotation: rotation, isLeftHanded: leftHanded) }

    private static func edges(_ text: String) throws -> AreaEdges {
        guard let edges = AreaEdges(text) else {
            throw ValidationError("give left, top, right and bottom in per cent, such as 0,0,100,62.5")
        }
        return edges
    }

    private static func ratio(_ text: String) throws -> AspectRatio {
        guard let ratio = AspectRatio(text) else { throw ValidationError("give width and height, such as 16:9 or 1920x1080") }
        return ratio
    }

    private static func degrees(_ text: String) throws -> TabletArea.Rotation {
        guard let rotation = Int(text).flatMap(TabletArea.Rotation.init) else { throw ValidationError("give 0, 90, 180 or 270") }
        return rotation
    }
}
