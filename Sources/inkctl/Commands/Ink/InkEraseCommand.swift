internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl ink erase`.
struct InkEraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erases along a line, as an eraser would, and shows what is left to read.",
        discussion: """
            Examples:
              inkctl ink erase notes 0 --along 10,20 60,20 60,35
              inkctl ink erase notes 0 --along 42,18 --radius 2 --mode pixel
              inkctl ink erase --editor pen0 --along 10,20 --mode stroke
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The places that the eraser goes through, in millimetres; one left of the page as --along=-5,20.", valueName: "x,y"))
    var along: [PagePoint]

    @Option(help: ArgumentHelp("The eraser's radius.", discussion: "Default: as eraser.radius is set.", valueName: "mm"))
    var radius: Double?

    @Option(
        help: ArgumentHelp(
            "stroke takes every stroke that is touched, pixel only what lies under the eraser.",
            discussion: "Default: as eraser.mode is set.", valueName: "stroke|pixel"),
        transform: Self.mode)
    var mode: InkInterface.EraserMode?

    @OptionGroup var content: ContentOptions

    func validate() throws {
        guard !along.isEmpty else { throw ValidationError("--along has no place: give one or more, such as 10,20") }
        if let radius, !(radius > 0 && radius.isFinite) { throw ValidationError("--radius is \(radius): give a number above 0") }
    }

    func run() throws {
        try content.change { try $0.erase(x: along.map(\.x), y: along.map(\.y), in: $1, radius: radius, mode: mode) }
    }

    static func mode(_ name: String) throws -> InkInterface.EraserMode {
        guard let mode = InkInterface.EraserMode(rawValue: name) else {
            throw ValidationError("give one of \(InkInterface.EraserMode.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return mode
    }
}
