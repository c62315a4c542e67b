internal import ArgumentParser
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import PenLog
internal import Recognition
internal import Synchronization
internal import System

/// `inkctl recognize`.
struct RecognizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recognize",
        abstract: "Recognize handwriting from JSON lines, without the daemon.",
        discussion: """
            Examples:
              inkctl recognize < words.jsonl      the text, one ink per line
              inkctl recognize --jsonl a.jsonl b.jsonl.gz
                                                  for programs: candidates, scores, boxes
              inkctl recognize --language de --word Großhadern < words.jsonl
              inkctl recognize --as page < notes.jsonl
              inkctl recognize --threads 0 --jsonl corpus.jsonl.gz > text.jsonl
                                                  on all cores, in the same order
              inkctl recognize --as symbol < symbols.jsonl
              inkctl recognize --as formula < formulas.jsonl
                                                  in LaTeX
              inkctl recognize --as sketch < sketches.jsonl
                                                  the name of the thing, with emoji
              inkctl recognize --as character --language ja < characters.jsonl
                                                  one kanji or kana per ink
              inkctl recognize --as characters --language ja < rows.jsonl
                                                  several characters in a row
              inkctl recognize --to jiix < request.json
                                                  a request of MyScript's batch mode

            An ink is {"id":"…","strokes":[[x,y,dx,dy,…],…]} in integers: the first point of a \
            stroke is absolute, the others are differences, and y increases downwards. Other \
            members are ignored. Answers are written in the order of the inks, each as soon as its \
            ink is recognized. An ink is one line of writing, unless --as selects a page of lines, \
            a symbol, a shape, a formula, a sketch of a thing or a character. --as character \
            recognizes one character of the script of --language (ja, zh-Hans, zh-Hant, ko or el), \
            and --as characters recognizes several, side by side, in a column or superimposed. The languages \
            zxx-Zsym-x-autodraw and zxx-Zsye-x-emoji also select --as sketch; the second considers \
            only things with an emoji.

            A request of MyScript's batch mode ({"contentType":"Text","strokeGroups":[{"strokes": \
            [{"x":[…],"y":[…],"t":[…],"p":[…]}]}]}, on one line or several) is also an ink: a page \
            for the type Text, a formula for the type Math, unless --as selects another kind. With \
            --to jiix an answer is JIIX 3, one line per ink: label, words with candidates, boxes \
            and strokes, in millimeters.

            With --jsonl an answer is {"id","text","confidence","candidates":[{"text", \
            "score"}],"words":[{"text","box","ranges","candidates","baseline","xHeight", \
            "confidence","graphemes":[{"text","ranges"}]}]}, with the best candidate first. A page \
            has "lines" of such objects. A symbol has candidates {"command","character","score"}, \
            a shape has candidates {"name","score"}, and "ambiguous". A formula is \
            {"id","latex","mathml", \
            "candidates":[{"latex","score"}],"symbols":[{"text","ranges","box"}]}. A sketch has \
            candidates {"name","emoji","score"}, and "ambiguous". A character is \
            {"id","text","candidates":[{"text","score"}]} with at most ten candidates; with \
            several characters each is a word. The score of a text or a formula is a natural \
            logarithm; confidences and all other scores are probabilities. A box is \
            {"x","y","width","height"} in the unit of the strokes, a range is \
            {"stroke","first","last"} in indices of strokes and points from 0. A line that is not \
            ink yields {"file","line","error"} in its place, or an empty line without --jsonl; the \
            other lines are recognized, and the exit status is 1.
            """)

    @Argument(
        help: ArgumentHelp("Files of JSON lines, optionally compressed with gzip. Default: standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(name: [.long, .customLong("json")], help: "Write one JSON object per ink, like --to jsonl.")
    var jsonl = false

    @Option(help: ArgumentHelp("Output format: text, jsonl or jiix.", discussion: "Default: text.", valueName: "format"))
    var to: AnswerFormat?

    @Option(help: ArgumentHelp("Maximum number of candidates (1–16).", valueName: "count"))
    var alternatives = 3

    @Flag(help: "Use greedy decoding: faster and slightly less accurate, without words and scores.")
    var greedy = false

    @Option(
        help: ArgumentHelp(
            "Number of threads, 0 to \(Self.mostThreads); 0 uses one per core. The answers are the same.", valueName: "count"))
    var threads = 1

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Kind of ink: line, page, symbol, shape, formula, sketch, character or characters. Default: line.", valueName: "kind"))
    var givenKind: InkKind?

    /// The kind of ink of input rows that contain only ink, without a complete request.
    private var kind: InkKind { givenKind ?? .line }
    private var format: AnswerFormat { to ?? (jsonl ? .jsonl : .text) }

    @OptionGroup var hints: HintOptions
    @OptionGroup var model: ModelOptions

    /// The maximum number of threads. Each thread has its own model.
    static let mostThreads = 256

    /// The output format of answers.
    enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
        case text, jsonl, jiix
    }

    func validate() throws {
        guard to == nil || !jsonl || to == .jsonl else { throw ValidationError("--jsonl and --to \(format.rawValue) exclude each other") }
        guard to != .jiix || JIIXRecord.supports(kind) && !greedy else {
            throw ValidationError("--to jiix supports only text and formulas: remove \(greedy ? "--greedy" : "--as \(kind.rawValue)")")
        }
        guard !greedy || kind == .line else { throw ValidationError("--greedy supports only lines: remove --as \(kind.rawValue)") }
        guard (1...16).contains(alternatives) else {
            throw ValidationError("--alternatives must be 1 to 16, not \(alternatives)")
        }
        guard (0...Self.mostThreads).contains(threads) else {
            throw ValidationError("--threads must be 0 to \(Self.mostThreads), not \(threads)")
        }
    }

    func run() throws {
        let answers = AnswerWriter()
        let reading = try OrderedReading(
            InkRows(files.isEmpty ? ["-"] : files), threads: threads == 0 ? Thread.processors : threads, deliver: answers.write)
        // a recognizer must not be shared between threads
        try reading.run {
            let reader = try reader()
            // rows with pages use the same model; the model for formulas is loaded when a row needs it
            var formulas: InkReader?
            return { row in
                guard givenKind == nil, let type = row.batchType else { return try answer(row, with: reader) }
                guard type == "Math" else { return try answer(row, with: reader.ofPages) }
                let other = try formulas ?? InkReader(.formula, model: ModelSelection(), hints: hints.hints(alternatives: alternatives))
                formulas = other
                return try answer(row, with: other)
            }
        }
        if answers.hasRefused { throw ExitCode.failure }
    }

    private func reader() throws -> InkReader {
        greedy
            ? .greedy(try model.selection.recognizer())
            : try InkReader(InkKind(tag: model.language) ?? kind, model: model.selection, hints: hints.hints(alternatives: alternatives))
    }

    private func answer(_ row: InkRow, with reader: InkReader) throws -> Answer {
        do {
            let ink = try row.ink()
            let reading = try reader.reading(of: ink.deviceStrokes)
            switch format {
            case .jsonl: return Answer(output: reading.record(id: ink.id).description)
            case .jiix: return Answer(output: JIIXRecord.document(reading, of: ink)?.description ?? "")
            case .text:
                let lines = reading.line.split(separator: "\n", omittingEmptySubsequences: false).map { DisplayText.escaped(String($0)) }
                return Answer(output: lines.joined(separator: "\n"))
            }
        } catch let error as RecordingError {
            return refusal(of: row, "\(error.problem); \(error.remedy)")
        } catch let error as RecognitionError {
            return refusal(of: row, error.description)
        }
    }

    private func refusal(of row: InkRow, _ message: String) -> Answer {
        if format != .text {
            return Answer(output: ReadingRecord.failure(file: row.file, line: row.line, message).description, isRefusal: true)
        }
        let place = row.file == "-" ? "" : "\(row.file): "
        return Answer(output: "", complaint: "\(place)line \(row.line): \(message)", isRefusal: true)
    }
}

/// Writes answers, and records whether any is a refusal.
final class AnswerWriter: Sendable {
    private let refused = Atomic(false)

    /// Whether an answer was a refusal.
    var hasRefused: Bool { refused.load(ordering: .acquiring) }

    /// Writes the answer.
    ///
    /// - Throws: `unwritable`.
    func write(_ answer: Answer) throws(InkctlError) {
        if answer.isRefusal { refused.store(true, ordering: .releasing) }
        try StandardOutput.writeLine(answer.output)
        if let complaint = answer.complaint { StandardError.say(complaint) }
    }
}
