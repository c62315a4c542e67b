internal import Glibc
internal import Ink

/// A builder of a caller's transcript from the readings of an ink. The transcript has the candidates and, for each word of the best
/// reading, its position, the samples of its characters, its own readings and its confidence.
struct Transcription {
    let strokes: [Stroke]
    let features: Features
    let scores: Scores
    let rowsPerStep: Int
    let alphabet: Alphabet
    /// The term from the hints that each occurrence of a class adds to a text's score; −∞ forbids the class. Empty if all classes are
    /// equal.
    let bias: [Double]
    /// The calibration; nil if the model has no calibration.
    let confidence: Confidence?

    /// Returns the transcript with a maximum number of candidates for the whole text and for each word; empty without readings.
    func transcript(of readings: [Reading], alternatives: Int) -> Transcript {
        guard let best = readings.first, features.rows > 0 else { return Transcript(candidates: [], words: []) }
        let segments = segments(of: best)
        let known = WordReadings(scores: scores, alphabet: alphabet, bias: bias).words(segments, readings: readings, most: alternatives)
        // a stray stroke belongs to a word, but does not enlarge the word's box
        let read = features.strokes
        let boxes = segments.map { segment in segment.ranges.filter { read.contains($0.stroke) }.box(in: strokes) }
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

    /// Returns the features from which the transcript's confidences are computed, for fitting: a list for each word, and one for the text.
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

    /// Returns the characters of a reading, each with its samples.
    func segments(of best: Reading) -> [Segment] {
        let steps = Alignment.steps(of: best.classes, in: scores)
        let spelled = Segment.spelled(by: best.classes, steps: steps, count: scores.steps, alphabet: alphabet)
        return Segmenter(strokes: strokes, features: features, rowsPerStep: rowsPerStep).divide(spelled)
    }
}

/// The candidates of every word of a reading, from the readings of the whole ink and a beam search over the word's own steps.
struct WordReadings {
    /// One word of the best reading.
    struct Word: Equatable {
        /// The readings, best first, beginning with the word of the best reading; their scores are logarithms of probabilities that add
        /// up to 1.
        var candidates: [Candidate]
        /// The total probability of the whole ink's readings that have this word at its position.
        var shared: Double
        /// The word's probability among its own readings, from the scores of its steps alone.
        var own: Double
    }

    /// A narrow search, because a word has few steps, and only a few readings are requested.
    private static let search = BeamSearch(width: 6, choices: 4)

    let scores: Scores
    let alphabet: Alphabet
    /// The term that each occurrence of a class adds to a text's score; −∞ forbids the class. Empty if all classes are equal.
    let bias: [Double]

    /// Returns one entry for each word of the best reading, whose characters are `segments`; at most `most` candidates each.
    func words(_ segments: [Segment], readings: [Reading], most: Int) -> [Word] {
        var texts: [String] = []
        for segment in segments {
            if segment.word == texts.count { texts.append("") }
            texts[segment.word] += segment.text
        }
        let shared = shares(of: texts, in: readings)
        let steps = steps(segments, words: texts.count)
        return texts.indices.map { word(texts[$0], shared: shared[$0], steps: steps[$0], most: most) }
    }

    /// Returns, for each word of the best reading, the words that the whole ink's readings have at its position, best first. From a reading
    /// with more or fewer words, only the words are used that agree with `texts` from the beginning or from the end.
    private func shares(of texts: [String], in readings: [Reading]) -> [[(text: String, share: Double)]] {
        var result = texts.map { [(text: $0, share: 0.0)] }
        let total = readings.reduce(-.infinity) { logSum($0, $1.score) }
        guard total > -.infinity else { return result }
        for reading in readings {
            let share = exp(reading.score - total)
            let words = reading.text.split(separator: " ").map(String.init)
            var pairs = Array(zip(texts.indices, words))
            if words.count != texts.count {
                let head = zip(texts, words).prefix { $0 == $1 }.count
                let tail = zip(texts.dropFirst(head).reversed(), words.dropFirst(head).reversed()).prefix { $0 == $1 }.count
                pairs = pairs.prefix(head) + (0..<tail).map { (texts.count - 1 - $0, words[words.count - 1 - $0]) }
            }
            for (place, word) in pairs {
                if let same = result[place].firstIndex(where: { $0.text == word }) {
                    result[place][same].share += share
                } else {
                    result[place].append((word, share))
                }
            }
        }
        return result.map { $0.prefix(1) + $0.dropFirst().sorted { $0.share > $1.share } }
    }

    /// Returns the steps of every word. The boundary of two words is halfway between the last character of one and the first character of
    /// the next.
    private func steps(_ segments: [Segment], words: Int) -> [Range<Int>] {
        var starts = [0]
        for (a, b) in zip(segments, segments.dropFirst()) where a.word != b.word {
            starts.append(min(max(starts[starts.count - 1], (a.steps.upperBound + b.steps.lowerBound + 1) / 2), scores.steps))
        }
        return (0..<words).map { starts[$0]..<($0 + 1 < words ? starts[$0 + 1] : scores.steps) }
    }

    private func word(_ text: String, shared: [(text: String, share: Double)], steps: Range<Int>, most: Int) -> Word {
        let found = scores.part(steps, without: alphabet.space).map { Self.search.hypotheses($0, guide: .init(bias: bias)) } ?? []
        var own = found.filter { !$0.classes.isEmpty }.map { (text: alphabet.text($0.classes), score: $0.score) }
        let total = own.reduce(-.infinity) { logSum($0, $1.score) }
        let place = own.firstIndex { $0.text == text }
        // a text missing from the narrow beam gets the score of the beam's worst
        let score = place.map { own[$0].score } ?? own.last?.score ?? 0
        if let place { own.remove(at: place) }
        var candidates = shared.prefix(max(1, most)).map { (text: $0.text, score: $0.share > 0 ? log($0.share) : -40) }
        for other in own where candidates.count < most && !candidates.contains(where: { $0.text == other.text }) {
            // this score relative to the score of `text` itself, but never above the scores of words in readings of the whole ink
            candidates.append((other.text, min(candidates[candidates.count - 1].score, candidates[0].score + other.score - score)))
        }
        let sum = candidates.reduce(-.infinity) { logSum($0, $1.score) }
        return Word(
            candidates: candidates.map { Candidate(text: $0.text, score: $0.score - sum) },
            shared: min(1, shared[0].share), own: total > -.infinity ? min(1, exp(score - total)) : 0)
    }
}

extension Scores {
    /// Returns the scores of these steps without spaces: a space's probability is added to the blank. Otherwise, at the ends of a word,
    /// the small probability that a certain space leaves for characters would decide. nil if the steps are out of range.
    fileprivate func part(_ steps: Range<Int>, without space: Int?) -> Scores? {
        guard steps.lowerBound >= 0, steps.upperBound <= self.steps else { return nil }
        var values = Array(values[(steps.lowerBound * classes)..<(steps.upperBound * classes)])
        if let space {
            for row in stride(from: 0, to: values.count, by: classes) {
                values[row] = Float(logSum(Double(values[row]), Double(values[row + space])))
                values[row + space] = -.infinity
            }
        }
        return Scores(steps: steps.count, classes: classes, values: values)
    }
}
