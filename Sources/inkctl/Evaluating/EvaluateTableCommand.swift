internal import ArgumentParser
internal import Glibc
internal import Recognition

/// `inkctl evaluate table`.
struct EvaluateTableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Measures everything and compares it with what is wanted.",
        discussion: """
            Examples:
              inkctl evaluate table --data data
              inkctl evaluate table --data data --reference latin-fp32.safetensors

            Takes some minutes. The table is Markdown: what was measured, what must be \
            reached, what is aimed at, what was found, and the command that measures that row \
            alone. With --reference the text rows are measured for that model too, and its \
            difference is shown: what 8-bit weights cost.
            """)

    @Option(help: ArgumentHelp("Folder of the ink: dev and eval lie in it. Default: INKD_DATA.", valueName: "folder"))
    var data: String?

    @Option(help: ArgumentHelp("Folder of the models.", valueName: "folder"))
    var models = "models"

    @Option(help: ArgumentHelp("The text model in single precision.", valueName: "file"))
    var reference: String?

    func run() throws {
        guard let folder = data ?? getenv("INKD_DATA").map({ String(cString: $0) }) else {
            throw ValidationError("name the folder of the ink with --data or in INKD_DATA")
        }
        let measurements = TableMeasurements(data: folder, models: models, reference: reference)
        try StandardOutput.writeLine("| Measure | Must reach | Aim | Found | Command |")
        try StandardOutput.writeLine("| --- | --- | --- | --- | --- |")
        for row in TableRow.all {
            var bar = ProgressBar()
            let found = try row.measure(measurements) { bar.show($0, row.name) }
            bar.clear()
            try StandardOutput.writeLine("| \(row.name) | \(row.must) | \(row.aim) | \(found) | `\(row.command)` |")
        }
    }
}
