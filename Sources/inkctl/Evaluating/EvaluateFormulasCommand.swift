internal import ArgumentParser
internal import FormulaReading
internal import InkEvaluation

/// `inkctl evaluate formulas`.
struct EvaluateFormulasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formulas",
        abstract: "Measures how often formulas are read right.",
        discussion: """
            Examples:
              inkctl evaluate formulas formulas.jsonl.gz
              inkctl evaluate formulas --model formulas.safetensors formulas.jsonl.gz

            Labels are LaTeX. How many formulas are read as their label, how many have it \
            among five candidates, and how many of their symbols are among those that are \
            read; training/README.md says how such files are composed.
            """)

    @Argument(help: ArgumentHelp("Files of labelled ink as JSON lines, plain or packed by gzip.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("Recognise with this model.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let reader = try FormulaReader(model: model)
        for file in files {
            try StandardOutput.writeLine("\(file): \(try FormulaEvaluation.measure(file, with: reader).summary)")
        }
    }
}
