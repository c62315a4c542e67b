internal import ArgumentParser
internal import Glibc
internal import InkCorpus

/// `inkctl corpus`: collections of ink in files.
struct CorpusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "corpus",
        abstract: "List, label, check, split and merge collections of ink, without the daemon.",
        discussion: """
            A corpus consists of files of ink as JSON lines, as described in `inkctl recognize \
            --help`, or folders with such files, whose names end in .jsonl or .jsonl.gz. Only you \
            can read the written files, and a file is replaced completely or not at all.

            Examples:
              inkctl corpus check words/                 list problems
              inkctl corpus stats words/                 count inks, writers and characters
              inkctl corpus show w17 --in words/         draw one ink
              inkctl corpus label w17 'for example' --in words/
              inkctl corpus merge monday/ tuesday/ -o all.jsonl.gz
              inkctl corpus split all.jsonl.gz -o parts  sets for training and testing
              inkctl corpus anonymize words/ -o shared   remove names of writers
            """,
        subcommands: [
            CorpusListCommand.self, CorpusShowCommand.self, CorpusLabelCommand.self, CorpusSplitCommand.self, CorpusStatsCommand.self,
            CorpusAnonymizeCommand.self, CorpusCheckCommand.self, CorpusMergeCommand.self,
        ])
}

/// The corpora that a command reads.
struct CorpusInput: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files of ink as JSON lines, optionally compressed with gzip, and folders of such files.", valueName: "corpus"),
        completion: .file())
    var corpora: [String]
}

/// The corpora that a command searches.
struct CorpusPlace: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "A file of ink, or a folder of such files. May be given several times. Default: the current folder.", valueName: "corpus"),
        completion: .file())
    var corpora: [String] = []

    var paths: [String] { corpora.isEmpty ? ["."] : corpora }
}

/// Options for writing a corpus.
struct CorpusOutput: ParsableArguments {
    @Flag(help: "Replace existing files.")
    var force = false

    @Flag(help: "Omit damaged rows instead of stopping.")
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
        if count > 0 { StandardError.say("\(DisplayText.count(count, "damaged row")) omitted.") }
    }
}
