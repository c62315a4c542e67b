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
        abstract: "Reads handwriting from JSON lines; needs no daemon.",
        discussion: """
            Examples:
              inkctl recognize < words.jsonl      what is written, one ink a line
              inkctl recognize --jsonl a.jsonl b.jsonl.gz
                                                  for programs: readings, scores, places
              inkctl recognize --language de --word Großhadern < words.jsonl
              inkctl recognize --as page < notes.jsonl
              inkctl recognize --threads 0 --jsonl corpus.jsonl.gz > text.jsonl
                                                  on all cores, in the same order
              inkctl recognize --as symbol < symbols.jsonl
              inkctl recognize --as formula < formulas.jsonl
                                                  in LaTeX
              inkctl recognize --as sketch < sketches.jsonl
                                                  what it shows, with emoji
              inkctl recognize --as character --language ja < characters.jsonl
                                                  one kanji or kana an ink
              inkctl recognize --as characters --language ja < rows.jsonl
                                                  several, in a row
              inkctl recognize --to jiix < request.json
                                                  a request of MyScript's batch mode

            An ink is {"id":"…","strokes":[[x,y,dx,dy,…],…]} in integers, the first point of \
            a stroke as it is and the others as differences, y downwards. Other members are \
            ignored. Answers come in the order of the inks, each as soon as its ink is read. \
            An ink is one line of writing, unless --as says that it is a page of lines, a \
            symbol, a shape, a formula, a sketch of a thing or a character. --as character \
            reads one character of the script of --language: ja, zh-Hans, zh-Hant, ko or el; \
            --as characters several, beside or over one another. \
            The languages zxx-Zsym-x-autodraw and zxx-Zsye-x-emoji mean --as sketch as well, the second \
            considers only what has an emoji.

            A request of MyScript's batch mode ({"contentType":"Text","strokeGroups":[{"strokes":\
            [{"x":[…],"y":[…],"t":[…],"p":[…]}]}]}, on one line or several) is an ink as well: of the type Text \
            a page, of the type Math a formula, unless --as says otherwise. With --to jiix an answer is JIIX 3, \
            a line for each ink: label, words with candidates, boxes and strokes, in millimeters.

            With --jsonl an answer is {"id","text","confidence","candidates":[{"text", \
            "score"}],"words":[{"text","box","ranges","candidates","baseline","xHeight", \
            "confidence","graphemes":[{"text","ranges"}]}]}, best candidate first; a page has \
            "lines" of those, a symbol {"command","character","score"} for candidates, a \
            shape {"name","score"}, and "ambiguous"; a formula is {"id","latex","mathml", \
            "candidates":[{"latex","score"}],"symbols":[{"text","ranges","box"}]}; a sketch has \
            candidates {"name","emoji","score"}, and "ambiguous"; a character is \
            {"id","text","candidates":[{"text","score"}]}, ten candidates at most, and of several \
            each is a word. A text's or \
            formula's score is a natural logarithm, a confidence and the others' scores are \
            probabilities. A box is {"x","y","width","height"} in the unit of the strokes, a range {"stroke","first","last"} in indices of strokes and \
            points from 0 on. A line that is no ink gives {"file","line","error"} in its place, \
            without --jsonl an empty line; the rest is read, and the exit status is 1.
            """)

    @Argument(
        help: ArgumentHelp("Files of JSON lines, plain or packed by gzip; standard input if there are none.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(name: [.long, .customLong("json")], help: "Write one JSON object for each ink, as --to jsonl.")
    var jsonl = false

    @Option(help: ArgumentHelp("Write answers as text, jsonl or jiix.", discussion: "Default: text.", valueName: "format"))
    var to: AnswerFormat?

    @Option(help: ArgumentHelp("Give so many candidates at most, 1 to 16.", valueName: "count"))
    var alternatives = 3

    @Flag(help: "Take the most probable character at every step: faster, a little worse, without words and scores.")
    var greedy = false

    @Option(help: ArgumentHelp("Read on so many threads, 0 for one on each core; the answers are the same.", valueName: "count"))
    var threads = 1

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("What an ink is: line, page, symbol, shape, formula, sketch, character or characters.", valueName: "kind"))
    var givenKind: InkKind?

    /// The kind of ink in rows that are not requests.
    private var kind: InkKind { givenKind ?? .line }
    private var format: AnswerFormat { to ?? (jsonl ? .jsonl : .text) }

    @OptionGroup var hints: HintOptions
    @OptionGroup var model: ModelOptions

    /// The maximum number of threads; each has its own model.
    static let mostThreads = 256

    /// The output format of answers.
    enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
        case text, jsonl, jiix
    }

    func validate() throws {
        guard to == nil || !jsonl || to == .jsonl else { throw ValidationError("--jsonl and --to \(format.rawValue) exclude each other") }
        guard to != .jiix || JIIXRecord.supports(kind) && !greedy else {
            throw ValidationError("--to jiix is for text and formulas: leave out \(greedy ? "--greedy" : "--as \(kind.rawValue)")")
        }
        guard !greedy || kind == .line else { throw ValidationError("--greedy reads lines: leave out --as \(kind.rawValue)") }
        guard (1...16).contains(alternatives) else {
            throw ValidationError("--alternatives is \(alternatives): give a number from 1 to 16")
        }
        guard (0...Self.mostThreads).contains(threads) else {
            throw ValidationError("--threads is \(threads): give a number from 0 to \(Self.mostThreads)")
        }
    }

    func run() throws {
        let answers = AnswerWriter()
        let reading = try OrderedReading(
            InkRows(files.isEmpty ? ["-"] : files), threads: threads == 0 ? Thread.processors : threads, deliver: answers.write)
        // a recognizer must not be shared between threads
        try reading.run {
            let reader = try reader()
            // pages are read with the same model; the model for formulas is loaded on first use
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
