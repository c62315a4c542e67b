public import Ink
internal import System

/// Reads handwriting with one model. Belongs to one thread at a time: its working memory is used again for every ink.
public final class Recognizer {
    /// The model's description.
    public let model: ModelDescription
    /// The language that is read; nil for none in particular. May be changed between inks.
    public var language: LanguageModel?

    /// Reads words of Latin letters in lines of another script; nil for a network that knows these itself.
    public var foreignWords: ForeignWords?

    /// SHA-256 of the model's data, in hexadecimal digits.
    public let dataSHA256: String
    /// The adaptation to the writer's hand; nil for none.
    public private(set) var adaptation: Adaptation?

    /// The model as its file has it.
    let base: Network
    private var network: Network
    private let scratch = Scratch()
    private let search = BeamSearch()

    /// Loads a model file, to be read in a language or in none.
    ///
    /// - Throws: `RecognitionError` naming the mismatch.
    public convenience init(modelPath: String, language: LanguageModel? = nil) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: modelPath)
        try self.init(bytes: file.bytes, instructions: .best)
        self.language = language
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Loads a model file to run with the architecture's baseline instructions, for benchmarks to compare with.
    package convenience init(baselineModelPath path: String) throws(RecognitionError) {
        let file = try MappedFile.tensors(at: path)
        try self.init(bytes: file.bytes, instructions: .baseline)
        // the bytes are the file's: it must not be unmapped before they have been read
        withExtendedLifetime(file) {}
    }

    /// Single-precision multiplications with addition that the network's matrices take for an ink: the arithmetic that cannot be saved.
    package func multiplications(for strokes: [Stroke]) throws(RecognitionError) -> Int {
        model.architecture.multiplications(rows: try FeatureExtractor.features(of: strokes).rows)
    }

    /// Takes a model from the bytes of its file, which may go afterwards.
    init(bytes: UnsafeRawBufferPointer, instructions: InstructionSet) throws(RecognitionError) {
        let tensors = try Safetensors(bytes)
        model = try ModelDescription(metadata: tensors.metadata)
        try tensors.verify()
        dataSHA256 = tensors.metadata["data_sha256"] ?? ""
        base = try Network(model.architecture, weights: tensors, instructions: instructions)
        network = base
    }

    /// Reads from now on as the adaptation says, or as the model itself does for nil.
    ///
    /// - Throws: `AdaptationError.otherModel` if it was made for another model; nothing is changed then.
    public func adapt(to adaptation: Adaptation?) throws(AdaptationError) {
        if let adaptation, adaptation.base != dataSHA256 {
            throw .otherModel(found: adaptation.base, expected: dataSHA256)
        }
        self.adaptation = adaptation
        network = adaptation.map { Network(base, adaptation: $0) } ?? base
    }

    /// The most probable texts of an ink of one line, and where the words of the best are written.
    ///
    /// A reading has no spaces at its ends and no two in a row, but begins with one where it is a new word after the hints' `preContext`.
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
        readings = Reading.normalised(readings)
        if hints.recognitionType == .text, let sign = transcription(of: strokes, view, bias: guide.bias).droppedSign(in: readings) {
            readings = sign.added(to: readings)
            view.scores = sign.added(to: view.scores)
        }
        var transcript = transcription(of: strokes, view, bias: guide.bias).transcript(of: readings, alternatives: hints.alternatives)
        if strokes != written {
            // a box is around the samples as they were given, also those that were read elsewhere
            let read = view.features.strokes
            for index in transcript.words.indices {
                transcript.words[index].box = transcript.words[index].ranges.filter { read.contains($0.stroke) }.box(in: written)
            }
        }
        guard let foreignWords, hints.recognitionType == .text, hints.graphemeSet == nil else { return transcript }
        return foreignWords.judged(transcript, of: written, alternatives: hints.alternatives)
    }

    /// The most probable texts of an ink of one line, without hints except their largest number.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func recognize(_ strokes: [Stroke], alternatives: Int) throws(RecognitionError) -> Transcript {
        try recognize(strokes, hints: RecognitionHints(alternatives: alternatives))
    }

    /// The text of the most probable class of every step, in no language: cheaper and a little worse than `recognize`.
    ///
    /// - Throws: `RecognitionError.coordinate`, `tooMuchInk`.
    public func greedyText(_ strokes: [Stroke]) throws(RecognitionError) -> String {
        let alphabet = model.alphabet
        let excluded = Set(alphabet.scalars.indices.filter { alphabet.languageLetters.contains(alphabet.scalars[$0]) }.map { $0 + 1 })
        return alphabet.text(GreedyDecoder.classes(try look(at: strokes, BeamSearch.Guide()).scores, without: excluded))
    }

    /// A labelled ink as the model's `SpaceGaps` and `Confidence` are fitted to it.
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

    /// An ink as the network sees it.
    private struct View {
        var features: Features
        /// Adjusted by the gaps between strokes.
        var scores: Scores
        var gaps: [SpaceGaps.Gap]
    }

    /// Letters that were not written from left to right are read so unless the order of writing reads better by so much, as a natural logarithm: a
    /// letter that the network passes over costs it little.
    private static let mixedMargin = 2.0
    /// An ink is turned level where its best reading has less than this share of the probability of all.
    private static let turnedDoubt = 0.5
    /// By so much, as a natural logarithm, ink that was turned has to read better: it was not written that way.
    private static let turnedGain = 1.0

    /// The readings of an ink, best first, and the view that they are read in: letters as they were written, or from left to right where they
    /// were written in another order and that does not read much worse; turned level where the best is not sure and that reads better. Where the best is not
    /// sure, a second view counts too.
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
        for angle in FeatureExtractor.levellingTurns(of: strokes) where SecondView.isDue(readings, doubt: Self.turnedDoubt) {
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
