internal import Glibc
internal import Ink
internal import InkCorpus
internal import PenLog
package import Recognition

/// The measurements of the recognition table.
package struct TableMeasurements {
    /// The folder of the ink.
    package let data: String
    /// The folder of the models.
    package let models: String
    /// The path of a text model in single precision for comparison; nil to skip the comparison.
    package let reference: String?

    /// Creates the measurements with these files.
    package init(data: String, models: String, reference: String?) {
        self.data = data
        self.models = models
        self.reference = reference
    }

    private var textModel: String { "\(models)/latin.safetensors" }

    private func recognizer(_ language: String = "en") throws -> Recognizer {
        try Recognizer(modelPath: textModel, language: LanguageModel(path: "\(models)/language/\(language).safetensors"))
    }

    /// Returns the character error rates of a file of texts by greedy decoding, and by decoding with each writer's language. Also returns
    /// the cost of 8-bit weights in greedy decoding.
    package func text(_ name: String, progress: (Double) -> Void) throws -> String {
        let path = "\(data)/\(name)"
        var readers = try TextReaders([recognizer("en"), recognizer("de")], files: [path])
        let exact = try reference.map { try Recognizer(modelPath: $0) }
        var (greedy, beam, single) = (ErrorCount(), ErrorCount(), ErrorCount())
        let file = try InkFile(path: path)
        while let ink = try file.nextInk() {
            let label = ErrorCount.collapsed(ink.label ?? "")
            guard !label.isEmpty else { continue }
            let read = readers.read(ink)
            greedy.add(read.greedy ?? "", label: label)
            beam.add(read.beam ?? "", label: label)
            if let exact { single.add((try? exact.greedyText(ink.deviceStrokes)) ?? "", label: label) }
            progress(file.fractionRead)
        }
        let found = "\(DisplayText.percent(greedy.characterErrorRate)) % / \(DisplayText.percent(beam.characterErrorRate)) %"
        guard reference != nil, let rounded = greedy.characterErrorRate, let full = single.characterErrorRate else { return found }
        let cost = DisplayText.fixed((rounded - full) * 100, digits: 2)
        return "\(found) (greedy in single precision \(DisplayText.percent(full)) %: 8 bits cost \(cost))"
    }

    /// Returns the median time to recognize a line of ten words of one writer.
    package func tenWords() throws -> String {
        let (recognizer, line) = (try recognizer(), try tenWordLine())
        var seconds: [Double] = []
        for _ in 0..<30 {
            let start = ContinuousClock.now
            _ = try recognizer.recognize(line)
            seconds.append((ContinuousClock.now - start) / .seconds(1))
        }
        seconds.sort()
        return "\(DisplayText.fixed(seconds[seconds.count / 2] * 1000, digits: 1)) ms (median of \(seconds.count))"
    }

    /// Returns the first ten words of the file with at least five letters, by the first writer with ten such words, side by side.
    private func tenWordLine() throws -> [Stroke] {
        let file = try InkFile(path: "\(data)/dev/unipen_word.jsonl.gz")
        var words: [String: [[Stroke]]] = [:]
        while let ink = try file.nextInk() {
            guard let writer = ink.writer, (ink.label ?? "").count >= 5 else { continue }
            words[writer, default: []].append(ink.deviceStrokes)
            if let ten = words[writer], ten.count == 10 { return Self.sideBySide(ten) }
        }
        throw CorpusError.noLabels(path: file.path)
    }

    private static func sideBySide(_ words: [[Stroke]]) -> [Stroke] {
        var (line, right): ([Stroke], Double) = ([], 0)
        for word in words {
            let boxes = word.compactMap(\.bounds)
            guard let first = boxes.first else { continue }
            let box = boxes.dropFirst().reduce(first) { $0.union($1) }
            for stroke in word {
                var moved = stroke
                for index in moved.points.indices {
                    moved.points[index].x += right - box.x
                    moved.points[index].y -= box.y
                }
                line.append(moved)
            }
            right += box.width + box.height / 2
        }
        return line
    }

    /// Returns the size of the text model and the largest language's data.
    package func sizeOnDisk() throws -> String {
        let tags = ["en", "de", "fr", "es", "it", "pt", "nl", "sv"]
        let languages = try tags.map { try Self.size(of: "\(models)/language/\($0).safetensors") }
        return Self.megabytes(try Self.size(of: textModel) + (languages.max() ?? 0))
    }

    /// Returns the top-1 and top-3 accuracy of symbols.
    package func symbols(_ name: String, among kind: Symbol.Kind) throws -> String {
        let classifier = try SymbolClassifier(modelPath: "\(models)/symbols.safetensors")
        let found = try SymbolEvaluation.measure("\(data)/\(name)", with: classifier, among: kind)
        guard kind == .latex else { return "\(DisplayText.percent(found.firstShare)) %" }
        let alike = "\(DisplayText.percent(found.firstAlikeShare)) % / \(DisplayText.percent(found.firstThreeAlikeShare)) %"
        return "\(DisplayText.percent(found.firstShare)) % / \(DisplayText.percent(found.firstThreeShare)) % (by character \(alike))"
    }

    /// Returns the accuracy of shapes, among those that occur in the file.
    package func shapes(_ name: String) throws -> String {
        let recognizer = try ShapeRecognizer(modelPath: "\(models)/shapes.safetensors")
        return try ShapeEvaluation.measure("\(data)/\(name)", with: recognizer).total.summary
    }

    /// Returns the errors of an editor with gestures relative to those of a recognizer that receives all ink at once: for pages, lines
    /// and words.
    package func editor(progress: (Double) -> Void) throws -> String {
        let gestures = try GestureRecognizer(modelPath: "\(models)/gestures.safetensors")
        let shapes = try ShapeRecognizer(modelPath: "\(models)/shapes.safetensors")
        let names = ["page", "text", "word"]
        let found = try names.enumerated().map { index, name in
            var evaluation = EditorEvaluation(try recognizer(), gestures: gestures, shapes: shapes, part: .text)
            try evaluation.measure("\(data)/dev/unipen_\(name).jsonl.gz") { progress((Double(index) + $0) / Double(names.count)) }
            return evaluation.ratios.map { DisplayText.fixed($0.withGestures, digits: 3) } ?? "–"
        }
        return found.joined(separator: " / ")
    }

    /// Returns the relative change of the error rate after adapting to the first half of each writer's words.
    package func adaptation(_ name: String, progress: (Double) -> Void) throws -> String {
        let path = "\(data)/\(name)"
        let measurement = try AdaptationMeasurement(LabeledInks(paths: [path]).byWriter, limit: 200, modelPath: textModel)
        var (before, after) = (0, 0)
        for index in measurement.writers.indices {
            let result = try measurement.result(of: index) { progress((Double(index) + $0) / Double(measurement.writers.count)) }
            before += result.own.before.edits
            after += result.own.after.edits
        }
        guard before > 0 else { return "–" }
        let writers = DisplayText.count(measurement.writers.count, "writer")
        return "\(DisplayText.fixed((Double(after) / Double(before) - 1) * 100, digits: 1)) % (\(writers))"
    }

    private static func megabytes(_ bytes: Int64) -> String { "\(DisplayText.fixed(Double(bytes) / 1e6, digits: 1)) MB" }

    private static func size(of path: String) throws(CorpusError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        return Int64(status.st_size)
    }
}

