internal import Ink
internal import InkCorpus
internal import InkEvaluation
internal import XML
internal import PenLog

/// The part of a report's page that shows every ink, written as text because there may be very many.
struct ReportCards {
    /// The contents.
    let report: Report

    /// A section with a card per ink.
    var html: String {
        let marks = [
            XML("span", [], [XML("ruby", text: "o", [XML("rt", text: "a")])]), XML("ins", text: "x"), XML("del", text: "y"),
        ]
        var key = XML("p", [("class", "key")])
        for (mark, meaning) in zip(marks, [" read as o instead of a", " superfluous", " missing"].prefix(report.isWhole ? 1 : 3)) {
            key.contents.append(.element(XML("span", [], [mark, XML("span", text: meaning)])))
        }
        let hasErrors = report.confusions.total > 0
        return """
            <main>
            <h2>Inks</h2>
            \(hasErrors ? key.html : "")
            \(controls(hasErrors: hasErrors).html)
            <div id="inks">
            \(report.sorted.map { card($0).html }.joined(separator: "\n"))
            </div>
            </main>
            """
    }

    /// The search and sort controls; hidden until the script runs.
    private func controls(hasErrors: Bool) -> XML {
        let orders =
            [("number", "order of the files")] + (report.reader == nil ? [] : [("ms", "slowest first"), ("sure", "least confident first")])
        // if the recognizer is confident and wrong, the label is often wrong
        let errors = hasErrors ? [("error", "worst first"), ("doubt", "most confident errors first")] : []
        let options = (errors + orders).map { XML("option", [("value", $0.0)], text: $0.1) }
        let wrong = XML(
            "label", [], [XML("input", [("type", "checkbox"), ("id", "wrong")]), XML("span", text: "only errors")])
        return XML(
            "p", [("class", "controls"), ("id", "controls"), ("hidden", "")],
            [
                XML("input", [("type", "search"), ("id", "find"), ("placeholder", "label, reading, writer…"), ("aria-label", "Find")]),
                XML("select", [("id", "order"), ("aria-label", "Order")], options),
            ] + (hasErrors ? [wrong] : []) + [XML("output", [("id", "shown")])])
    }

    private func card(_ entry: ReportEntry) -> XML {
        let errors = entry.alignment?.errors ?? 0
        var attributes = [
            ("class", errors > 0 ? "card wrong" : "card"), ("id", "ink-\(entry.number)"), ("data-number", "\(entry.number)"),
            ("data-error", DisplayText.fixed(entry.errorRate ?? -1, digits: 4)),
        ]
        if entry.reading != nil { attributes.append(("data-ms", DisplayText.fixed(entry.milliseconds, digits: 3))) }
        if let sure = entry.reading?.confidence { attributes.append(("data-sure", DisplayText.fixed(sure, digits: 4))) }
        let paper = XML("div", [("class", "paper")], [sketch(entry).svg])
        return XML("article", attributes, [paper, texts(entry)] + (candidates(entry).map { [$0] } ?? []) + [facts(entry)])
    }

    private func sketch(_ entry: ReportEntry) -> InkSketch {
        let isPage = if case .page = entry.reading { true } else { entry.ink.level == "page" }
        return InkSketch(ink: entry.ink, wrong: entry.wrongRanges, isPage: isPage)
    }

    /// Returns the label and the recognized text.
    private func texts(_ entry: ReportEntry) -> XML {
        var rows: [XML] = []
        func add(_ name: String, _ kind: String, _ contents: [XML.Content]) {
            var value = XML("dd", [("class", kind), ("dir", "auto")])
            value.contents = contents
            rows += [XML("dt", text: name), value]
        }
        if report.characters > 0 {
            add("label", entry.label == nil ? "none" : "label", [.text(entry.label.map(DisplayText.escaped) ?? "none")])
        }
        if let refusal = entry.refusal {
            add("read", "none", [.text("refused: \(DisplayText.escaped(refusal))")])
        } else if entry.reading != nil {
            let isEmpty = entry.text.isEmpty && entry.alignment == nil
            add(
                "read", isEmpty ? "none" : "reading",
                isEmpty ? [.text("nothing")] : entry.alignment.map(MarkedText.html) ?? [.text(DisplayText.escaped(entry.text))])
        }
        return XML("dl", [("class", "texts")], rows)
    }

