internal import ArgumentParser
internal import Ink
internal import InkClient
internal import InkCorpus
internal import InkExport
internal import InkProtocol

/// `inkctl search`.
struct SearchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find handwritten words, or drawings similar to a sketch, in all your packages.",
        discussion: """
            Examples:
              inkctl search terrace                     a table, best match first
              inkctl search spring terrace              parts that contain both words
              inkctl search --matching whole art        not "article", not "arts"
              inkctl search --in notes terrace --json | jq .words
              inkctl search terrace --picture page.png  the best page, with marks
              inkctl search --ink drawn.jsonl           the words of this ink, then
                                                        similar drawings
              inkctl search --ink cat.jsonl --like drawing
                                                        only drawings

            The search includes all candidates of a written word. It ignores accents and case. It \
            also finds words that begin with a search word, and words of four letters or more that \
            differ in one letter. The scores of drawings measure their similarity and cannot be \
            compared with those of words.
            """)

    /// The target of a search by ink.
    enum Likeness: String, CaseIterable {
        /// Words that the ink may spell.
        case word
        /// Drawings that look like the ink.
        case drawing
        /// Words and drawings, one search after the other.
        case both
    }

    @Argument(help: ArgumentHelp("Words to find; a match contains all of them.", valueName: "words"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "Search for the words in this ink, and for similar drawings: a file of JSON lines; - is standard input.",
            valueName: "file"),
        completion: .file())
    var ink: String?

    @Option(
        help: ArgumentHelp("With --ink: search for word, drawing or both. Default: both.", valueName: "what"),
        completion: Choice.completion(Likeness.self), transform: Choice.named)
    var like: Likeness?

    @Option(
        help: ArgumentHelp(
            "Matching mode: whole words, their beginning, or similar words (whole, beginning, similar). Default: similar.", valueName: "how"
        ),
        transform: Choice.named)
    var matching: SearchInterface.Matching?

    @Option(name: .customLong("in"), help: ArgumentHelp("Search only in this package.", valueName: "package"))
    var package: String?

    @Option(help: ArgumentHelp("Maximum number of matches, 1 to 500. Default: 50.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Write one JSON object per match, as defined in org.inkd.Search.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Draw the page of the best match, with all its matches marked, to this PNG, SVG or PDF file.", valueName: "file"))
    var picture: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard words.isEmpty == (ink != nil) else { throw ValidationError("give either words or --ink") }
        guard like == nil || ink != nil else { throw ValidationError("--like requires --ink") }
        guard like != .drawing || matching == nil else {
            throw ValidationError("--matching applies to words, which --like drawing excludes")
        }
    }

    func run() throws {
        let format = try picture.map { try RenderCommand.format(nil, for: $0) }
        let connection = try daemon.connect()
        let found = try find(on: connection)
        try StandardOutput.writeLines(json ? found.objects : Self.lines(found))
        for message in Self.notes(on: found) { StandardError.say(message) }
        guard let picture, let format else { return }
        guard let page = found.bestPage else { return StandardError.say("Nothing was found, so \(picture) was not written.") }
        let drawing = try Self.drawing(of: page, with: found, on: connection)
        var options = PictureOptions()
        (options.width, options.height) = (ContentOptions.page.width, ContentOptions.page.height)
        do {
            try ContentFile.write(try drawing.data(as: format, options: options), to: picture, mode: 0o600)
        } catch let error as ExportError {
            throw InkctlError.notDrawn(error.description)
        }
    }

    private func find(on connection: InkConnection) throws -> SearchFindings {
        func find(_ words: String) throws(ClientError) -> SearchInterface.Find.Reply {
            try connection.search(for: words, matching: matching, in: package, limit: limit)
        }
        guard let ink else { return SearchFindings(words: try find(words.joined(separator: " "))) }
        let (inks, like) = (try WriteCommand.read([ink]), like ?? .both)
        var found = SearchFindings()
        if like != .drawing {
            let query = try InkQuery(inks, on: connection)
            if !query.readings.isEmpty {
                StandardError.say("Searching for \(query.readings.map { DisplayText.escaped($0.text) }.joined(separator: ", "))")
                found.words = query.merged(try query.readings.map { try find($0.text) }, limit: limit ?? Self.places)
            } else if like == .word {
                throw InkctlError.notInk(path: ink, line: 1, reason: "no words were recognized; write larger, or search for text")
            }
        }
        if like != .word { found.drawings = try connection.searchDrawings(like: InkQuery.sketch(of: inks), in: package, limit: limit) }
        return found
    }

    /// The default number of hits shown.
    private static let places = 50

    /// Returns the table, or a line that says that nothing was found.
    static func lines(_ found: SearchFindings) -> [String] {
        guard found.bestPage != nil else { return ["Nothing was found."] }
        var table = TextTable(columns: [
            .init(title: "SCORE", alignment: .right), .init(title: "PACKAGE"), .init(title: "PART", alignment: .right),
            .init(title: "POSITION (MM)"), .init(title: "FOUND"), .init(title: "LINE"),
        ])
        let words = (found.words?.hits ?? []).map { hit in
            [
                DisplayText.fixed(hit.score, digits: 2), DisplayText.escaped(hit.package), String(hit.index),
                place(hit.words.lazy.compactMap(\.box).first), DisplayText.escaped(hit.words.map(Self.found).joined(separator: " ")),
                DisplayText.escaped(hit.text),
            ]
        }
        let drawings = (found.drawings?.drawings ?? []).map { drawing in
            [
                DisplayText.fixed(drawing.score, digits: 2), DisplayText.escaped(drawing.package), String(drawing.index),
                place(drawing.box), "drawing", DisplayText.count(drawing.strokes.count, "stroke"),
            ]
        }
        table.rows = words + drawings
        return table.lines
    }

    /// Returns notes about omitted hits, unread lines and unreadable packages, which are not in the table.
    static func notes(on found: SearchFindings) -> [String] {
        var notes: [String] = []
        if let words = found.words, words.total > words.hits.count {
            notes.append("\(words.hits.count) of \(words.total) matches; --limit shows more")
        }
        if let drawings = found.drawings, drawings.total > drawings.drawings.count {
            notes.append("\(drawings.drawings.count) of \(drawings.total) drawings; --limit shows more")
        }
        let unread = found.words?.unread ?? 0
        if unread > 0 { notes.append("\(DisplayText.count(unread, "line")) not recognized yet. Open the part once in an editor.") }
        for name in found.words?.unreadable ?? found.drawings?.unreadable ?? [] {
            notes.append("\(name) could not be searched. `inkctl packages check` shows the reason.")
        }
        return notes
    }

    /// Returns the matching word, followed by the recognized text if that differs.
    private static func found(_ word: SearchInterface.Word) -> String {
        word.found == word.text ? word.text : "\(word.found) (\(word.text))"
    }

    private static func place(_ box: SearchInterface.Box?) -> String {
        guard let box else { return "–" }
        return "\(DisplayText.fixed(box.x, digits: 0)), \(DisplayText.fixed(box.y, digits: 0))"
    }

    /// Returns a drawing of a page with all matches on it.
    private static func drawing(of page: SearchFindings.Page, with found: SearchFindings, on connection: InkConnection) throws -> InkPicture
    {
        let strokes = try PackageSession.perform(page.package, changes: false, on: connection) {
            try ContentOptions.edit(page.part, of: page.package, on: connection) { try connection.strokes(of: $0).strokes }
        }
        return InkPicture(
            strokes: strokes.map { stroke in
                zip(stroke.x, stroke.y).enumerated().map { index, place in
                    InkPoint(
                        x: place.0, y: place.1, force: index < stroke.force.count ? Float(stroke.force[index]) : 0.5)
                }
            },
            millimetersPerUnit: 1, words: found.marks(on: page))
    }
}
