internal import ArgumentParser
internal import Recognition

/// What is known of ink before it is read.
struct HintOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("What the text is: \(Choice.names(RecognitionHints.RecognitionType.self)).", valueName: "type"),
        transform: Choice.named)
    var type = RecognitionHints.RecognitionType.text

    @Option(help: ArgumentHelp("What stands before the ink; its last 20 characters count.", valueName: "text"))
    var before = ""

    @Option(help: ArgumentHelp("Read nothing but these characters.", valueName: "characters"))
    var characters: String?

    @Option(help: ArgumentHelp("A word that is likely to be written; may be given several times.", valueName: "word"))
    var word: [String] = []

    @Option(
        help: ArgumentHelp("Size of the place written in, one line high, in the unit of the strokes: 400x60.", valueName: "size"),
        transform: Self.area)
    var area: WritingArea?

    /// The hints, for so many readings.
    func hints(alternatives: Int) -> RecognitionHints {
        RecognitionHints(
            recognitionType: type, alternatives: alternatives, graphemeSet: characters.map { Set($0) }, preContext: before,
            writingArea: area,
            userWords: word.map { UserWord($0) })
    }

    private static func area(_ text: String) throws -> WritingArea {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1] else {
            throw ValidationError("--area is \(text): give width and height, as in 400x60")
        }
        return WritingArea(width: width, height: height)
    }
}
