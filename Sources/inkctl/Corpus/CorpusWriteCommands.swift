internal import ArgumentParser
internal import InkCorpus
internal import PenLog

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
        help: ArgumentHelp("The file that is written; packed by gzip if its name ends in .gz.", valueName: "file"), completion: .file())
    var output: String

    @Flag(help: "Keep inks whose points and label are there already.")
    var keepDuplicates = false

    @OptionGroup var writing: CorpusOutput

    func run() throws {
        var inks = try ValidSampleReader(input.corpora, skipDamaged: writing.skipDamaged, progress: ProgressBar())
        let file = try NewFile(path: output, isReplacing: writing.force)
        var merge = CorpusMerge(keepsDuplicates: keepDuplicates)
        while let (ink, row) = try inks.next() {
            if let bytes = merge.row(of: ink, row.bytes) { try file.writeLine(bytes) }
        }
        try file.finish()
        writing.saySkipped(inks.skipped)
        try StandardOutput.writeLine(Self.line(merge, in: output))
    }

    /// Returns a summary of the merge.
    static func line(_ merge: CorpusMerge, in path: String) -> String {
        let others = [
            (merge.duplicates, "left out as duplicates"), (merge.renamed, "renamed, since the id was taken"), (merge.named, "given an id"),
        ]
        let remarks = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return ([DisplayText.escaped(path) + ": \(DisplayText.count(merge.kept, "ink"))"] + remarks).joined(separator: "; ")
    }
}

/// `inkctl corpus split`.
struct CorpusSplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Splits a corpus by writer, to train, to choose and to test with.",
        discussion: """
            Examples:
              inkctl corpus split words/ -o parts
              inkctl corpus split words/ --train 90 --dev 0 --test 10 --seed 7 -o parts

            Each part is a file: parts/train.jsonl.gz and so on. No writer is in two parts: \
            what reads one of them has never seen the others' hands. The shares are of \
            writers, who are spread by a hash of their name and the seed; a corpus that grows \
            keeps them where they are. Of few writers a part that would have none gets one \
            all the same. Rows are copied byte for byte. An ink that does not \
            tell its writer may be anybody's: it is refused, or goes to train with \
            --unknown-to-train.
            """)

    @OptionGroup var input: CorpusInput

    @Option(help: ArgumentHelp("Of a hundred writers, so many.", valueName: "share"))
    var train = 80

    @Option(help: ArgumentHelp("Of a hundred writers, so many.", valueName: "share"))
    var dev = 10

    @Option(help: ArgumentHelp("Of a hundred writers, so many.", valueName: "share"))
    var test = 10

    @Option(help: ArgumentHelp("Another number, another split.", valueName: "number"))
    var seed: UInt64 = 0

    @Flag(help: "Put inks without a writer into train.")
    var unknownToTrain = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder that the parts are written to.", valueName: "folder"), completion: .directory)
    var output: String

    @OptionGroup var writing: CorpusOutput

    private var parts: [WriterSplit.Part] {
        [.init(name: "train", share: train), .init(name: "dev", share: dev), .init(name: "test", share: test)]
    }

    func validate() throws {
        guard parts.allSatisfy({ (0...100).contains($0.share) }), train + dev + test == 100 else {
            throw ValidationError("--train, --dev and --test are \(train), \(dev) and \(test): give shares that make 100")
        }
        guard !unknownToTrain || train > 0 else {
            throw ValidationError("--unknown-to-train needs a part to train with: leave out --train 0")
        }
    }

    func run() throws {
        var split = WriterSplit(parts: parts, seed: seed)
        try writing.makeFolder(output)
        var result = try write(split)
        if let filled = split.filled(for: result.counts.reduce(into: []) { $0.formUnion($1.writers) }) {
            split = filled
            // removes these files without a trace, before others take their names
            result.files = []
            result = try write(split)
        }
        for file in result.files { try file?.finish() }
        writing.saySkipped(result.skipped)
        try StandardOutput.writeLines(
            lines(result.counts.map { ($0.inks, $0.writers.count) }, unknown: result.unknown, moved: split.moved))
    }

    /// The result of writing: files that are not in their place yet, and counts.
    private struct Result {
        var files: [NewFile?] = []
        var counts: [(inks: Int, writers: Set<String>)]
        /// Inks without a writer.
        var unknown = 0
        /// Damaged rows.
        var skipped = 0
    }

    private func write(_ split: WriterSplit) throws -> Result {
        var inks = try ValidSampleReader(input.corpora, skipDamaged: writing.skipDamaged, progress: ProgressBar())
        var result = Result(counts: parts.map { _ in (0, []) })
        for part in parts {
            result.files.append(part.share > 0 ? try NewFile(path: "\(output)/\(part.name).jsonl.gz", isReplacing: writing.force) : nil)
        }
        while let (ink, row) = try inks.next() {
            let part = ink.hand.map(split.part) ?? 0
            if let hand = ink.hand {
                result.counts[part].writers.insert(hand)
            } else {
                guard unknownToTrain else {
                    throw CorpusError.refused(
                        problem: "\(row.place) does not tell its writer, so that it may belong to any part. Nothing was written",
                        remedy: "--unknown-to-train puts such inks into train")
                }
                result.unknown += 1
            }
            result.counts[part].inks += 1
            try result.files[part]?.writeLine(row.bytes)
        }
        result.skipped = inks.skipped
        return result
    }

    /// Returns the sizes of the parts, with remarks.
    func lines(_ counts: [(inks: Int, writers: Int)], unknown: Int, moved: [String: Int]) -> [String] {
        var table = TextTable(columns: [
            .init(title: "PART"), .init(title: "INKS", alignment: .right), .init(title: "WRITERS", alignment: .right),
        ])
        let filled = zip(parts, counts).filter { $0.0.share > 0 }
        table.rows = filled.map { [$0.name, String($1.inks), String($1.writers)] }
        var lines = table.lines
        if unknown > 0 {
            lines.append("\(DisplayText.count(unknown, "ink")) in train without a writer: they may be by writers of the other parts")
        }
        for (writer, part) in moved.sorted(by: { $0.value < $1.value }) {
            lines.append(
                "\(parts[part].name) had no writer and got \(DisplayText.escaped(writer)), who may be in another part when the corpus has grown"
            )
        }
        let empty = filled.filter { $1.writers == 0 }.map(\.0.name)
        if !empty.isEmpty { lines.append("No writer in \(empty.joined(separator: ", ")): there are fewer writers than parts") }
        return lines
    }
}

