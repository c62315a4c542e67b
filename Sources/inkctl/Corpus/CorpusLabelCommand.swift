internal import ArgumentParser
internal import InkCorpus
internal import PenLog

/// `inkctl corpus label`.
struct CorpusLabelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label",
        abstract: "Says what is written in an ink, or in many.",
        discussion: """
            Examples:
              inkctl corpus label w17 'for example' --in words/
              inkctl corpus label words.jsonl:12 'one without an id' --in words.jsonl
              inkctl corpus label --from labels.tsv --in words/

            labels.tsv has a line for each ink: its id, a tab, and what is written, where \\t, \
            \\n, \\r and \\\\ stand for a tab, ends of lines and a backslash. All inks are looked for \
            before anything is changed. A file gets its labels whole or not at all, and is \
            otherwise the same, byte for byte; a packed one is packed again.
            """)

    @Argument(help: ArgumentHelp("The ink's id, or its place: file:line, as `inkctl corpus list` has it.", valueName: "ink"))
    var ink: String?

    @Argument(help: ArgumentHelp("What is written.", valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("Take inks and labels from this file, with a tab between them; - is standard input.", valueName: "file"),
        completion: .file())
    var from: String?

    @OptionGroup var place: CorpusPlace

    func validate() throws {
        guard (from == nil) == (ink != nil), (ink == nil) == (text == nil) else {
            throw ValidationError("give an ink and what is written in it, or a file of both with --from")
        }
        guard !place.paths.contains("-") else { throw ValidationError("standard input cannot be labelled: name a file with --in") }
    }

    func run() throws {
        let relabelling = try Relabelling(labels(), in: place.paths, progress: ProgressBar())
        try relabelling.write { StandardError.say("\($0): written") }
        let unchanged = relabelling.unchanged > 0 ? ", \(DisplayText.count(relabelling.unchanged, "label")) as they were" : ""
        try StandardOutput.writeLine("\(DisplayText.count(relabelling.changes, "label")) changed\(unchanged)")
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
