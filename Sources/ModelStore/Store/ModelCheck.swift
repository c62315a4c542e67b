internal import Ink
internal import Recognition

/// Checks a model by loading it and recognizing sample ink as in normal use.
enum ModelCheck {
    /// Loads the model, verifies its checksum, and recognizes sample ink.
    ///
    /// - Throws: `invalidModel`, `invalidScores`.
    static func check(_ path: String, _ kind: ModelCard.Kind) throws(ModelStoreError) {
        let found: [Double]
        do throws(RecognitionError) {
            found = try scores(path, kind)
        } catch {
            throw error == .notFinite ? .invalidScores : .invalidModel(error)
        }
        guard found.allSatisfy(\.isFinite) else { throw .invalidScores }
    }

    /// Returns every score that a model of this kind gives for the sample ink.
    private static func scores(_ path: String, _ kind: ModelCard.Kind) throws(RecognitionError) -> [Double] {
        switch kind {
        case .text:
            let text = try Recognizer(modelPath: path).recognize(SampleInk.word, alternatives: 16)
            let candidates = text.candidates + text.words.flatMap(\.candidates)
            return candidates.compactMap(\.score) + text.words.compactMap(\.confidence) + [text.confidence].compactMap(\.self)
        case .language:
            // the numbers in the file are integers, and the weights are bounded, so results are always finite
            _ = try LanguageModel(path: path).lists("ink")
            return []
        case .symbols:
            let classifier = try SymbolClassifier(modelPath: path)
            var scores: [Double] = []
            for stroke in SampleInk.word { scores += try classifier.classify([stroke], candidates: .max).map(\.score) }
            return scores
        case .shapes:
            let recognizer = try ShapeRecognizer(modelPath: path)
            var scores: [Double] = []
            for stroke in SampleInk.word { scores += try recognizer.recognize([stroke]).candidates.map(\.score) }
            return scores
        case .sketches:
            let recognizer = try SketchRecognizer(modelPath: path)
            return try recognizer.recognize(SampleInk.word).candidates.map(\.score)
        case .characters: return try CharacterRecognizer(modelPath: path).recognize(SampleInk.word).map(\.score)
        case .formulas:
            let groups = SampleInk.word.indices.map { [$0] } + [Array(SampleInk.word.indices)]
            let readings = try GroupRecognizer(modelPath: path).read(groups, of: SampleInk.word, unit: SampleInk.height)
            return readings.flatMap { [$0.none] + $0.candidates.map(\.score) }
        case .gestures:
            let recognizer = try GestureRecognizer(modelPath: path)
            let context = TextContext(strokes: SampleInk.word)
            // check the probabilities, because with NaN the recognizer would just return no gesture
            var scores: [Double] = []
            for stroke in SampleInk.gestures { scores += try recognizer.probabilities(of: stroke, over: context) ?? [] }
            return scores
        }
    }
}

/// Ink made of lines, in millimeters: enough for every model to recognize something.
private enum SampleInk {
    /// The word "NOL", a stroke for each letter.
    static let word = [
        stroke(1, [(0, 7), (0, 0), (5, 7), (5, 0)]),
        stroke(2, [(9, 0), (7, 2), (7, 5), (9, 7), (11, 7), (13, 5), (13, 2), (11, 0), (9, 0)]),
        stroke(3, [(16, 0), (16, 7), (20, 7)]),
    ]

    /// The height of the letters of `word`.
    static let height = 7.0

    /// Gestures over the word: back and forth, through it, under it, around it, and down between two letters.
    static let gestures = [
        stroke(4, [(-1, 2), (6, 3), (-1, 4), (6, 5), (-1, 6), (6, 6)]),
        stroke(5, [(-1, 3.5), (21, 3.5)]),
        stroke(6, [(-1, 8), (21, 8)]),
        stroke(7, [(-2, -2), (22, -2), (22, 9), (-2, 9), (-2, -2)]),
        stroke(8, [(6, -3), (6, 10)]),
    ]

    /// Returns a stroke through these corners, with a sample every hundredth of a second.
    private static func stroke(_ number: UInt64, _ corners: [(x: Double, y: Double)]) -> Stroke {
        let samplesPerLine = 10
        var points: [InkPoint] = []
        for (from, to) in zip(corners, corners.dropFirst()) {
            for sample in 0..<samplesPerLine {
                let part = Double(sample) / Double(samplesPerLine)
                let time = Instant(microseconds: Int64(points.count) * 10_000)
                points.append(InkPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, time: time, force: 0.5))
            }
        }
        return Stroke(id: StrokeID(number), points: points)
    }
}
