package import Editing
package import Ink
internal import InkCorpus
internal import PenLog
package import Recognition

/// Measures false positives of a gesture recognizer on writing, and its recall and precision on gestures.
///
/// Every stroke of the inks is recognized over those written before it, and once more over all other strokes of its ink, as a stroke that
/// is added later: a dot, a bar, a letter in the middle. Since the stroke is text in both cases, a recognized gesture is a false positive.
/// Then synthetic gestures are recognized over the same inks.
package struct GestureEvaluation {
    /// The strokes that are text, and the false positives among them.
    package struct Writing: Hashable {
        /// The number of all strokes, including those without other strokes nearby.
        package var strokes = 0
        /// False positives by the kind of gesture.
        package var taken: [GestureKind: Int] = [:]

        /// The false positive rate; nil without strokes.
        package var falseShare: Double? { share(of: taken.values.reduce(0, +)) }

        /// The false positive rate for the gestures that text fields support.
        package var falseShareInFields: Double? {
            let kinds = EditGesture.Kind.inFields.compactMap { GestureKind(rawValue: $0.rawValue) }
            return share(of: kinds.reduce(0) { $0 + (taken[$1] ?? 0) })
        }

        private func share(of count: Int) -> Double? { strokes > 0 ? Double(count) / Double(strokes) : nil }
    }

    /// Gestures of one kind, and their recognition results.
    package struct Gestures: Hashable {
        /// The number of gestures.
        package var count = 0
        /// The number of gestures by recognized kind. Gestures recognized as text are not included.
        package var taken: [GestureKind: Int] = [:]
    }

    /// The results for strokes over those written before them.
    package private(set) var orderly = Writing()
    /// The results for strokes written over all other strokes of their ink.
    package private(set) var late = Writing()
    /// The number of text strokes that are long and straight enough to act as keys in text fields, by kind. Position and time are not
    /// considered.
    package private(set) var long: [LongStroke: Int] = [:]
    /// The gestures and their recognition results, by true kind.
    package private(set) var gestures: [GestureKind: Gestures] = [:]

    /// Creates an empty evaluation.
    package init() {}

    /// Measures with the inks of some files.
    ///
    /// - Parameters:
    ///   - inks: Files of writing.
    ///   - gestures: A file whose rows are gestures over the inks of `inks`: `id` names the ink, `label` the kind.
    /// - Throws: `CorpusError` if a file cannot be read, `RecordingError` for a line that is not an ink.
    package static func measure(inks: [String], gestures: String, with recognizer: GestureRecognizer) throws -> GestureEvaluation {
        var evaluation = GestureEvaluation()
        var written: [String: [Stroke]] = [:]
        for path in inks {
            try read(path) { ink in
                evaluation.addWriting(ink.deviceStrokes, with: recognizer)
                evaluation.addLongStrokes(of: ink.deviceStrokes, millimetersPerUnit: ink.millimetersPerUnit)
                if let id = ink.id { written[id] = ink.deviceStrokes }
            }
        }
        try read(gestures) { row in
            guard let kind = row.label.flatMap(GestureKind.init), let strokes = row.id.flatMap({ written[$0] }),
                let stroke = row.deviceStrokes.first
            else { return }
            evaluation.addGesture(kind, stroke, over: TextContext(strokes: strokes), with: recognizer)
        }
        return evaluation
    }

    private static func read(_ path: String, _ use: (JSONInk) -> Void) throws {
        let file = try InkFile(path: path)
        while let ink = try file.nextInk() { use(ink) }
    }

    /// Counts every stroke of an ink that contains only text.
    package mutating func addWriting(_ strokes: [Stroke], with recognizer: GestureRecognizer) {
        var context = TextContext()
        for (index, stroke) in strokes.enumerated() {
            orderly.strokes += 1
            if let reading = recognizer.recognize(stroke, over: context) { orderly.taken[reading.kind, default: 0] += 1 }
            context.append(stroke)
            late.strokes += 1
            var others = strokes
            others.remove(at: index)
            if let reading = recognizer.recognize(stroke, over: TextContext(strokes: others)) { late.taken[reading.kind, default: 0] += 1 }
        }
    }

    /// Counts the strokes of an ink that would be long strokes. The length of each is compared with the height of the strokes before it.
    package mutating func addLongStrokes(of strokes: [Stroke], millimetersPerUnit scale: Double) {
        var heights: [Double] = []
        for stroke in strokes {
            let places = stroke.points.map { Point(x: $0.x, y: $0.y) * scale }
            if let kind = LongStroke(places, textHeight: heights.selfWeightedMean) { long[kind, default: 0] += 1 }
            heights.append((stroke.bounds?.height ?? 0) * scale)
        }
    }

    /// Counts a gesture.
    package mutating func addGesture(_ kind: GestureKind, _ stroke: Stroke, over context: TextContext, with recognizer: GestureRecognizer) {
        gestures[kind, default: Gestures()].count += 1
        if let found = recognizer.recognize(stroke, over: context)?.kind { gestures[kind]?.taken[found, default: 0] += 1 }
    }

    /// Returns the recall of a kind, or of all kinds; nil without gestures.
    package func recall(_ kind: GestureKind? = nil) -> Double? {
        let counted = gestures.filter { kind == nil || $0.key == kind }
        let count = counted.values.reduce(0) { $0 + $1.count }
        return count > 0 ? Double(counted.reduce(0) { $0 + ($1.value.taken[$1.key] ?? 0) }) / Double(count) : nil
    }

    /// Returns the precision of a kind, counting text strokes recognized as that kind as false positives; nil if nothing was recognized
    /// as this kind.
    package func precision(_ kind: GestureKind) -> Double? {
        let taken = gestures.values.reduce(orderly.taken[kind] ?? 0) { $0 + ($1.taken[kind] ?? 0) }
        return taken > 0 ? Double(gestures[kind]?.taken[kind] ?? 0) / Double(taken) : nil
    }

    /// A table and remarks.
    package var lines: [String] {
        let titles = ["made", "recall", "precision", "false in order", "false if late"]
        var table = TextTable(columns: [.init(title: "percent")] + titles.map { .init(title: $0, alignment: .right) })
        func share(_ writing: Writing, _ kind: GestureKind) -> String {
            DisplayText.percent(writing.strokes > 0 ? Double(writing.taken[kind] ?? 0) / Double(writing.strokes) : nil, digits: 3)
        }
        for kind in GestureKind.allCases {
            table.rows.append([
                kind.rawValue, String(gestures[kind]?.count ?? 0), DisplayText.percent(recall(kind)), DisplayText.percent(precision(kind)),
                share(orderly, kind),
                share(late, kind),
            ])
        }
        let all = String(gestures.values.reduce(0) { $0 + $1.count })
        table.rows.append([
            "all", all, DisplayText.percent(recall()), "", DisplayText.percent(orderly.falseShare, digits: 3),
            DisplayText.percent(late.falseShare, digits: 3),
        ])
        table.rows.append([
            "in fields", "", "", "", DisplayText.percent(orderly.falseShareInFields, digits: 3),
            DisplayText.percent(late.falseShareInFields, digits: 3),
        ])
        let strokes = DisplayText.count(orderly.strokes, "stroke")
        let long = LongStroke.allCases.map { kind in
            let share = orderly.strokes > 0 ? Double(self.long[kind] ?? 0) / Double(orderly.strokes) : nil
            return "\(kind.rawValue) \(DisplayText.percent(share, digits: 3))"
        }
        return table.lines + [
            "", "false: among \(strokes) of writing, each presented in its order and once more after all others",
            "in fields: only scratch-out, join and split, after a pause; writing without times has no pauses",
            "as long and straight as strokes that a field interprets as keys: \(long.joined(separator: ", "))",
        ]
    }
}
