internal import Ink

/// Makes of readings of an ink what a caller is told: candidates, and of the best one every word with its place, its characters'
/// samples, its own readings and how far it can be trusted.
struct Transcription {
    let strokes: [Stroke]
    let features: Features
    let scores: Scores
    let rowsPerStep: Int
    let alphabet: Alphabet
    /// Added for every character of a class, as hints want it; −∞ forbids it. Empty: all classes are equal.
    let bias: [Double]
    /// nil if nothing is known about how often the model is right.
    let confidence: Confidence?

    /// The transcript with at most so many candidates of the whole and of every word; empty if there are no readings.
    func transcript(of readings: [Reading], alternatives: Int) -> Transcript {
        guard let best = readings.first, features.rows > 0 else { return Transcript(candidates: [], words: []) }
        let segments = segments(of: best)
        let known = WordReadings(scores: scores, alphabet: alphabet, bias: bias).words(segments, readings: readings, most: alternatives)
        let boxes = segments.map { $0.ranges.box(in: strokes) }
        let baseline = Baseline(segments, boxes: boxes)
        var words: [TranscribedWord] = []
        var start = 0
        while start < segments.count {
            let end = segments[start...].firstIndex { $0.word != segments[start].word } ?? segments.count
            let box = boxes[start..<end].reduce(nil) { (all: Box?, one) in all.flatMap { a in one.map { a.union($0) } ?? a } ?? one }
            let place = box.map { baseline.measures(of: words.count, at: $0.x + $0.width / 2) }
            words.append(
                TranscribedWord(
                    text: segments[start..<end].map(\.text).joined(), box: box, ranges: segments[start..<end].flatMap(\.ranges).joined,
                    candidates: known[words.count].candidates, baseline: place?.baseline, xHeight: place?.xHeight,
                    graphemes: segments[start..<end].map { TranscribedGrapheme(text: $0.text, ranges: $0.ranges) },
                    confidence: confidence?.ofWord(Evidence.ofWord(known[words.count], segments[start..<end], in: scores))))
            start = end
        }
        return Transcript(
            candidates: readings.prefix(max(1, alternatives)).map { Candidate(text: $0.text, score: $0.score) }, words: words,
            confidence: confidence?.ofText(Evidence.ofText(known, segments, readings: readings, in: scores)))
    }

    /// The evidence behind the transcript's confidences, for fitting them: every word's and the text's.
    func evidence(of readings: [Reading]) -> (words: [[Double]], text: [Double])? {
        guard let best = readings.first, features.rows > 0 else { return nil }
        let segments = segments(of: best)
        let known = WordReadings(scores: scores, alphabet: alphabet, bias: bias).words(segments, readings: readings, most: 1)
        let words = known.indices.map { word in
            let first = segments.firstIndex { $0.word == word } ?? 0
            return Evidence.ofWord(known[word], segments[first...].prefix { $0.word == word }, in: scores)
        }
        return (words, Evidence.ofText(known, segments, readings: readings, in: scores))
    }

    private func segments(of best: Reading) -> [Segment] {
        let steps = Alignment.steps(of: best.classes, in: scores)
        let spelled = Segment.spelled(by: best.classes, steps: steps, count: scores.steps, alphabet: alphabet)
        return Segmenter(strokes: strokes, features: features, rowsPerStep: rowsPerStep).divide(spelled)
    }
}
