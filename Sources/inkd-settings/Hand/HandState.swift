internal import InkProtocol

/// Teaching inkd a hand: what was learnt, and a lesson in which a person copies texts. Pure.
struct HandState: Sendable, Hashable {
    /// A text, and how it was written.
    struct Sample: Sendable, Hashable {
        var text: String
        var strokes: [PadStroke]
    }

    /// What goes on.
    enum Activity: Sendable, Hashable {
        /// Nothing has been begun.
        case none
        /// Texts are copied.
        case writing
        /// inkd learns; 0 to 1 of it is done.
        case learning(Double)
    }

    /// What was learnt; nil while nobody has asked.
    private(set) var learnt: AdaptationInterface.State?
    private(set) var activity = Activity.none
    /// The texts that are copied; nil where no lesson has been begun.
    private(set) var lesson: Lesson?
    private(set) var samples: [Sample] = []

    /// Samples that inkd wants at least.
    static let fewest = 10
    /// Pointers report up to 1000 times a second; so many milliseconds from one place to the next are enough.
    private static let spacing = 8.0
    /// Places of all samples together that go into one call.
    private static let mostPlaces = 35_000

    /// There are enough samples to learn from.
    var canLearn: Bool { activity == .writing && samples.count >= Self.fewest }

    /// What was learnt, in a sentence.
    var summary: String {
        guard let learnt else { return "" }
        guard learnt.adapted else { return "inkd has learnt nothing of your hand. It reads it as anybody's." }
        let from = learnt.examples.map { " from \($0) lines of yours" } ?? ""
        return
            "inkd reads your writing as it has learnt\(from).\(gain.map { " Doubt about a letter is \($0) % less, in lines that it did not learn from." } ?? "")"
    }

    /// By how many per cent the loss on what was kept back fell.
    var gain: Int? {
        guard let before = learnt?.lossBefore, let after = learnt?.lossAfter, before > 0 else { return nil }
        return Int(((before - after) / before * 100).rounded())
    }
}

/// What happens.
extension HandState {
    /// inkd has learnt so much.
    mutating func read(_ state: AdaptationInterface.State) { learnt = state }

    /// A lesson begins.
    mutating func begin(_ prompts: [String]) { (lesson, samples, activity) = (Lesson(prompts), [], .writing) }

    /// What is on the paper is the text. Without ink there is nothing to accept.
    mutating func accept() {
        if let (text, strokes) = lesson?.accept() { samples.append(Sample(text: text, strokes: strokes)) }
    }

    /// The text is left out.
    mutating func skip() { _ = lesson?.skip() }

    /// The text is written once more.
    mutating func again() { _ = lesson?.again() }

    /// Learning has come so far; nil where it has ended.
    mutating func learning(_ progress: Double?) {
        if let progress {
            activity = .learning(progress)
        } else {
            // what was written for it is kept nowhere
            (activity, samples, lesson) = (.none, [], nil)
        }
    }

    /// Learning was refused: the lesson goes on where it was.
    mutating func refused() { activity = .writing }

    /// The lesson is left.
    mutating func leave() { learning(nil) }

    /// A pointer on the paper.
    mutating func draw(_ change: (inout InkSheet) -> Void) { lesson?.draw(change) }

    /// The samples as inkd wants them, the newest that fit into one call.
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
        // hundredths of a millimetre are more than a hand has
        return .init(
            x: kept.map { ($0.x * 100).rounded() / 100 }, y: kept.map { ($0.y * 100).rounded() / 100 }, t: kept.map { $0.time - begin })
    }
}
