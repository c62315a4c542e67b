internal import ArgumentParser
internal import Glibc
internal import InkCorpus

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

/// The corpora that a command reads.
struct CorpusInput: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files of ink as JSON lines, plain or packed by gzip, and folders of them.", valueName: "corpus"),
        completion: .file())
    var corpora: [String]
}

/// The corpora that a command searches.
struct CorpusPlace: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("A file of ink, or a folder of them; may be given several times. By default this folder.", valueName: "corpus"),
        completion: .file())
    var corpora: [String] = []

    var paths: [String] { corpora.isEmpty ? ["."] : corpora }
}

/// Options for writing a corpus.
struct CorpusOutput: ParsableArguments {
    @Flag(help: "Replace files that are there.")
    var force = false

    @Flag(help: "Leave damaged rows out, in place of writing nothing.")
    var skipDamaged = false

    /// Creates a folder with mode 0700, unless it exists.
    ///
    /// - Throws: `notWritten`.
    func makeFolder(_ path: String) throws(CorpusError) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw .notWritten(path: path, code: errno)
    }

    /// Reports the number of skipped rows on standard error.
    func saySkipped(_ count: Int) {
        if count > 0 { StandardError.say("\(DisplayText.count(count, "damaged row")) left out") }
    }
}
