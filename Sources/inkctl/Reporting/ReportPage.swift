internal import CLibmd
internal import FoundationEssentials
internal import InkExport

/// A report as one HTML file that needs nothing else, and no script to be read.
struct ReportPage {
    let report: Report

    /// The page.
    var html: String {
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
        \(cards)
        <script>\(Self.script)</script>
        </body>
        </html>

        """
    }

    private static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    private static let script = String(decoding: PackageResources.report_js, as: UTF8.self)

    /// Nothing is loaded, and of what the page holds only this style and this script are taken (Content Security Policy Level 3): not what a
    /// label might bring along if it came through.
    static let policy =
        "default-src 'none'; style-src 'sha256-\(digest(style))'; script-src 'sha256-\(digest(script))'; base-uri 'none'; form-action 'none'"

    /// SHA-256 in base 64.
    private static func digest(_ text: String) -> String {
        var context = SHA2_CTX()
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let bytes = Array(text.utf8)
        SHA256Init(&context)
        SHA256Update(&context, bytes, bytes.count)
        SHA256Final(&digest, &context)
        return Data(digest).base64EncodedString()
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

    /// Charts and confusions.
    private var evaluation: [XML] {
        let charts = XML(
            "section", [("class", "charts"), ("aria-label", "Histograms")],
            [
                chart(
                    "Sampling rate", report.rates, unit: "Hz", thing: "ink", digits: 0, none: "No ink tells how often its pen was sampled."),
                chart(
                    "Time to read", report.latencies, unit: "ms", thing: "ink", digits: 1, none: "Nothing was read."),
                chart(
                    "Force", report.forces, unit: "", thing: "sample", digits: 2, none: "No ink tells how hard its pen was pressed."),
            ])
        return [charts] + (report.confusions.total > 0 ? [confusions] : [])
    }

    private func chart(_ title: String, _ histogram: Histogram, unit: String, thing: String, digits: Int, none: String) -> XML {
        guard histogram.count > 0 else { return XML("figure", [("class", "empty")], [XML("h2", text: title), XML("p", text: none)]) }
        func value(_ value: Double) -> String { DisplayText.fixed(value, digits: digits) + (unit.isEmpty ? "" : "\u{a0}\(unit)") }
        let caption =
            "median \(value(histogram.median)) · 95 % below \(value(histogram.share(0.95))) · at most \(value(histogram.largest))"
        return XML(
            "figure", [],
            [
                XML("h2", text: title), HistogramChart(histogram: histogram, unit: unit, thing: thing).svg,
                XML("figcaption", text: caption),
            ])
    }
}
