internal import InkProtocol

/// Training inkd with a user's handwriting: the learned state, and a lesson in which the user copies texts. A pure value.
struct HandState: Sendable, Hashable {
    /// A text and its handwriting.
    struct Sample: Sendable, Hashable {
        var text: String
        var strokes: [PadStroke]
    }

    /// The current activity.
    enum Activity: Sendable, Hashable {
        /// Nothing has been started.
        case none
        /// The user copies texts.
        case writing
        /// inkd learns; the value is the completed fraction, 0 to 1.
        case learning(Double)
    }

    /// The learned state; nil before inkd was asked for it.
    private(set) var learnt: AdaptationInterface.State?
    private(set) var activity = Activity.none
    /// The texts to copy; nil before a lesson is started.
    private(set) var lesson: Lesson?
    private(set) var samples: [Sample] = []

    /// The minimum number of samples that inkd needs.
    static let fewest = 10
    /// The minimum time between two stored points, in milliseconds. Pointers report up to 1000 times per second, which is more than needed.
    private static let spacing = 8.0
    /// The maximum number of points of all samples in one call.
    private static let mostPlaces = 35_000

    /// Whether there are enough samples to learn from.
    var canLearn: Bool { activity == .writing && samples.count >= Self.fewest }

    /// The learned state in a sentence.
    var summary: String {
        guard let learnt else { return "" }
        guard learnt.adapted else { return "inkd has not learned your handwriting yet." }
        let from = learnt.examples.map { " from \($0) lines" } ?? ""
        return
            "inkd has learned your handwriting\(from).\(gain.map { " The uncertainty per letter is \($0) % lower on held-out lines." } ?? "")"
    }

    /// The decrease of the loss on held-out samples in percent.
    var gain: Int? {
        guard let before = learnt?.lossBefore, let after = learnt?.lossAfter, before > 0 else { return nil }
        return Int(((before - after) / before * 100).rounded())
    }
}

/// Events.
extension HandState {
    /// Records inkd's learned state.
    mutating func read(_ state: AdaptationInterface.State) { learnt = state }

    /// Begins a lesson.
    mutating func begin(_ prompts: [String]) { (lesson, samples, activity) = (Lesson(prompts), [], .writing) }

    /// Accepts the ink on the paper as a sample of the current text; has no effect without ink.
    mutating func accept() {
        if let (text, strokes) = lesson?.accept() { samples.append(Sample(text: text, strokes: strokes)) }
    }

    /// Skips the current text.
    mutating func skip() { _ = lesson?.skip() }

    /// Begins the current text again, on empty paper.
    mutating func again() { _ = lesson?.again() }

    /// Records the progress of learning, 0 to 1; nil at its end.
    mutating func learning(_ progress: Double?) {
        if let progress {
            activity = .learning(progress)
        } else {
            // the samples are discarded: they are not stored anywhere
            (activity, samples, lesson) = (.none, [], nil)
        }
    }

    /// Continues the lesson at the same text, after inkd refused to learn.
    mutating func refused() { activity = .writing }

    /// Leaves the lesson.
    mutating func leave() { learning(nil) }

    /// Applies a pointer's change to the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { lesson?.draw(change) }

    /// The samples in inkd's format: the newest that fit in one call.
    var examples: [AdaptationInterface.Example] {
        var places = 0
        let all = samples.map { sample in
            let begin = sample.strokes.first?.points.first?.time ?? 0
            return AdaptationInterface.Example(strokes: sample.strokes.map { Self.ink($0.points, since: begin) }, text: sample.text)
        }
        return all.reversed().prefix { example in
            places += example.strokes.reduce(0) { $0 + $1.x.count }
            return places <= Self.mostPlaces
        }.reversed()
    }

    private static func ink(_ points: [PadPoint], since begin: Double) -> AdaptationInterface.Ink {
        var kept: [PadPoint] = []
        for (index, point) in points.enumerated() {
            guard index < points.count - 1, let last = kept.last, point.time - last.time < spacing else {
                kept.append(point)
                continue
            }
        }
        // hundredths of a millimeter are finer than a hand's movements
        return .init(
            x: kept.map { ($0.x * 100).rounded() / 100 }, y: kept.map { ($0.y * 100).rounded() / 100 }, t: kept.map { $0.time - begin })
    }
}
