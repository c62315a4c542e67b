internal import Glibc
internal import Ink
internal import PenLog
internal import Recognition

/// What the rows of the table measure with.
struct TableMeasurements {
    /// Folder of the ink.
    let data: String
    /// Folder of the models.
    let models: String
    /// The text model in single precision, if it is to be compared with.
    let reference: String?

    private var textModel: String { "\(models)/latin.safetensors" }

    private func recognizer(_ language: String = "en") throws -> Recognizer {
        try Recognizer(modelPath: textModel, language: LanguageModel(path: "\(models)/language/\(language).safetensors"))
    }

    /// Character error rates of a file of texts, greedy and with each writer's language; and, of greedy reading, what the 8-bit weights cost.
    func text(_ name: String, progress: (Double) -> Void) throws -> String {
        let path = "\(data)/\(name)"
        var readers = try TextReaders([recognizer("en"), recognizer("de")], files: [path])
        let exact = try reference.map { try Recognizer(modelPath: $0) }
        var (greedy, beam, single) = (ErrorCount(), ErrorCount(), ErrorCount())
        let file = try InkFile(path: path)
        while let line = try file.nextLine() {
            let ink = try JSONInk(line: line, number: file.lineNumber)
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

    /// Median time to read ten of one writer's words on a line.
    func tenWords() throws -> String {
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

    /// The first ten words of the file with five letters or more, by its first writer who wrote so many, side by side.
    private func tenWordLine() throws -> [Stroke] {
        let file = try InkFile(path: "\(data)/dev/unipen_word.jsonl.gz")
        var words: [String: [[Stroke]]] = [:]
        while let line = try file.nextLine() {
            let ink = try JSONInk(line: line, number: file.lineNumber)
            guard let writer = ink.writer, (ink.label ?? "").count >= 5 else { continue }
            words[writer, default: []].append(ink.deviceStrokes)
            if let ten = words[writer], ten.count == 10 { return Self.sideBySide(ten) }
        }
        throw InkctlError.noLabels(path: file.path)
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

    /// Bytes of the text model and of the largest language's data.
    func sizeOnDisk() throws -> String {
        let tags = ["en", "de", "fr", "es", "it", "pt", "nl", "sv"]
        let languages = try tags.map { try Self.size(of: "\(models)/language/\($0).safetensors") }
        return Self.megabytes(try Self.size(of: textModel) + (languages.max() ?? 0))
    }

    /// Shares of symbols that are the first candidate, and one of the first three.
    func symbols(_ name: String, among kind: Symbol.Kind) throws -> String {
        let classifier = try SymbolClassifier(modelPath: "\(models)/symbols.safetensors")
        let found = try SymbolEvaluation.measure("\(data)/\(name)", with: classifier, among: kind)
        guard kind == .latex else { return "\(DisplayText.percent(found.firstShare)) %" }
        let alike = "\(DisplayText.percent(found.firstAlikeShare)) % / \(DisplayText.percent(found.firstThreeAlikeShare)) %"
        return "\(DisplayText.percent(found.firstShare)) % / \(DisplayText.percent(found.firstThreeShare)) % (by character \(alike))"
    }

    /// Share of the shapes that are known among those of the file.
    func shapes(_ name: String) throws -> String {
        let recognizer = try ShapeRecognizer(modelPath: "\(models)/shapes.safetensors")
        return try ShapeEvaluation.measure("\(data)/\(name)", with: recognizer).total.summary
    }

    /// Relative change of the error rate when the model has learnt the first half of each writer's words.
    func adaptation(_ name: String, progress: (Double) -> Void) throws -> String {
        let path = "\(data)/\(name)"
        let measurement = try AdaptationMeasurement(LabelledInks(paths: [path]).byWriter, limit: 200, modelPath: textModel)
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

    private static func size(of path: String) throws(InkctlError) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .unreadable(path: path, code: errno) }
        return Int64(status.st_size)
    }
}
