internal import ArgumentParser
internal import Ink
internal import InkProtocol
internal import PenLog
internal import Recognition

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

            An ink is one line of writing: {"id":"…","strokes":[[x,y,dx,dy,…],…]} in \
            integers, the first point of a stroke as it is and the others as differences, y \
            downwards. Other members are ignored. Answers come in the order of the inks, \
            each as soon as its ink is read.

            With --jsonl an answer is {"id","text","candidates":[{"text","score"}], \
            "words":[{"text","box","ranges"}]}, best candidate first. A score is a natural \
            logarithm. A box is {"x","y","width","height"} in the unit of the strokes, a \
            range {"stroke","first","last"} in indices of strokes and points from 0 on. A \
            line that is no ink gives {"line","error"} in its place, without --jsonl an \
            empty line; the rest is read, and the exit status is 1.
            """)

    @Argument(help: ArgumentHelp("Files of JSON lines, plain or packed by gzip; standard input if there are none.", valueName: "file"))
    var files: [String] = []

    @Flag(help: "Write one JSON object for each ink.")
    var jsonl = false

    @Option(help: ArgumentHelp("Give so many candidates at most, 1 to 16.", valueName: "count"))
    var alternatives = 3

    @Flag(help: "Take the most probable character at every step: faster, a little worse, without words and scores.")
    var greedy = false

    @OptionGroup var model: ModelOptions

    func validate() throws {
        guard (1...16).contains(alternatives) else {
            throw ValidationError("--alternatives is \(alternatives): give a number from 1 to 16")
        }
    }

    func run() throws {
        let recognizer = try model.recognizer()
        var hasFailed = false
        for path in files.isEmpty ? ["-"] : files {
            let file = try InkFile(path: path)
            while let line = try file.nextLine() {
                do {
                    let ink = try JSONInk(line: line, number: file.lineNumber)
                    let transcript = try read(ink.deviceStrokes, with: recognizer)
                    let text = DisplayText.escaped(transcript.text)
                    try StandardOutput.writeLine(jsonl ? ReadingRecord.reading(id: ink.id, transcript).description : text)
                } catch let error as RecordingError {
                    hasFailed = true
                    try refuse(file, "\(error.problem); \(error.remedy)")
                } catch let error as RecognitionError {
                    hasFailed = true
                    try refuse(file, error.description)
                }
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func read(_ strokes: [Stroke], with recognizer: Recognizer) throws(RecognitionError) -> Transcript {
        guard greedy else { return try recognizer.recognize(strokes, alternatives: alternatives) }
        return Transcript(candidates: [Candidate(text: try recognizer.greedyText(strokes), score: nil)], words: [])
    }

    private func refuse(_ file: InkFile, _ message: String) throws(InkctlError) {
        if jsonl {
            try StandardOutput.writeLine(ReadingRecord.failure(file: file.path, line: file.lineNumber, message).description)
        } else {
            try StandardOutput.writeLine("")
            let place = file.path == "-" ? "" : "\(file.path): "
            StandardError.say("\(place)line \(file.lineNumber): \(message)")
        }
    }
}
