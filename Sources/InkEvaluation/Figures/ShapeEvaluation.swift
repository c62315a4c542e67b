internal import InkCorpus
internal import PenLog
package import Recognition

/// The accuracy of a shape recognizer on a file of labeled shapes.
package struct ShapeEvaluation: Hashable {
    /// The number of inks, and the numbers of correctly recognized ones.
    package struct Share: Hashable {
        /// The number of inks.
        package private(set) var inks = 0
        /// The number of inks whose first candidate is correct among all shapes of the model.
        package private(set) var right = 0
        /// The number of inks whose first candidate is correct among the shapes that occur in the file.
        package private(set) var rightAmong = 0

        fileprivate mutating func add(right: Bool, rightAmong: Bool) {
            inks += 1
            self.right += right ? 1 : 0
            self.rightAmong += rightAmong ? 1 : 0
        }

        /// A one-line summary for people.
        package var summary: String {
            func percent(_ count: Int) -> String { DisplayText.percent(count, of: inks) }
            return "\(percent(rightAmong)) among the file's shapes, \(percent(right)) among all, of \(DisplayText.count(inks, "ink"))"
        }
    }

    /// The counts of all inks.
    package private(set) var total = Share()
    /// Counts by the label's shape.
    package private(set) var shapes: [String: Share] = [:]
    /// Counts by writer.
    package private(set) var people: [String: Share] = [:]
    /// The number of inks whose label is not one of the model's shapes; they are not counted.
    package private(set) var unlabeled = 0
    /// The number of inks that the recognizer refused; they count as wrong.
    package private(set) var refused = 0

    /// Creates an empty evaluation.
    package init() {}

    /// Labels of the $1 and the mixed multistroke sets that differ from the model's names.
    private static let otherNames = [
        "X": "x", "arrowhead": "arrow", "five_point_star": "star", "left_sq_bracket": "left-square-bracket",
        "right_sq_bracket": "right-square-bracket",
    ]

    /// Returns the model's name for a label.
    package static func name(of label: String) -> String {
        otherNames[label] ?? String(label.map { $0 == "_" ? "-" : $0 })
    }

    /// Recognizes the labeled inks of a file, every `step`-th of them and at most `limit`, both among all shapes and among only those
    /// that occur in the file.
    ///
    /// - Throws: `CorpusError` if the file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(
        _ path: String, with recognizer: ShapeRecognizer, limit: Int = .max, step: Int = 1
    ) throws -> ShapeEvaluation {
        var evaluation = ShapeEvaluation()
        let known = Set(recognizer.names)
        let file = try InkFile(path: path)
        var inks: [JSONInk] = []
        var lines = 0
        while inks.count < limit, let line = try file.nextLine() {
            lines += 1
            guard (lines - 1).isMultiple(of: step) else { continue }
            let ink = try JSONInk(line: line, number: file.lineNumber)
            guard let label = ink.label, known.contains(name(of: label)) else {
                evaluation.unlabeled += 1
                continue
            }
            inks.append(ink)
        }
        let occurring = Set(inks.compactMap(\.label).map(name))
        for ink in inks {
            let strokes = ink.deviceStrokes
            let (all, among) = (try? recognizer.recognize(strokes), try? recognizer.recognize(strokes, among: occurring))
            if all == nil { evaluation.refused += 1 }
            evaluation.add(
                name(of: ink.label ?? ""), person: ink.writer ?? "unknown", found: all?.candidates.first?.name,
                foundAmong: among?.candidates.first?.name)
        }
        return evaluation
    }

    /// Counts an ink with the label `shape` and its first candidates among all shapes and among those of the file.
    package mutating func add(_ shape: String, person: String, found: String?, foundAmong: String?) {
        let (right, rightAmong) = (found == shape, foundAmong == shape)
        total.add(right: right, rightAmong: rightAmong)
        shapes[shape, default: Share()].add(right: right, rightAmong: rightAmong)
        people[person, default: Share()].add(right: right, rightAmong: rightAmong)
    }

    /// A line for all inks, one for each shape and one for each writer.
    package var lines: [String] {
        func rows(_ shares: [String: Share]) -> [String] { shares.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.summary)" } }
        let rest = unlabeled > 0 ? ["\(DisplayText.count(unlabeled, "ink")) of other shapes not counted"] : []
        return [total.summary] + rows(shapes) + rows(people) + rest
    }
}
