internal import ArgumentParser
internal import InkCorpus
internal import PenLog

/// `inkctl corpus label`.
struct CorpusLabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label",
        abstract: "Set the labels of inks.",
        discussion: """
            Examples:
              inkctl corpus label w17 'for example' --in words/
              inkctl corpus label words.jsonl:12 'one without an id' --in words.jsonl
              inkctl corpus label --from labels.tsv --in words/

            labels.tsv has one line per ink: its id, a tab, and the label, where \\t, \\n, \\r and \
            \\\\ are a tab, line ends and a backslash. Nothing is changed until all inks are \
            found. A file gets all its labels or none, and stays otherwise identical byte for \
            byte; a compressed file is compressed again.
            """)

    @Argument(help: ArgumentHelp("The ink's id, or its position file:line, as listed by `inkctl corpus list`.", valueName: "ink"))
    var ink: String?

    @Argument(help: ArgumentHelp("The label.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("File of inks and labels, separated by tabs; - is standard input.", valueName: "file"),
        completion: .file())
    var from: String?

    @OptionGroup var place: CorpusPlace

    func validate() throws {
        guard (from == nil) == (ink != nil), (ink == nil) == (text == nil) else {
            throw ValidationError("give either an ink and its label, or --from")
        }
        guard !place.paths.contains("-") else { throw ValidationError("standard input cannot be labeled: use --in with a file") }
    }

    func run() throws {
        let relabeling = try Relabeling(labels(), in: place.paths, progress: ProgressBar())
        try relabeling.write { StandardError.say("\($0): written.") }
        let unchanged = relabeling.unchanged > 0 ? ", \(DisplayText.count(relabeling.unchanged, "label")) unchanged" : ""
        try StandardOutput.writeLine("\(DisplayText.count(relabeling.changes, "label")) changed\(unchanged)")
    }

    private func labels() throws -> [String: String] {
        if let ink, let text { return [ink: text] }
        let path = from ?? "-"
        let file = try InkFile(path: path)
        var lines: [String] = []
        while let line = try file.next() { lines.append(String(decoding: line.bytes, as: UTF8.self)) }
        do {
            return try LabelTable(lines).labels
        } catch {
            throw CorpusError.refused(problem: "\(path): line \(error.line ?? 0): \(error.problem)", remedy: error.remedy)
        }
    }
}