/// A row of the recognition table.
package struct TableRow: Sendable {
    /// The measure.
    package var name: String
    /// The required value.
    package var must: String
    /// The target value.
    package var aim: String
    /// The command that measures only this row; DATA and MODELS are placeholders for folders.
    package var command: String
    /// Measures the row and returns the text to show; `progress` is called with fractions of 0 to 1.
    package var measure: @Sendable (TableMeasurements, _ progress: (Double) -> Void) throws -> String

    /// All rows, the most important first.
    package static let all = [
        TableRow(
            name: "words, CER greedy / with language", must: "7 % / 4.5 %", aim: "5 / 3",
            command: "inkctl evaluate text --also de --model MODELS/latin.safetensors DATA/dev/unipen_word.jsonl.gz",
            measure: { try $0.text("dev/unipen_word.jsonl.gz", progress: $1) }),
        TableRow(
            name: "single lines, CER greedy / with language", must: "9 % / 7 %", aim: "6 / 4",
            command: "inkctl evaluate text --also de --model MODELS/latin.safetensors DATA/dev/unipen_text.jsonl.gz",
            measure: { try $0.text("dev/unipen_text.jsonl.gz", progress: $1) }),
        TableRow(
            name: "error ratio of an editor to a recognizer, pages / lines / words", must: "1.03", aim: "1",
            command: "inkctl evaluate editor DATA/dev/unipen_page.jsonl.gz", measure: { try $0.editor(progress: $1) }),
        TableRow(
            name: "ten-word line, pen-up to final candidates, one core", must: "30 ms", aim: "10 ms",
            command: "inkctl evaluate table --data DATA", measure: { table, _ in try table.tenWords() }),
        TableRow(
            name: "model and language data on disk, a language", must: "16 MB", aim: "8 MB",
            command: "du -b MODELS/latin.safetensors MODELS/language/*", measure: { table, _ in try table.sizeOnDisk() }),
        TableRow(
            name: "pendigits, test digits", must: "99 %", aim: "99.5 %",
            command: "inkctl evaluate symbols --among digit DATA/dev/pendigits.jsonl.gz",
            measure: { table, _ in try table.symbols("dev/pendigits.jsonl.gz", among: .digit) }),
        TableRow(
            name: "Detexify, top-1 / top-3", must: "80 % / 93 %", aim: "85 / 97",
            command: "inkctl evaluate symbols DATA/dev/detexify.jsonl.gz",
            measure: { table, _ in try table.symbols("dev/detexify.jsonl.gz", among: .latex) }),
        TableRow(
            name: "$1 gestures, never trained on", must: "97 %", aim: "99 %",
            command: "inkctl evaluate shapes DATA/eval/dollar1.jsonl.gz", measure: { table, _ in try table.shapes("eval/dollar1.jsonl.gz") }
        ),
        TableRow(
            name: "mixed multistrokes, never trained on", must: "97 %", aim: "99 %",
            command: "inkctl evaluate shapes DATA/eval/mmg.jsonl.gz", measure: { table, _ in try table.shapes("eval/mmg.jsonl.gz") }),
        TableRow(
            name: "adaptation, CER relative", must: "−20 %", aim: "−40 %",
            command: "inkctl adapt --measure --ink DATA/dev/unipen_word.jsonl.gz",
            measure: { try $0.adaptation("dev/unipen_word.jsonl.gz", progress: $1) }),
    ]
}
