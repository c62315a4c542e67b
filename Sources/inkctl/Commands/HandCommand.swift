internal import ArgumentParser
internal import Ink
internal import InkCorpus
internal import InkEvaluation
internal import PenLog
internal import Recognition
internal import Synthesis

/// `inkctl hand`.
struct HandCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hand",
        abstract: "Create a handwriting style from your own samples (for `inkctl synthesize`); offline.",
        discussion: """
            Examples:
              inkctl hand --ink my.jsonl -o ada.json
              inkctl synthesize "Dear Bob," --hand ./ada.json -o ink.svg
              inkctl hand --ink corpus.jsonl.gz --writer w7 -o w7.json

            The files contain ink as JSON lines, with the written text in "label": for example \
            words of an `inkctl corpus` collection. Letters are extracted from words that are \
            recognized as their label; a hundred words contain most letters. Missing letters come \
            from a style of inkd. The file contains your handwriting, so only you can read it.
            """)

    @Option(
        help: ArgumentHelp("File of labeled ink to extract letters from. May be given several times.", valueName: "file"),
        completion: .file())
    var ink: [String]

    @Option(help: ArgumentHelp("Use only inks of this \"writer\". Default: the writer with the most inks.", valueName: "writer"))
    var writer: String?

    @Option(help: ArgumentHelp("Name of the style.", valueName: "name"))
    var name = "own"

    @OptionGroup var output: OutputOptions
    @OptionGroup var model: ModelOptions

    func run() throws {
        try output.check("JSON")
        var bar = ProgressBar()
        let inks = try LabeledInks(paths: ink) { path, done in bar.show(done, "reading \(path)") }.byWriter
        bar.clear()
        let chosen = writer ?? inks.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key ?? ""
        guard let own = inks[chosen], !own.isEmpty else { throw InkctlError.noLetters(writer: chosen, writers: inks.keys.sorted()) }
        let recognizer = try model.selection.recognizer()
        var letters = OwnLetters()
        for (index, ink) in own.enumerated() {
            bar.show(Double(index) / Double(own.count), "extracting letters from \(DisplayText.count(own.count, "ink"))")
            let transcript = try recognizer.recognize(ink.strokes, alternatives: 1)
            guard transcript.text == ink.text else { continue }
            for word in transcript.words { letters.add(word, of: ink.strokes) }
        }
        bar.clear()
        try letters.keep { character, strokes in try Self.isRead(strokes, as: character, by: recognizer) }
        guard !letters.characters.isEmpty else { throw InkctlError.noLetters(writer: chosen, writers: inks.keys.sorted()) }
        do {
            let base = try SynthesizeCommand.files.hand(named: letters.joinedShare > Self.joined ? "script" : "print")
            let hand = letters.hand(named: name, title: "Letters extracted from words", completedBy: base)
            try output.write(try hand.encoded() + [UInt8(ascii: "\n")])
            StandardError.say(Self.summary(letters, of: own.count))
        } catch let error as SynthesisError {
            throw InkctlError.notSynthesized(error.description)
        }
    }

    /// Whether this letter, in either case, is among the first candidates for the strokes. If so, the letter was probably cut out well.
    static func isRead(_ strokes: [[Point]], as character: Character, by recognizer: Recognizer) throws -> Bool {
        let ink = strokes.enumerated().map { index, places in
            Stroke(id: StrokeID(UInt64(index)), points: places.map { InkPoint(x: $0.x, y: $0.y) })
        }
        let wanted = String(character).lowercased()
        return try recognizer.recognize(ink, alternatives: 3).candidates.contains { $0.text.trimmed.lowercased() == wanted }
    }

    /// The fraction of joined letters above which a hand is completed with letters of a joined hand.
    private static let joined = 0.3

    private static let alphabet = "abcdefghijklmnopqrstuvwxyz"

    /// Returns the number of characters found, and the lowercase letters that are missing.
    static func summary(_ letters: OwnLetters, of inks: Int) -> String {
        let missing = alphabet.filter { !letters.characters.contains($0) }
        let found =
            "\(DisplayText.count(letters.characters.count, "character")) extracted from \(DisplayText.count(letters.words, "word")) in \(DisplayText.count(inks, "ink"))"
        return missing.isEmpty
            ? found : "\(found); missing: \(missing.map(String.init).joined(separator: " ")). inkd's style replaces these."
    }
}
