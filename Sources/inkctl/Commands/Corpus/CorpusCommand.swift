internal import ArgumentParser

/// `inkctl corpus`: collections of ink in files.
struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus",
        abstract: "Lists, labels, checks, splits and joins collections of ink; needs no daemon.",
        discussion: """
            A corpus is files of ink as JSON lines, as `inkctl recognize --help` describes them, \
            or folders with such files, whose names end in .jsonl or .jsonl.gz. What is written \
            is for you alone to read, and takes its place whole or not at all.

            Examples:
              inkctl corpus check words/                 what is wrong with it
              inkctl corpus stats words/                 what there is in it
              inkctl corpus show w17 --in words/         one ink, drawn
              inkctl corpus label w17 'for example' --in words/
              inkctl corpus merge monday/ tuesday/ -o all.jsonl.gz
              inkctl corpus split all.jsonl.gz -o parts  writers to train and test with
              inkctl corpus anonymise words/ -o shared   to give away
            """,
        subcommands: [
            CorpusListCommand.self, CorpusShowCommand.self, CorpusLabelCommand.self, CorpusSplitCommand.self, CorpusStatsCommand.self,
            CorpusAnonymiseCommand.self, CorpusCheckCommand.self, CorpusMergeCommand.self,
        ])
}
