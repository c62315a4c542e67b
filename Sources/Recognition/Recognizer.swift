public import Ink
internal import System

/// A handwriting recognizer with one model. Confined to one thread at a time: its working memory is reused for every ink.
public final class Recognizer {
    /// The model's description.
    public let model: ModelDescription
    /// The language of the text; nil for no particular language. May be changed between inks.
    public var language: LanguageModel?

    /// The reader of words in Latin letters within lines of another script; nil for a network that knows these letters itself.
    public var foreignWords: ForeignWords?

    /// SHA-256 of the model's data, in hexadecimal digits.
    public let dataSHA256: String
    /// The adaptation to the writer's hand; nil without one.
    public private(set) var adaptation: Adaptation?

    /// The unadapted model, as loaded from its file.
    let base: Network
    private var network: Network
    private let scratch = Scratch()
    private let search = BeamSearch()

    /// Loads a model file, to be used with or without a language.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(modelPath: String, language: LanguageModel? = nil) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        self.language = language
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model file to run with the architecture's baseline instructions, for benchmark comparisons.
    package convenience init(baselineModelPath path: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: path)
        try self.init(bytes: file.bytes, instructions: .baseline)
        // keep the file mapped until its bytes have been read
        withExtendedLifetime(file) {}
    }

    /// Returns the number of single-precision multiply-adds in the network's matrices for an ink: the unavoidable arithmetic.
    package func multiplications(for strokes: [Stroke]) throws(RecognitionError) -> Int {
        model.architecture.multiplications(rows: try FeatureExtractor.features(of: strokes).rows)
    }

    /// Loads a model from the bytes of its file, which may be released afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        model = try ModelDescription(metadata: tensors.metadata)
        try tensors.verify()
        dataSHA256 = tensors.metadata["data_sha256"] ?? ""
        base = try Network(model.architecture, weights: tensors, instructions: instructions)
        network = base
    }

    /// Applies an adaptation to all later readings; nil restores the model itself.
    ///
    /// - Throws: `AdaptationError.otherModel` if the adaptation was made for another model; the recognizer is then unchanged.
    public func adapt(to adaptation: Adaptation?) throws(AdaptationError) {
        if let adaptation, adaptation.base != dataSHA256 {
            throw .otherModel(found: adaptation.base, expected: dataSHA256)
        }
        self.adaptation = adaptation
        network = adaptation.map { Network(base, adaptation: $0) } ?? base
    }

    /// Returns the most probable texts of an ink of one line, with the positions of the words of the best text.
    ///
    /// A reading has no trailing or consecutive spaces; a leading space marks a new word after the hints' `preContext`.
    /// The transcript is empty for an ink without samples.
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `hint`, `notFinite`.
    public func recognize(_ written: [Stroke], hints: RecognitionHints = RecognitionHints()) throws(RecognitionError) -> Transcript {
        let strokes = StraySamples.mended(written)
        let guide = try Guidance(alphabet: model.alphabet, language: language, hints: hints).guide
        var (view, readings) = try read(strokes, guide: guide)
        let seen = view.features.strokes.map { strokes[$0] }
        if let area = hints.writingArea, let term = SizeTerm(seen, in: area, alphabet: model.alphabet) {
            readings = term.judged(readings, in: view.scores, alphabet: model.alphabet, guide: guide, isAlone: hints.preContext.isEmpty)
        }
        if let sign = SignSize(view.features.strokes.sorted().map({ strokes[$0] })) { readings = sign.judged(readings) }
        readings = Reading.normalized(readings)
        if hints.recognitionType == .text, let sign = transcription(of: strokes, view, bias: guide.bias).droppedSign(in: readings) {
            readings = sign.added(to: readings)
            view.scores = sign.added(to: view.scores)
        }
        var transcript = transcription(of: strokes, view, bias: guide.bias).transcript(of: readings, alternatives: hints.alternatives)
        if strokes != written {
            // a word's box surrounds the samples as written, including those that were moved for reading
            let read = view.features.strokes
            for index in transcript.words.indices {
                transcript.words[index].box = transcript.words[index].ranges.filter { read.contains($0.stroke) }.box(in: written)
            }
        }
        guard let foreignWords, hints.recognitionType == .text, hints.graphemeSet == nil else { return transcript }
        return foreignWords.judged(transcript, of: written, alternatives: hints.alternatives)
    }

    /// Returns the most probable texts of an ink of one line; `alternatives` is the maximum number of texts.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func recognize(_ strokes: [Stroke], alternatives: Int) throws(RecognitionError) -> Transcript {
        try recognize(strokes, hints: RecognitionHints(alternatives: alternatives))
    }

    /// Returns the text of the most probable class at each step, without a language: faster and slightly less accurate than `recognize`.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func greedyText(_ strokes: [Stroke]) throws(RecognitionError) -> String {
        let alphabet = model.alphabet
        let excluded = Set(alphabet.scalars.indices.filter { alphabet.languageLetters.contains(alphabet.scalars[$0]) }.map { $0 + 1 })
        return alphabet.text(GreedyDecoder.classes(try look(at: strokes, BeamSearch.Guide()).scores, without: excluded))
    }

    /// Returns the features of a labeled ink for fitting the model's `SpaceGaps` and `Confidence`.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`, `hint`.
    package func calibrationSample(_ strokes: [Stroke], label: String) throws(RecognitionError) -> CalibrationSample {
        let guide = try Guidance(alphabet: model.alphabet, language: language, hints: RecognitionHints()).guide
        let (view, readings) = try read(strokes, guide: guide)
        let evidence = transcription(of: strokes, view, bias: guide.bias).evidence(of: readings)
        let classes = label.unicodeScalars.map { scalar in (model.alphabet.scalars.firstIndex(of: scalar) ?? -1) + 1 }
        return CalibrationSample(
            text: readings.first?.text ?? "", words: evidence?.words ?? [], whole: evidence?.text ?? [], gaps: view.gaps.map(\.evidence),
            isSpace: model.alphabet.space.flatMap { CalibrationSample.spaces(of: classes, at: view.gaps, in: view.scores, space: $0) })
    }

    /// An ink as the network's input and output.
    private struct View {
        var features: Features
        /// The scores, adjusted by the gaps between strokes.
        var scores: Scores
        var gaps: [SpaceGaps.Gap]
    }

    /// The minimum advantage, as a natural logarithm, of the order of writing over the sorted order, if letters were not written from left
    /// to right. A smaller advantage does not count, because a letter that the network misses in the sorted order costs it little.
    private static let mixedMargin = 2.0
    /// The fraction of the total probability below which an ink is also read rotated to horizontal.
    private static let turnedDoubt = 0.5
    /// The minimum advantage of the rotated ink's best reading, as a natural logarithm: the ink was not written that way.
    private static let turnedGain = 1.0

    /// Returns the readings of an ink, best first, with the network's input and output for them. Letters that were not written from left
    /// to right are sorted, unless the order of writing gives a much better reading. If the best reading is uncertain, the ink is also read
    /// rotated to horizontal; then the readings of the widened ink (`SecondView`) are combined with it.
    private func read(_ strokes: [Stroke], guide: BeamSearch.Guide) throws(RecognitionError) -> (view: View, readings: [Reading]) {
        var view = try look(at: strokes, guide)
        var readings = decode(view.scores, guide)
        var sorted = false
        if FeatureExtractor.isMixed(strokes) {
            let other = try look(at: strokes, guide, sorted: true)
            let others = decode(other.scores, guide)
            if let best = others.first, best.score > (readings.first?.score ?? -.infinity) - Self.mixedMargin {
                (view, readings, sorted) = (other, others, true)
            }
        }
        let doubt = Double(guide.scorer?.weights.doubt ?? 0)
        guard SecondView.isDue(readings, doubt: doubt) else { return (view, readings) }
        var turn = 0.0
        for angle in FeatureExtractor.levelingTurns(of: strokes) where SecondView.isDue(readings, doubt: Self.turnedDoubt) {
            guard let other = try? look(at: strokes, guide, sorted: sorted, turn: angle) else { continue }
            let others = decode(other.scores, guide)
            if let best = others.first, best.score > (readings.first?.score ?? -.infinity) + Self.turnedGain {
                (view, readings, turn) = (other, others, angle)
            }
        }
        guard let wide = try? look(at: strokes, guide, sorted: sorted, stretch: SecondView.stretch, turn: turn)
        else { return (view, readings) }
        return (view, SecondView(first: view.scores, second: wide.scores).merged(readings, decode(wide.scores, guide)))
    }

    private func decode(_ scores: Scores, _ guide: BeamSearch.Guide) -> [Reading] {
        Reading.best(of: search.hypotheses(scores, guide: guide), alphabet: model.alphabet)
    }

    private func look(
        at strokes: [Stroke], _ guide: BeamSearch.Guide, sorted: Bool = false, stretch: Double = 1, turn: Double = 0
    ) throws(RecognitionError) -> View {
        let features = try FeatureExtractor.features(of: strokes, sorted: sorted, stretch: stretch, turn: turn)
        var scores = try network.logProbabilities(features, in: scratch).checked()
        var gaps: [SpaceGaps.Gap] = []
        if let space = model.alphabet.space {
            gaps = SpaceGaps.gaps(strokes, features, scores: scores, rowsPerStep: model.architecture.rowsPerStep, space: space)
            scores = model.spaceGaps?.adjusted(scores, gaps: gaps, space: space) ?? scores
        }
        if guide.isRestricted { scores = scores.shared(among: guide.bias, space: model.alphabet.space) }
        return View(features: features, scores: scores, gaps: gaps)
    }

    private func transcription(of strokes: [Stroke], _ view: View, bias: [Double]) -> Transcription {
        Transcription(
            strokes: strokes, features: view.features, scores: view.scores, rowsPerStep: model.architecture.rowsPerStep,
            alphabet: model.alphabet, bias: bias, confidence: model.confidence)
    }
}
