internal import Compression
internal import FoundationEssentials
internal import InkCorpus
internal import InkEvaluation
internal import XML

/// A report as one self-contained HTML file, readable without scripts.
package struct ReportPage {
    /// The contents.
    package let report: Report

    /// Creates the page of a report.
    package init(report: Report) { self.report = report }

    /// The page as text.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        \(XML("meta", [("http-equiv", "Content-Security-Policy"), ("content", Self.policy)]).html)
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        \(XML("title", text: DisplayText.escaped(report.title)).html)
        <style>\(Self.style)</style>
        </head>
        <body>
        \(header.html)
        \(([figures] + evaluation).map(\.html).joined(separator: "\n"))
        \(ReportCards(report: report).html)
        <script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    private static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    private static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

    /// The policy: loads no content, and allows only this style and this script (Content Security Policy Level 3), so that markup
    /// injected through a label has no effect.
    static let policy =
        "default-src 'none'; style-src 'sha256-\(digest(style))'; script-src 'sha256-\(digest(script))'; base-uri 'none'; form-action 'none'"

    /// Returns the SHA-256 in Base64.
    private static func digest(_ text: String) -> String {
        Data(Array(text.utf8).withUnsafeBytes(SHA256.digest(of:))).base64EncodedString()
    }

    private var header: XML {
        let read = report.reader.map { "read by \(DisplayText.escaped($0))" } ?? "not read"
        return XML(
            "header", [],
            [
                XML("h1", text: DisplayText.escaped(report.title)),
                XML("p", text: "\(DisplayText.count(report.entries.count, "ink")), \(read)"),
            ])
    }

    /// Histograms and the confusion table.
    private var evaluation: [XML] {
        let charts = XML(
            "section", [("class", "charts"), ("aria-label", "Histograms")],
            [
                chart(
                    "Sampling rate", report.rates, unit: "Hz", thing: "ink", digits: 0, none: "No ink has a sampling rate."),
                chart(
                    "Time to read", report.latencies, unit: "ms", thing: "ink", digits: 1, none: "Nothing was recognized."),
                chart(
                    "Force", report.forces, unit: "", thing: "sample", digits: 2, none: "No ink has a force."),
            ])
        return [charts] + (report.confusions.total > 0 ? [confusions] : [])
    }

    private func chart(_ title: String, _ histogram: Histogram, unit: String, thing: String, digits: Int, none: String) -> XML {
        guard histogram.count > 0 else { return XML("figure", [("class", "empty")], [XML("h2", text: title), XML("p", text: none)]) }
        func value(_ value: Double) -> String { DisplayText.fixed(value, digits: digits) }
        let median = value(histogram.median) + (unit.isEmpty ? "" : " \(unit)")
        let caption = "median \(median) · 95 % below \(value(histogram.share(0.95))) · maximum \(value(histogram.largest))"
        return XML(
            "figure", [],
            [
                XML("h2", text: title), HistogramChart(histogram: histogram, unit: unit, thing: thing).svg,
                XML("figcaption", text: caption),
            ])
    }
}

extension ReportPage {
    /// Maximum number of rows in the confusion table.
    private static let mostConfusions = 30
    /// The number of rows that are shown even if their errors occurred only once.
    private static let leastConfusions = 9
    /// Maximum number of inks named in a row.
    private static let mostPlaces = 4

    /// The sizes of the corpus and the error rates.
    var figures: XML {
        var rows: [(name: String, value: String, isLarge: Bool)] = []
        let count = report.count
        if count.inks > 0 {
            func percent(_ share: Double?) -> String { "\(DisplayText.percent(share)) %" }
            if !report.isWhole {
                rows.append(("characters wrong", percent(count.characterErrorRate), true))
                rows.append(("words wrong", percent(count.wordErrorRate), true))
            }
            rows.append(("inks correct", percent(count.exactShare), true))
        }
        let corpus = [
            ("inks", report.entries.count), ("strokes", report.strokes), ("samples", report.samples), ("writers", report.writers.count),
            ("devices", report.devices.count), ("characters in labels", report.isWhole ? 0 : report.characters),
        ]
        // unknown figures are left out
        rows += corpus.filter { $0.1 > 0 }.map { ($0, DisplayText.grouped($1), false) }
        rows.append(("writing time", Self.duration(report.seconds), false))
        let unlabeled = report.entries.count { $0.label == nil }
        if unlabeled > 0 { rows.append(("without a label", DisplayText.grouped(unlabeled), false)) }
        if report.refused > 0 { rows.append(("refused, read as empty", DisplayText.grouped(report.refused), false)) }
        if report.unreadable > 0 { rows.append(("lines that are not ink", DisplayText.grouped(report.unreadable), false)) }
        return XML(
            "dl", [("class", "figures")],
            rows.map { row in
                XML("div", row.isLarge ? [("class", "large")] : [], [XML("dt", text: row.name), XML("dd", text: row.value)])
            })
    }

    /// The confusion table, the most frequent errors first.
    var confusions: XML {
        let frequent = report.confusions.rows(most: Self.mostConfusions)
        let rows = frequent.prefix(max(Self.leastConfusions, frequent.count { $0.count > 1 }))
        let highest = rows.first?.count ?? 1
        let head = XML("tr", [], ["expected", "read", "count", "", "inks"].map { XML("th", [("scope", "col")], text: $0) })
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
            "\(DisplayText.count(report.confusions.total, "error")) of \(DisplayText.count(report.confusions.kinds, "kind"))"
            + (rest > 0 ? "; \(DisplayText.grouped(rest)) rarer kinds are not shown" : "")
        return XML(
            "section", [("class", report.isWhole ? "confusions whole" : "confusions")],
            [
                XML("h2", text: "Confusions"), XML("p", [("class", "remark")], text: remark),
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

    /// Returns links to the first inks.
    private func places(_ numbers: [Int]) -> XML {
        var cell = XML("td", [("class", "places")])
        for number in numbers.prefix(Self.mostPlaces) {
            if !cell.contents.isEmpty { cell.contents.append(.text(" ")) }
            cell.contents.append(.element(XML("a", [("href", "#ink-\(number)")], text: "\(number)")))
        }
        if numbers.count > Self.mostPlaces { cell.contents.append(.text(" …")) }
        return cell
    }

    /// Formats a duration: "2 h 13 min", "4 min 5 s", "12.3 s".
    static func duration(_ seconds: Double) -> String {
        guard seconds >= 60, let whole = Int(exactly: seconds.rounded()) else { return "\(DisplayText.fixed(seconds, digits: 1)) s" }
        return whole >= 3600 ? "\(whole / 3600) h \(whole % 3600 / 60) min" : "\(whole / 60) min \(whole % 60) s"
    }
}
