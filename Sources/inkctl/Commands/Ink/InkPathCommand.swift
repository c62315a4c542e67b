internal import ArgumentParser
internal import InkClient

/// `inkctl ink path`.
struct InkPathCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path",
        abstract: "Writes all there is to a stroke as one JSON object.",
        discussion: """
            Examples:
              inkctl ink path notes 0 --stroke 3 | jq .controlPoints
              inkctl ink path --editor pen0 --stroke 1 | jq .style

            The object is {"id","root","style","created","controlPoints","transform", \
            "visible","bounds"}, as org.inkd.Ink describes it. The control points are those \
            of a uniform cubic B-spline, and do not lie on the curve.
            """)

    @Option(help: ArgumentHelp("The stroke's number.", valueName: "number"))
    var stroke: Int

    @OptionGroup var content: ContentOptions

    func run() throws {
        let path = try content.perform(changes: false) { try $0.path(of: stroke, in: $1) }
        try StandardOutput.writeLine(try JSONLine.text(of: path))
    }
}
