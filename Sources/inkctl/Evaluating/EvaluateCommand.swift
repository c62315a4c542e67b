internal import ArgumentParser

/// `inkctl evaluate`: measures recognisers on labelled ink.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measures how well models read labelled ink; needs no daemon.",
        discussion: """
            Examples:
              inkctl evaluate dev/words.jsonl.gz       texts, with and without the language
              inkctl evaluate pages dev/pages.jsonl.gz
              inkctl evaluate symbols --among digit dev/pendigits.jsonl.gz
              inkctl evaluate table --data data        all of it, in one table
            """,
        subcommands: [
            EvaluateTextCommand.self, EvaluatePagesCommand.self, EvaluateSymbolsCommand.self, EvaluateShapesCommand.self,
            EvaluateGesturesCommand.self, EvaluateTableCommand.self,
        ],
        defaultSubcommand: EvaluateTextCommand.self)
}
