import Glibc
internal import Ink

/// Punctuation at the end of a word that the network missed: the network read the word as if the punctuation's strokes were absent.
///
/// The network usually misses an apostrophe after a word, and sometimes a hyphen, although the position and form of these marks leave
/// little doubt (`EndMarks`).
struct DroppedSign {
    /// The class of the punctuation mark.
    let label: Int
    /// The text of the punctuation mark.
    let text: String
    /// The network's step at which the punctuation mark belongs.
    let step: Int

    /// The fraction of a reading's probability that moves to the same reading with the punctuation.
    private static let trust = 0.9

    /// Returns the readings with the punctuation added to those that end with a letter, best first.
    func added(to readings: [Reading]) -> [Reading] {
        var added: [Reading] = []
        func add(_ reading: Reading) {
            if let same = added.firstIndex(where: { $0.text == reading.text }) {
                added[same].score = logSum(added[same].score, reading.score)
            } else {
                added.append(reading)
            }
        }
        for var reading in readings {
            if reading.text.unicodeScalars.last?.properties.isAlphabetic == true {
                var signed = reading
                signed.text += text
                signed.classes.append(label)
                signed.score += log(Self.trust)
                add(signed)
                reading.score += log(1 - Self.trust)
            }
            add(reading)
        }
        return added.sorted { $0.score > $1.score }
    }

    /// Returns the scores with a part of the blank's probability moved to the punctuation at its step, so that the alignment, the word's
    /// candidates and the confidence include it.
    func added(to scores: Scores) -> Scores {
        guard (0..<scores.steps).contains(step), (1..<scores.classes).contains(label) else { return scores }
        var values = scores.values
        let (blank, own) = (step * scores.classes, step * scores.classes + label)
        values[own] = Float(logSum(Double(values[own]), Double(values[blank]) + log(Self.trust)))
        values[blank] += Float(log(1 - Self.trust))
        return Scores(steps: scores.steps, classes: scores.classes, values: values) ?? scores
    }
}

extension Transcription {
    /// Returns the punctuation that the last strokes form and that the best reading lacks; nil if nothing is missing, or if the
    /// punctuation is not permitted.
    func droppedSign(in readings: [Reading]) -> DroppedSign? {
        guard let best = readings.first, let letter = best.text.unicodeScalars.last, letter.properties.isAlphabetic else { return nil }
        let marks = [2, 1].compactMap { EndMarks(strokes, count: $0) }
        guard !marks.isEmpty else { return nil }
        let segments = segments(of: best)
        return marks.lazy.compactMap { sign(of: $0, in: segments) }.first
    }

    private func sign(of marks: EndMarks, in segments: [Segment]) -> DroppedSign? {
        guard let firstRow = features.stroke.firstIndex(where: { marks.strokes.contains($0) }),
            features.stroke[firstRow...].allSatisfy({ marks.strokes.contains($0) })
        else { return nil }
        let boxes = segments.map { segment in segment.ranges.filter { !marks.strokes.contains($0.stroke) }.box(in: strokes) }
        // a last letter without other ink was read from these strokes
        guard let last = segments.last, let box = boxes.last ?? nil else { return nil }
        let word = segments.filter { $0.word == last.word }.map(\.text).joined()
        let place = Baseline(segments, boxes: boxes).measures(of: last.word, at: box.right)
        guard let baseline = place.baseline, let xHeight = place.xHeight,
            let sign = marks.sign(behind: word, baseline: baseline, xHeight: xHeight),
            let label = alphabet.scalars.firstIndex(of: sign).map({ $0 + 1 }), bias.isEmpty || bias[label] > -.infinity
        else { return nil }
        // the first step after the last letter's steps whose rows belong only to the marks
        let step = max((firstRow + rowsPerStep - 1) / rowsPerStep, last.steps.upperBound + 1)
        return DroppedSign(label: label, text: String(sign), step: min(step, scores.steps - 1))
    }
}
