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
        abstract: "Finds where words are written, in all of your packages.",
        discussion: """
            Examples:
              inkctl search terrace                     a table, best first
              inkctl search spring terrace              where both stand in one part
              inkctl search --matching whole art        not "article", not "arts"
              inkctl search --in notes terrace --json | jq .words
              inkctl search terrace --picture page.png  the best page, with marks
              inkctl search --ink drawn.jsonl           what these written words may say

            All candidates of a written word are searched, not only the best one. Accents and \
            case do not count. Words that only begin with a search word are found as well, \
            and words of four letters and more that differ from it in one letter.
            """)

    @Argument(help: ArgumentHelp("The words, all of which are to be found.", valueName: "words"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Search for the words written in this ink instead: JSON lines; - is standard input.", valueName: "file"))
    var ink: String?

    @Option(
        help: ArgumentHelp("whole, beginning or similar: how freely words are compared. Default: similar.", valueName: "how"),
        transform: Choice.named)
    var matching: SearchInterface.Matching?

    @Option(name: .customLong("in"), help: ArgumentHelp("Search in this package alone.", valueName: "package"))
    var package: String?

    @Option(help: ArgumentHelp("The most places to show, 1 to 500. Default: 50.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Write one JSON object for each place, as org.inkd.Search describes it.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Draw the page of the best place, with all that was found there marked, into this file: png, svg or pdf.", valueName: "file"))
    var picture: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard words.isEmpty == (ink != nil) else { throw ValidationError("give words, or --ink and a file with ink") }
    }

    func run() throws {
        let format = try picture.map { try RenderCommand.format(nil, for: $0) }
        let connection = try daemon.connect()
        let reply = try find(on: connection)
        try StandardOutput.writeLines(json ? reply.hits.map(JSONLine.text(of:)) : Self.lines(reply))
        for message in Self.notes(on: reply) { StandardError.say(message) }
        guard let picture, let format else { return }
        guard let best = reply.hits.first else { return StandardError.say("nothing was found, and \(picture) not written") }
        let drawing = try Self.drawing(of: best, among: reply.hits, on: connection)
        var options = PictureOptions()
        (options.width, options.height) = (ContentOptions.page.width, ContentOptions.page.height)
        do {
            try ContentFile.write(try drawing.data(as: format, options: options), to: picture, mode: 0o600)
        } catch let error as ExportError {
            throw InkctlError.notDrawn(error.description)
        }
    }

    private func find(on connection: InkConnection) throws -> SearchInterface.Find.Reply {
        func find(_ words: String) throws(ClientError) -> SearchInterface.Find.Reply {
            try connection.search(for: words, matching: matching, in: package, limit: limit)
        }
        guard let ink else { return try find(words.joined(separator: " ")) }
        let query = try InkQuery(try WriteCommand.read([ink]), on: connection)
        guard !query.readings.isEmpty else {
            throw InkctlError.notInk(path: ink, line: 1, reason: "no words can be read in it; write larger, or search for text")
        }
        StandardError.say("searching for \(query.readings.map { DisplayText.escaped($0.text) }.joined(separator: ", "))")
        return query.merged(try query.readings.map { try find($0.text) }, limit: limit ?? Self.places)
    }

    /// Places that are shown if nothing is said.
    private static let places = 50

    /// The table, or that nothing was found.
    static func lines(_ reply: SearchInterface.Find.Reply) -> [String] {
        guard !reply.hits.isEmpty else { return ["Nothing was found."] }
        var table = TextTable(columns: [
            .init(title: "SCORE", alignment: .right), .init(title: "PACKAGE"), .init(title: "PART", alignment: .right),
            .init(title: "PLACE (MM)"), .init(title: "FOUND"), .init(title: "LINE"),
        ])
        table.rows = reply.hits.map { hit in
            [
                DisplayText.fixed(hit.score, digits: 2), DisplayText.escaped(hit.package), String(hit.index), place(of: hit),
                DisplayText.escaped(hit.words.map(found).joined(separator: " ")), DisplayText.escaped(hit.text),
            ]
        }
        return table.lines
    }

    /// What the table does not say.
    static func notes(on reply: SearchInterface.Find.Reply) -> [String] {
        var notes: [String] = []
        if reply.total > reply.hits.count { notes.append("\(reply.hits.count) of \(reply.total) places; --limit shows more") }
        if reply.unread > 0 { notes.append("\(DisplayText.count(reply.unread, "line")) not read yet: open the part once in an editor") }
        for name in reply.unreadable ?? [] { notes.append("\(name) could not be searched: `inkctl packages check` says why") }
        return notes
    }

    /// The word that fits; behind it what the word is read as, if that is another.
    private static func found(_ word: SearchInterface.Word) -> String {
        word.found == word.text ? word.text : "\(word.found) (\(word.text))"
    }

    private static func place(of hit: SearchInterface.Hit) -> String {
        guard let box = hit.words.lazy.compactMap(\.box).first else { return "–" }
        return "\(DisplayText.fixed(box.x, digits: 0)), \(DisplayText.fixed(box.y, digits: 0))"
    }

    /// The page of a hit, with the words of all hits on it.
    private static func drawing(
        of hit: SearchInterface.Hit, among hits: [SearchInterface.Hit], on connection: InkConnection
    ) throws -> InkPicture {
        let strokes = try PackageSession.perform(hit.package, changes: false, on: connection) {
            try ContentOptions.edit(hit.part, of: hit.package, on: connection) { try connection.strokes(of: $0).strokes }
        }
        let words = hits.filter { $0.package == hit.package && $0.part == hit.part }.flatMap(\.words)
        return InkPicture(
            strokes: strokes.map { stroke in
                zip(stroke.x, stroke.y).enumerated().map { index, place in
                    InkPoint(
                        x: place.0, y: place.1, force: index < stroke.force.count ? Float(stroke.force[index]) : 0.5)
                }
            },
            millimetresPerUnit: 1,
            words: words.compactMap { word in
                word.box.map { box in
                    TranscribedWord(text: word.found, box: Box(x: box.x, y: box.y, width: box.width, height: box.height), ranges: [])
                }
            })
    }
}