/// `inkctl corpus anonymise`.
struct CorpusAnonymiseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anonymise",
        abstract: "Writes a copy of a corpus without names of writers.",
        discussion: """
            Examples:
              inkctl corpus anonymise words/ -o shared   writes shared/inks.jsonl.gz

            Each writer becomes a hash with a salt that is not kept: the same in the whole \
            result, another one the next time. Ids become numbers. Words that look like serial \
            numbers are removed from the names of devices. Styles, times of day, and all \
            members of a row that do not belong to its ink are removed.

            What it cannot do: like a fingerprint, handwriting shows who wrote it to \
            somebody who has more of it. What is written stays, too: labels and ink may hold \
            names and secrets. Speed, pressure and the order of the inks stay as they are.
            """)

    @OptionGroup var input: CorpusInput

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder that the result is written to.", valueName: "folder"), completion: .directory)
    var output: String

    @OptionGroup var writing: CorpusOutput

    func run() throws {
        var inks = try ValidSampleReader(input.corpora, skipDamaged: writing.skipDamaged, progress: ProgressBar())
        try writing.makeFolder(output)
        let file = try NewFile(path: "\(output)/inks.jsonl.gz", isReplacing: writing.force)
        var anonymiser = Anonymiser()
        while let (ink, _) = try inks.next() { try file.writeLine(Array(anonymiser.anonymous(ink).line.utf8)) }
        try file.finish()
        writing.saySkipped(inks.skipped)
        let writers = DisplayText.count(anonymiser.writers.count, "writer")
        try StandardOutput.writeLine("\(file.path): \(DisplayText.count(anonymiser.inks, "ink")) by \(writers) without their names")
        StandardError.say("handwriting itself shows who wrote it, and what is written stays: look through it before you give it away")
    }
}
