internal import PenLog

/// Whether a pen can have moved as an ink says.
struct MotionCheck {
    /// Samples a second that a pen may have; below, letters have corners, above, no tablet is known.
    static let rates = 10.0...2000.0
    /// Metres a second: five times as fast as the fastest writing.
    static let fastest = 10.0
    /// Fewer samples than this say nothing of a rate.
    static let fewestSamples = 8

    private let ink: JSONInk
    private let row: InkRow

    /// Looks at an ink and the row it was read from.
    init(_ ink: JSONInk, _ row: InkRow) {
        self.ink = ink
        self.row = row
    }

    /// What is impossible.
    var findings: [CorpusCheck.Finding] { [rate, time, jump].compactMap { $0 } }

    /// Microseconds from each sample to the next one of its stroke.
    private var intervals: [Int64] { ink.strokes.flatMap { zip($0.dropFirst(), $0).map { $0.time - $1.time } } }

    private var rate: CorpusCheck.Finding? {
        if ink.hertz == nil, let told = told("hz") { return rateFinding("\"hz\" is \(told)") }
        if let hertz = ink.hertz, !Self.rates.contains(hertz) { return rateFinding("\"hz\" is \(DisplayText.fixed(hertz, digits: 1))") }
        guard ink.isTimed else { return nil }
        let moving = intervals.filter { $0 > 0 }
        guard moving.count >= Self.fewestSamples else { return nil }
        let measured = Double(moving.count) * 1_000_000 / Double(moving.reduce(0, +))
        if !Self.rates.contains(measured) { return rateFinding("its times are \(DisplayText.fixed(measured, digits: 1)) samples a second") }
        return nil
    }

    private func rateFinding(_ problem: String) -> CorpusCheck.Finding {
        let limits = "\(DisplayText.fixed(Self.rates.lowerBound, digits: 0)) to \(DisplayText.fixed(Self.rates.upperBound, digits: 0))"
        return .init(kind: .rate, detail: "\(problem); pens have \(limits) a second")
    }

    private var time: CorpusCheck.Finding? {
        guard ink.isTimed else { return nil }
        let all = intervals
        let still = all.count { $0 == 0 }
        guard all.count >= Self.fewestSamples, 2 * still > all.count else { return nil }
        return .init(kind: .time, detail: "\(still) of \(all.count) times stand still or run backwards")
    }

    /// Where size and time are known a speed, elsewhere a step that is most of the ink, and longer by far than the others.
    private var jump: CorpusCheck.Finding? {
        var steps: [Double] = []
        var longest = (step: 0.0, stroke: 0, sample: 0)
        for (stroke, samples) in ink.strokes.enumerated() {
            for (index, (next, last)) in zip(samples.dropFirst(), samples).enumerated() {
                let (x, y) = (Double(next.x - last.x), Double(next.y - last.y))
                let step = (x * x + y * y).squareRoot()
                steps.append(step)
                if step > longest.step { longest = (step, stroke, index + 1) }
            }
        }
        guard steps.count >= Self.fewestSamples else { return nil }
        let place = "at sample \(longest.sample) of stroke \(longest.stroke)"
        if let scale = ink.unitsPerMillimetre, let hertz = ink.hertz {
            let speed = longest.step / scale * hertz / 1000
            return speed > Self.fastest
                ? .init(kind: .jump, detail: "the pen goes \(DisplayText.fixed(speed, digits: 1)) m/s \(place)") : nil
        }
        let median = steps.sorted()[steps.count / 2]
        let isJump = longest.step > 50 * max(median, 1) && 2 * longest.step > extent
        return isJump ? .init(kind: .jump, detail: "the pen goes through half of the ink in one step \(place)") : nil
    }

    /// The longer side of the box around the ink.
    private var extent: Double {
        let samples = ink.strokes.joined()
        func range(_ values: some Sequence<Int64>) -> Double {
            guard let least = values.min(), let most = values.max() else { return 0 }
            return Double(most - least)
        }
        return max(range(samples.lazy.map(\.x)), range(samples.lazy.map(\.y)))
    }

    /// What the row has for a member whose value was not taken; nil for none.
    private func told(_ name: String) -> String? {
        guard let member = RowMembers(row.bytes)?.members.last(where: { $0.name == name }) else { return nil }
        let value = String(decoding: row.bytes[member.value].prefix(20), as: UTF8.self)
        return value == "null" ? nil : value
    }
}
