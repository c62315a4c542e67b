internal import InkExport

extension ReportPage {
    /// Rows of the confusion table.
    private static let mostConfusions = 30
    /// Rows that are shown even if each occurred only once.
    private static let leastConfusions = 9
    /// Inks that a row of it names.
    private static let mostPlaces = 4

    /// What there is, and how well it is read, in numbers.
    var figures: XML {
        var rows: [(name: String, value: String, isLarge: Bool)] = []
        let count = report.count
        if count.inks > 0 {
            func percent(_ share: Double?) -> String { "\(DisplayText.percent(share)) %" }
            if !report.isWhole {
                rows.append(("characters wrong", percent(count.characterErrorRate), true))
                rows.append(("words wrong", percent(count.wordErrorRate), true))
            }
            rows.append(("inks right", percent(count.exactShare), true))
        }
        let corpus = [
            ("inks", report.entries.count), ("strokes", report.strokes), ("samples", report.samples), ("writers", report.writers.count),
            ("devices", report.devices.count), ("characters in labels", report.isWhole ? 0 : report.characters),
        ]
        // what nobody tells is left out
        rows += corpus.filter { $0.1 > 0 }.map { ($0, DisplayText.grouped($1), false) }
        rows.append(("of writing", Self.duration(report.seconds), false))
        let unlabelled = report.entries.count { $0.label == nil }
        if unlabelled > 0 { rows.append(("without a label", DisplayText.grouped(unlabelled), false)) }
        if report.refused > 0 { rows.append(("refused, read empty", DisplayText.grouped(report.refused), false)) }
        if report.unreadable > 0 { rows.append(("lines that are no ink", DisplayText.grouped(report.unreadable), false)) }
        return XML(
            "dl", [("class", "figures")],
            rows.map { row in
                XML("div", row.isLarge ? [("class", "large")] : [], [XML("dt", text: row.name), XML("dd", text: row.value)])
            })
    }

    /// What was taken for what, the most frequent first.
    var confusions: XML {
        let frequent = report.confusions.rows(most: Self.mostConfusions)
        let rows = frequent.prefix(max(Self.leastConfusions, frequent.count { $0.count > 1 }))
        let highest = rows.first?.count ?? 1
        let head = XML("tr", [], ["wanted", "read", "times", "", "in"].map { XML("th", [("scope", "col")], text: $0) })
        let body = rows.map { row in
            XML(
                "tr", [],
                [
                    cell(row.pair.wanted, none: "nothing"), cell(row.pair.read, none: "nothing"),
                    XML("td", [("class", "number")], text: DisplayText.grouped(row.count)),
                    XML("td", [], [bar(Double(row.count) / Double(highest))]), places(row.places),
                ])
        }
        let rest = report.confusions.kinds - rows.count
        let remark =
            "\(DisplayText.count(report.confusions.total, "error")) in \(DisplayText.count(report.confusions.kinds, "way"))"
            + (rest > 0 ? "; \(DisplayText.grouped(rest)) rarer ones are not shown" : "")
        return XML(
            "section", [("class", report.isWhole ? "confusions whole" : "confusions")],
            [
                XML("h2", text: "What was taken for what"), XML("p", [("class", "remark")], text: remark),
                XML("table", [], [XML("thead", [], [head]), XML("tbody", [], body)]),
            ])
    }

    private func cell(_ text: String?, none: String) -> XML {
        text.map { XML("td", [("class", "sign")], text: MarkedText.visible($0)) } ?? XML("td", [("class", "none")], text: none)
    }

    private func bar(_ share: Double) -> XML {
        let width = DisplayText.fixed(max(1, 100 * share), digits: 1)
        return XML(
            "svg", [("class", "share"), ("viewBox", "0 0 100 6"), ("preserveAspectRatio", "none"), ("aria-hidden", "true")],
            [XML("rect", [("width", width), ("height", "6")])])
    }

    /// Links to the first inks.
    private func places(_ numbers: [Int]) -> XML {
        var cell = XML("td", [("class", "places")])
        for number in numbers.prefix(Self.mostPlaces) {
            if !cell.contents.isEmpty { cell.contents.append(.text(" ")) }
            cell.contents.append(.element(XML("a", [("href", "#ink-\(number)")], text: "\(number)")))
        }
        if numbers.count > Self.mostPlaces { cell.contents.append(.text(" …")) }
        return cell
    }

    /// "2 h 13 min", "4 min 5 s", "12.3 s".
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 60, let whole = Int(exactly: seconds.rounded()) else { return "\(DisplayText.fixed(seconds, digits: 1)) s" }
        return whole >= 3600 ? "\(whole / 3600) h \(whole % 3600 / 60) min" : "\(whole / 60) min \(whole % 60) s"
    }
}
