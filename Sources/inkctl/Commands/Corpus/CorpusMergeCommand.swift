internal import ArgumentParser

/// `inkctl corpus merge`.
struct CorpusMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Puts corpora together in one file, every ink once.",
        discussion: """
            Examples:
              inkctl corpus merge monday/ tuesday/ -o all.jsonl.gz
              inkctl corpus merge a.jsonl b.jsonl -o all.jsonl --keep-duplicates

            An ink whose points and label are there already is left out. An ink whose id is \
            taken gets a number behind it, as in w17~2, and one without an id gets one, as in \
            ink-1; the rest of a row stays as it is, byte for byte.
            """)

    @OptionGroup var input: CorpusInput

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file that is written; packed by gzip if its name ends in .gz.", valueName: "file"))
    var output: String

    @Flag(help: "Keep inks whose points and label are there already.")
    var keepDuplicates = false

    @OptionGroup var writing: CorpusOutput

    func run() throws {
        var inks = try SoundInks(input.corpora, skipDamaged: writing.skipDamaged)
        let file = try NewFile(path: output, isReplacing: writing.force)
        var merge = CorpusMerge(keepsDuplicates: keepDuplicates)
        while let (ink, row) = try inks.next() {
            if let bytes = merge.row(of: ink, row.bytes) { try file.writeLine(bytes) }
        }
        try file.finish()
        writing.saySkipped(inks.skipped)
        try StandardOutput.writeLine(Self.line(merge, in: output))
    }

    /// What became of the inks.
    static func line(_ merge: CorpusMerge, in path: String) -> String {
        let others = [
            (merge.duplicates, "left out as duplicates"), (merge.renamed, "renamed, since the id was taken"), (merge.named, "given an id"),
        ]
        let remarks = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return ([DisplayText.escaped(path) + ": \(DisplayText.count(merge.kept, "ink"))"] + remarks).joined(separator: "; ")
    }
}
