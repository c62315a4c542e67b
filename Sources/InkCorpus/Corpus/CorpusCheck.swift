package import PenLog

/// Validates the inks of a corpus.
package struct CorpusCheck {
    /// The kinds of problems.
    package enum Kind: String, Codable, CaseIterable {
        /// The row cannot be read.
        case damaged
        /// The ink has no strokes.
        case empty
        /// The ink has no label.
        case unlabeled = "unlabelled"
        /// The label has characters that cannot be written by hand.
        case label
        /// The ink has the points of an earlier ink.
        case duplicate
        /// The ink has the points of an earlier ink, translated.
        case moved
        /// The sampling rate is outside the range of pens.
        case rate
        /// Most timestamps do not increase.
        case time
        /// The pen moves faster than a hand.
        case jump
    }

    /// One problem of an ink.
    package struct Finding: Equatable {
        /// The kind of problem.
        package var kind: Kind
        /// The details, for people.
        package var detail: String

        /// Creates a finding.
        package init(kind: Kind, detail: String) {
            self.kind = kind
            self.detail = detail
        }
    }

    private struct Place {
        var file: Int
        var line: Int
    }

    private var files: [String] = []
    private var inks: [UInt128: Place] = [:]
    private var moved: [UInt128: Place] = [:]

    /// The minimum number of samples for comparing with translated copies, because short straight strokes look alike.
    package static let fewestMoved = 12

    /// Creates a check without inks.
    package init() {}

    /// Returns the problems of the next ink.
    package mutating func findings(of ink: JSONInk, _ row: InkRow) -> [Finding] {
        if files.last != row.file { files.append(row.file) }
        guard ink.samples > 0 else { return [Finding(kind: .empty, detail: "there are no strokes")] }
        return labelFindings(of: ink) + copyFindings(of: ink, row) + MotionCheck(ink, row).findings
    }

    private func labelFindings(of ink: JSONInk) -> [Finding] {
        guard let text = ink.text else { return [Finding(kind: .unlabeled, detail: "there is no label")] }
        // line breaks are allowed: a page has several lines
        let unwritten: Set<Unicode.GeneralCategory> = [.control, .privateUse, .unassigned]
        let wrong = text.unicodeScalars.first { $0 != "\n" && unwritten.contains($0.properties.generalCategory) }
        guard let scalar = wrong else { return [] }
        return [Finding(kind: .label, detail: "the label contains the character U+\(String(scalar.value, radix: 16, uppercase: true))")]
    }

    private mutating func copyFindings(of ink: JSONInk, _ row: InkRow) -> [Finding] {
        let place = Place(file: files.count - 1, line: row.line)
        if let first = Self.keep(place, of: Digest.points(of: ink, moved: false), in: &inks) {
            return [Finding(kind: .duplicate, detail: "the points equal those of \(name(first))")]
        }
        guard ink.samples >= Self.fewestMoved else { return [] }
        guard let first = Self.keep(place, of: Digest.points(of: ink, moved: true), in: &moved) else { return [] }
        return [Finding(kind: .moved, detail: "the points equal those of \(name(first)), at another position")]
    }

    /// Stores the place of the first ink with this digest. Returns the place stored earlier; nil if this is the first.
    private static func keep(_ place: Place, of digest: UInt128, in places: inout [UInt128: Place]) -> Place? {
        if let first = places[digest] { return first }
        places[digest] = place
        return nil
    }

    private func name(_ place: Place) -> String { "\(files[place.file]):\(place.line)" }
}

/// Checks whether the motion of an ink is physically possible.
struct MotionCheck {
    /// Plausible sampling rates in hertz: below the minimum, letters would have corners; no known tablet exceeds the maximum.
    static let rates = 10.0...2000.0
    /// The highest plausible speed in meters per second: five times the fastest writing.
    static let fastest = 10.0
    /// The minimum number of samples for a rate.
    static let fewestSamples = 8

    private let ink: JSONInk
    private let row: InkRow

    /// Checks an ink and the row that it was read from.
    init(_ ink: JSONInk, _ row: InkRow) {
        self.ink = ink
        self.row = row
    }

    /// The problems found.
    var findings: [CorpusCheck.Finding] { [rate, time, jump].compactMap { $0 } }

    /// Microseconds between consecutive samples of a stroke.
    private var intervals: [Int64] { ink.strokes.flatMap { zip($0.dropFirst(), $0).map { $0.time - $1.time } } }

    private var rate: CorpusCheck.Finding? {
        if ink.hertz == nil, let text = ignoredValue("hz") { return rateFinding("\"hz\" is \(text)") }
        if let hertz = ink.hertz, !Self.rates.contains(hertz) { return rateFinding("\"hz\" is \(DisplayText.fixed(hertz, digits: 1))") }
        guard ink.isTimed else { return nil }
        let moving = intervals.filter { $0 > 0 }
        guard moving.count >= Self.fewestSamples else { return nil }
        let measured = Double(moving.count) * 1_000_000 / Double(moving.reduce(0, +))
        if !Self.rates.contains(measured) {
            return rateFinding("the times correspond to \(DisplayText.fixed(measured, digits: 1)) samples per second")
        }
        return nil
    }

    private func rateFinding(_ problem: String) -> CorpusCheck.Finding {
        let limits = "\(DisplayText.fixed(Self.rates.lowerBound, digits: 0)) to \(DisplayText.fixed(Self.rates.upperBound, digits: 0))"
        return .init(kind: .rate, detail: "\(problem); pens have \(limits) samples per second")
    }

    private var time: CorpusCheck.Finding? {
        guard ink.isTimed else { return nil }
        let all = intervals
        let still = all.count { $0 == 0 }
        guard all.count >= Self.fewestSamples, 2 * still > all.count else { return nil }
        return .init(kind: .time, detail: "\(still) of \(all.count) times do not increase")
    }

    /// The problem of a pen that moves too fast. If scale and rate are known, its speed exceeds `fastest`. Otherwise, it crosses most of
    /// the ink in one step that is far longer than the median step.
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
        if let scale = ink.unitsPerMillimeter, let hertz = ink.hertz {
            let speed = longest.step / scale * hertz / 1000
            return speed > Self.fastest
                ? .init(kind: .jump, detail: "the pen moves at \(DisplayText.fixed(speed, digits: 1)) m/s \(place)") : nil
        }
        let median = steps.sorted()[steps.count / 2]
        let isJump = longest.step > 50 * max(median, 1) && 2 * longest.step > extent
        return isJump ? .init(kind: .jump, detail: "the pen crosses half of the ink in one step \(place)") : nil
    }

    /// The longer side of the ink's bounding box.
    private var extent: Double {
        let samples = ink.strokes.joined()
        func range(_ values: some Sequence<Int64>) -> Double {
            guard let least = values.min(), let most = values.max() else { return 0 }
            return Double(most - least)
        }
        return max(range(samples.lazy.map(\.x)), range(samples.lazy.map(\.y)))
    }

    /// Returns the text of a member whose value the parser ignored; nil if it is missing or null.
    private func ignoredValue(_ name: String) -> String? {
        guard let member = RowMembers(row.bytes)?.members.last(where: { $0.name == name }) else { return nil }
        let value = String(decoding: row.bytes[member.value].prefix(20), as: UTF8.self)
        return value == "null" ? nil : value
    }
}
