internal import ArgumentParser
internal import InkCorpus
internal import PenLog

/// `inkctl corpus merge`.
struct CorpusMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge corpora into one file without duplicates.",
        discussion: """
            Examples:
              inkctl corpus merge monday/ tuesday/ -o all.jsonl.gz
              inkctl corpus merge a.jsonl b.jsonl -o all.jsonl --keep-duplicates

            Inks with the points and label of an earlier ink are omitted. An ink whose id is \
            already used gets a number suffix, such as w17~2, and an ink without an id gets one, \
            such as ink-1. The rest of a row stays identical byte for byte.
            """)

    @OptionGroup var input: CorpusInput

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File to write; compressed with gzip if its name ends in .gz.", valueName: "file"), completion: .file())
    var output: String

    @Flag(help: "Keep inks with the points and label of an earlier ink.")
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
            (merge.duplicates, "duplicates omitted"), (merge.renamed, "renamed because of a duplicate id"),
            (merge.named, "got an id"),
        ]
        let remarks = others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return ([DisplayText.escaped(path) + ": \(DisplayText.count(merge.kept, "ink"))"] + remarks).joined(separator: "; ")
    }
}

/// `inkctl corpus split`.
struct CorpusSplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Split a corpus by writer into sets for training, development and testing.",
        discussion: """
            Examples:
              inkctl corpus split words/ -o parts
              inkctl corpus split words/ --train 90 --dev 0 --test 10 --seed 7 -o parts

            Each set is a file: parts/train.jsonl.gz and so on. No writer is in two sets, so a \
            model trained on one set has never seen the writers of the others. The shares are \
            percentages of writers, who are assigned by a hash of their name and the seed; a \
            growing corpus keeps its assignments. If there are few writers, a set without any \
            still gets one. Rows are copied byte for byte. An ink without a writer is an error, or \
            is assigned to train with --unknown-to-train.
            """)

    @OptionGroup var input: CorpusInput

    @Option(help: ArgumentHelp("Percentage of writers for this split.", valueName: "share"))
    var train = 80

    @Option(help: ArgumentHelp("Percentage of writers for this split.", valueName: "share"))
    var dev = 10

    @Option(help: ArgumentHelp("Percentage of writers for this split.", valueName: "share"))
    var test = 10

    @Option(help: ArgumentHelp("Seed of the assignment of writers.", valueName: "number"))
    var seed: UInt64 = 0

    @Flag(help: "Assign inks without a writer to train.")
    var unknownToTrain = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Folder for the sets.", valueName: "folder"), completion: .directory)
    var output: String

    @OptionGroup var writing: CorpusOutput

    private var parts: [WriterSplit.Part] {
        [.init(name: "train", share: train), .init(name: "dev", share: dev), .init(name: "test", share: test)]
    }

    func validate() throws {
        guard parts.allSatisfy({ (0...100).contains($0.share) }), train + dev + test == 100 else {
            throw ValidationError("--train, --dev and --test must add up to 100, and are \(train), \(dev) and \(test)")
        }
        guard !unknownToTrain || train > 0 else {
            throw ValidationError("--unknown-to-train requires a share for --train")
        }
    }

    func run() throws {
        var split = WriterSplit(parts: parts, seed: seed)
        try writing.makeFolder(output)
        var result = try write(split)
        if let filled = split.filled(for: result.counts.reduce(into: []) { $0.formUnion($1.writers) }) {
            split = filled
            // Removes the files of the first split completely, before the files of the second split get the same names.
            result.files = []
            result = try write(split)
        }
        for file in result.files { try file?.finish() }
        writing.saySkipped(result.skipped)
        try StandardOutput.writeLines(
            lines(result.counts.map { ($0.inks, $0.writers.count) }, unknown: result.unknown, moved: split.moved))
    }

    /// The result of writing: files that are still to be renamed to their final names, and counts.
    private struct Result {
        var files: [NewFile?] = []
        var counts: [(inks: Int, writers: Set<String>)]
        /// The number of inks without a writer.
        var unknown = 0
        /// The number of damaged rows that were skipped.
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
                        problem: "\(row.place) has no writer, so it may belong to any set. Nothing was written",
                        remedy: "Use --unknown-to-train to assign such inks to train")
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
            .init(title: "SET"), .init(title: "INKS", alignment: .right), .init(title: "WRITERS", alignment: .right),
        ])
        let filled = zip(parts, counts).filter { $0.0.share > 0 }
        table.rows = filled.map { [$0.name, String($1.inks), String($1.writers)] }
        var lines = table.lines
        if unknown > 0 {
            lines.append("\(DisplayText.count(unknown, "ink")) in train without a writer: their writers may also be in other sets")
        }
        for (writer, part) in moved.sorted(by: { $0.value < $1.value }) {
            lines.append(
                "\(parts[part].name) had no writer and got \(DisplayText.escaped(writer)), who may be in another set after the corpus has grown"
            )
        }
        let empty = filled.filter { $1.writers == 0 }.map(\.0.name)
        if !empty.isEmpty { lines.append("No writer in \(empty.joined(separator: ", ")): there are fewer writers than sets") }
        return lines
    }
}

/// `inkctl corpus anonymize`.
struct CorpusAnonymizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anonymize",
        abstract: "Write a copy of a corpus without the names of writers.",
        discussion: """
            Examples:
              inkctl corpus anonymize words/ -o shared   writes shared/inks.jsonl.gz

            Each writer becomes a salted hash, consistent within the result; the salt is \
            discarded, so the next run yields other hashes. Ids become numbers. Words that look \
            like serial numbers are removed from device names. Styles, times of day, and all \
            members of a row that do not belong to its ink are removed.

            Limits: like a fingerprint, handwriting identifies its writer to anyone with more \
            samples of it. The content also stays: labels and ink may contain names and secrets. \
            Speed, pressure and the order of the inks are unchanged.
            """,
        aliases: ["anonymise"])

    @OptionGroup var input: CorpusInput

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Folder for the result.", valueName: "folder"), completion: .directory)
    var output: String

    @OptionGroup var writing: CorpusOutput

    func run() throws {
        var inks = try ValidSampleReader(input.corpora, skipDamaged: writing.skipDamaged, progress: ProgressBar())
        try writing.makeFolder(output)
        let file = try NewFile(path: "\(output)/inks.jsonl.gz", isReplacing: writing.force)
        var anonymizer = Anonymizer()
        while let (ink, _) = try inks.next() { try file.writeLine(Array(anonymizer.anonymous(ink).line.utf8)) }
        try file.finish()
        writing.saySkipped(inks.skipped)
        let writers = DisplayText.count(anonymizer.writers.count, "writer")
        try StandardOutput.writeLine("\(file.path): \(DisplayText.count(anonymizer.inks, "ink")) by \(writers), without names")
        StandardError.say("Handwriting identifies its writer, and the content is unchanged. Check the result before you share it.")
    }
}