    /// Returns the other candidates.
    private func candidates(_ entry: ReportEntry) -> XML? {
        guard let reading = entry.reading, let first = reading.candidates.first, first.score != nil else { return nil }
        let isLogarithm = if case .line = reading { true } else { false }
        let items = reading.candidates.prefix(report.alternatives).map { candidate in
            let score = candidate.score.map { isLogarithm ? Self.signed($0) : "\(DisplayText.percent($0, digits: 1)) %" }
            return XML(
                "li", [entry.label, entry.wanted].contains(candidate.text) ? [("class", "right")] : [],
                [
                    XML("span", [("dir", "auto")], text: DisplayText.escaped(candidate.text)),
                    XML("small", [("title", isLogarithm ? "natural logarithm of the probability" : "probability")], text: score ?? ""),
                ])
        }
        return XML("ol", [("class", "candidates")], items)
    }

    private static func signed(_ value: Double) -> String {
        let text = DisplayText.fixed(abs(value), digits: 2)
        return (value < 0 && text != "0.00" ? "−" : "") + text
    }

    /// Returns the origin of an ink, and the figures of its recognition.
    private func facts(_ entry: ReportEntry) -> XML {
        var facts = [XML("a", [("href", "#ink-\(entry.number)"), ("class", "name")], text: "\(entry.number)")]
        func add(_ text: String, title: String? = nil) {
            facts.append(XML("span", title.map { [("title", $0)] } ?? [], text: text))
        }
        if let rate = entry.errorRate, rate > 0 { add(report.isWhole ? "wrong" : "\(DisplayText.percent(rate, digits: 0)) % wrong") }
        if let sure = entry.reading?.confidence {
            add("\(DisplayText.percent(sure, digits: 0)) % confident", title: "probability that the whole text is correct")
        }
        if entry.reading != nil { add("\(DisplayText.fixed(entry.milliseconds, digits: 1)) ms", title: "time to read") }
        add(DisplayText.count(entry.ink.strokes.count, "stroke"))
        let origin = [
            ("writer", entry.ink.writer), ("device", entry.ink.device), ("level", report.levels.count > 1 ? entry.ink.level : nil),
            ("file", report.corpora.count > 1 ? entry.corpus : nil), ("id", entry.ink.id),
        ]
        for (name, value) in origin {
            if let value, !value.isEmpty {
                facts.append(XML("span", [("class", "origin"), ("title", name)], text: DisplayText.escaped(value)))
            }
        }
        return XML("p", [("class", "facts")], facts)
    }
}

/// A reading as HTML. Errors are marked, not by color alone.
enum MarkedText {
    /// Returns correct characters as text, replacements as `ruby` with the label's character above, insertions as `ins`, deletions as
    /// `del`.
    static func html(_ alignment: EditAlignment) -> [XML.Content] {
        var contents: [XML.Content] = []
        var right = ""
        for step in alignment.steps {
            if case .same(let text) = step {
                right += text
                continue
            }
            if !right.isEmpty { contents.append(.text(DisplayText.escaped(right))) }
            right = ""
            contents.append(.element(mark(step)))
        }
        if !right.isEmpty { contents.append(.text(DisplayText.escaped(right))) }
        return contents
    }

    /// Returns a character in visible form: a space as "␣".
    static func visible(_ text: String) -> String { text == " " ? "␣" : DisplayText.escaped(text) }

    private static func mark(_ step: EditAlignment.Step) -> XML {
        switch step {
        case .replaced(let read, let wanted):
            XML("ruby", [("title", "read instead of \(visible(wanted))")], text: visible(read), [XML("rt", text: visible(wanted))])
        case .inserted(let read): XML("ins", [("title", "superfluous")], text: visible(read))
        case .missed(let wanted): XML("del", [("title", "missing")], text: visible(wanted))
        case .same(let text): XML("span", text: DisplayText.escaped(text))
        }
    }
}
