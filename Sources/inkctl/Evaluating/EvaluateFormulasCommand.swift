internal import ArgumentParser
internal import Reading
internal import InkEvaluation

/// `inkctl evaluate formulas`.
struct EvaluateFormulasCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formulas",
        abstract: "Measure the recognition of formulas.",
        discussion: """
            Examples:
              inkctl evaluate formulas formulas.jsonl.gz
              inkctl evaluate formulas --model formulas.safetensors formulas.jsonl.gz

            Labels are LaTeX. Prints how many formulas are recognized as their label, how many \
            have the label among five candidates, and how many of their symbols are among the \
            recognized ones; training/README.md describes how to compose such files.
            """)

    @OptionGroup var labeled: LabeledFiles

    @Option(help: ArgumentHelp("Model for recognition.", valueName: "file"), completion: .file())
    var model: String?

    func run() throws {
        let reader = try FormulaReader(model: model)
        for file in labeled.files {
            try StandardOutput.writeLine("\(file): \(try FormulaEvaluation.measure(file, with: reader).summary)")
        }
    }
}
