import Foundation
import Ink
import InkEvaluation
import XML
import PenLog
import Recognition
import Testing

@testable import InkReport

@Suite("inkctl report")
struct ReportTests {
    /// An ink with two strokes, of which the second is a dot.
    private static func ink(_ label: String?, id: String? = nil, writer: String? = nil) -> JSONInk {
        var ink = JSONInk(strokes: [
            [.init(x: 0, y: 0, time: 0), .init(x: 100, y: 50, time: 10_000), .init(x: 200, y: 0, time: 20_000)],
            [.init(x: 50, y: -40, time: 400_000)],
        ])
        (ink.label, ink.id, ink.writer) = (label, id, writer)
        return ink
    }

    /// A report of inks that were read so.
    private static func report(_ readings: [(ink: JSONInk, text: String?)]) -> Report {
        var report = Report(title: "Words", reader: "tiny")
        for (ink, text) in readings {
            var entry = ReportEntry(number: report.entries.count + 1, corpus: "words", ink: ink)
            if let text {
                let candidates = [Candidate(text: text, score: -0.25), Candidate(text: "else", score: -2)]
                entry.reading = .line(Transcript(candidates: candidates, words: [], confidence: 0.5))
                entry.milliseconds = 3.5
                entry.compare()
            }
            report.add(entry)
        }
        return report
    }

    private static func count(_ text: String, in page: String) -> Int { page.components(separatedBy: text).count - 1 }

    @Test("the worst ink is first, those without a label are last")
    func order() {
        let report = Self.report([
            (Self.ink("right"), "right"), (Self.ink(nil), "any"), (Self.ink("abcd"), "xbcd"), (Self.ink("ab"), "yy"),
            (Self.ink("ab"), "ax"),
        ])
        #expect(report.sorted.map(\.number) == [4, 5, 3, 1, 2])
        #expect(report.count.inks == 4 && report.count.exact == 1 && report.count.edits == 4)
    }

    @Test("there is one path for every stroke, a dot among them")
    func strokes() {
        let page = ReportPage(report: Self.report([(Self.ink("a"), "a"), (Self.ink("b"), "c"), (Self.ink(nil), nil)])).html
        #expect(Self.count("class=\"stroke\"", in: page) == 6)
        #expect(page.contains("h0\""))
    }

    @Test("wrong characters have marks that are seen without color: what was wanted, a frame, a line through")
    func marks() {
        #expect(html(EditAlignment(reading: "xb", label: "ab")) == #"<p><ruby title="read instead of a">x<rt>a</rt></ruby>b</p>"#)
        #expect(html(EditAlignment(reading: "ab c", label: "abc")) == #"<p>ab<ins title="superfluous">␣</ins>c</p>"#)
        #expect(html(EditAlignment(reading: "ac", label: "abc")) == #"<p>a<del title="missing">b</del>c</p>"#)
    }

    private func html(_ alignment: EditAlignment) -> String {
        var paragraph = XML("p")
        paragraph.contents = MarkedText.html(alignment)
        return paragraph.html
    }

    @Test("what comes with the ink stays text, whatever it is")
    func escaping() {
        let evil = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>&amp;\u{202e}\u{0}"
        var ink = Self.ink(evil, id: evil, writer: evil)
        (ink.device, ink.level, ink.style) = (evil, evil, evil)
        var report = Self.report([(ink, "<b>x</b>"), (Self.ink("plain"), "plain")])
        report.title = evil
        let page = ReportPage(report: report).html
        #expect(Self.count("<script", in: page) == 1 && Self.count("</script>", in: page) == 1)
        #expect(!page.contains("<img") && !page.contains("<b>") && !page.contains("\u{202e}") && !page.contains("\0"))
        #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;"))
        // no value of an attribute ends before its end
        #expect(!page.contains("\"'><") && page.contains("\\u{202e}"))
    }

    @Test("the page refers to nothing, and forbids the browser to load anything")
    func alone() {
        let page = ReportPage(report: Self.report([(Self.ink("a"), "b")])).html
        for reference in ["src=", "http://", "https://", "url(", "@import", "style=\"", "onclick"] { #expect(!page.contains(reference)) }
        #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-"))
        let links = page.components(separatedBy: "href=\"").dropFirst()
        #expect(!links.isEmpty && links.allSatisfy { $0.hasPrefix("#ink-") })
    }

    @Test("the ink of wrong characters is drawn once more")
    func misses() {
        var report = Report(title: "", reader: "tiny")
        var entry = ReportEntry(number: 1, corpus: "words", ink: Self.ink("ab"))
        let graphemes = [
            TranscribedGrapheme(text: "a", ranges: [StrokeRange(stroke: 0, first: 0, last: 1)]),
            TranscribedGrapheme(text: "x", ranges: [StrokeRange(stroke: 0, first: 2, last: 2), StrokeRange(stroke: 1, first: 0, last: 0)]),
        ]
        let word = TranscribedWord(text: "ax", box: nil, ranges: [], graphemes: graphemes)
        entry.reading = .line(Transcript(candidates: [Candidate(text: "ax", score: -1)], words: [word]))
        entry.compare()
        #expect(entry.wrongRanges == graphemes[1].ranges)
        report.add(entry)
        #expect(Self.count("class=\"miss\"", in: ReportPage(report: report).html) == 2)
    }

    @Test("symbols are right or wrong as a whole, named as their label is")
    func symbols() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let classifier = try SymbolClassifier(modelPath: root.appending(path: "Fixtures/recognition/tiny-symbols.safetensors").path)
        let strokes = [Stroke(id: StrokeID(0), points: [InkPoint(x: 0, y: 0), InkPoint(x: 3, y: 4)])]
        let alpha = try #require(try classifier.classify(strokes).first { $0.symbol.command == "\\alpha" })
        for (label, errors) in [("α", 0), ("\\alpha", 0), ("\\beta", 1)] {
            var entry = ReportEntry(number: 1, corpus: "s", ink: Self.ink(label))
            entry.reading = .symbol([alpha])
            entry.compare()
            #expect(entry.alignment?.errors == errors && entry.errorRate == Double(errors), "\(label)")
        }
    }

    @Test("rates come from the pen's times where it told them, from the file's word otherwise")
    func rates() {
        #expect(ReportEntry(number: 1, corpus: "", ink: Self.ink(nil)).rate == 100)
        var untimed = Self.ink(nil)
        (untimed.isTimed, untimed.hertz) = (false, 80)
        #expect(ReportEntry(number: 1, corpus: "", ink: untimed).rate == 80)
        #expect(
            ReportPage.duration(12.34) == "12.3 s" && ReportPage.duration(245) == "4 min 5 s" && ReportPage.duration(7980) == "2 h 13 min")
    }
}
