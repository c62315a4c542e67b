internal import Ink
internal import PenLog
internal import Recognition

/// How often writing is taken for gestures, and how often gestures are known.
///
/// Every stroke of some inks is shown over those written before it, which no gesture is; and once more over all the others of its ink, as
/// something that was added later: a dot, a bar, a letter in the middle. Then made gestures are shown over the same inks.
struct GestureEvaluation {
    /// Strokes that are text, and how many of them were taken for what.
    struct Writing: Hashable {
        /// All strokes, those without anything near them too.
        var strokes = 0
        /// By the kind of gesture that they were taken for.
        var taken: [GestureKind: Int] = [:]

        /// Share of the strokes that were taken for gestures; nil without strokes.
        var falseShare: Double? { strokes > 0 ? Double(taken.values.reduce(0, +)) / Double(strokes) : nil }
    }

    /// What gestures of a kind were taken for.
    struct Gestures: Hashable {
        var count = 0
        /// By kind; those that are missing were taken for text.
        var taken: [GestureKind: Int] = [:]
    }

    /// In the order of writing.
    private(set) var orderly = Writing()
    /// Added later.
    private(set) var late = Writing()
    /// By the kind that was made.
    private(set) var gestures: [GestureKind: Gestures] = [:]

    /// Measures over the inks of some files.
    ///
    /// - Parameters:
    ///   - inks: Files of writing.
    ///   - gestures: A file whose rows are gestures over those inks: `id` names the ink, `label` the kind.
    /// - Throws: `InkctlError` if a file cannot be read, `RecordingError` for a line that is no ink.
    static func measure(inks: [String], gestures: String, with recognizer: GestureRecognizer) throws -> GestureEvaluation {
        var evaluation = GestureEvaluation()
        var written: [String: [Stroke]] = [:]
        for path in inks {
            try read(path) { ink in
                evaluation.addWriting(ink.deviceStrokes, with: recognizer)
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
        while let line = try file.nextLine() { use(try JSONInk(line: line, number: file.lineNumber)) }
    }

    /// Counts every stroke of an ink that is nothing but text.
    mutating func addWriting(_ strokes: [Stroke], with recognizer: GestureRecognizer) {
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

    /// Counts a stroke that is a gesture.
    mutating func addGesture(_ kind: GestureKind, _ stroke: Stroke, over context: TextContext, with recognizer: GestureRecognizer) {
        gestures[kind, default: Gestures()].count += 1
        if let found = recognizer.recognize(stroke, over: context)?.kind { gestures[kind]?.taken[found, default: 0] += 1 }
    }

    /// Share of the gestures of a kind that were known, or of all; nil if there are none.
    func recall(_ kind: GestureKind? = nil) -> Double? {
        let counted = gestures.filter { kind == nil || $0.key == kind }
        let count = counted.values.reduce(0) { $0 + $1.count }
        return count > 0 ? Double(counted.reduce(0) { $0 + ($1.value.taken[$1.key] ?? 0) }) / Double(count) : nil
    }

    /// Share of what was taken for a kind that is one, writing in its order included; nil if nothing was.
    func precision(_ kind: GestureKind) -> Double? {
        let taken = gestures.values.reduce(orderly.taken[kind] ?? 0) { $0 + ($1.taken[kind] ?? 0) }
        return taken > 0 ? Double(gestures[kind]?.taken[kind] ?? 0) / Double(taken) : nil
    }

    /// A table and remarks.
    var lines: [String] {
        let titles = ["made", "recall", "precision", "false in order", "false if late"]
        var table = TextTable(columns: [.init(title: "per cent")] + titles.map { .init(title: $0, alignment: .right) })
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
        let strokes = DisplayText.count(orderly.strokes, "stroke")
        return table.lines + ["", "false: of \(strokes) of writing, each shown in its order and once more after all others"]
    }
}
