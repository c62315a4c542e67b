import InkCorpus
import Testing

@Suite("Text on a terminal")
struct DisplayTextTests {
    @Test(
        "what steers a terminal is shown, not sent",
        arguments: [
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"), ("a\nb\r", "a\\u{a}b\\u{d}"), ("\u{9b}31m", "\\u{9b}31m"), ("\u{7f}", "\\u{7f}"),
            ("\u{202e}abc", "\\u{202e}abc"), ("a\u{2028}b", "a\\u{2028}b"), ("plain, größer, 手", "plain, größer, 手"), ("", ""),
            ("a\r\nb", "a\\u{d}\\u{a}b"),
        ])
    func escapes(text: String, shown: String) {
        #expect(DisplayText.escaped(text) == shown)
    }

    @Test(
        "content for a terminal keeps its lines, and loses what steers it",
        arguments: [
            ("a\tb\nc\n", "a\tb\nc\n"), ("\u{1b}]0;title\u{7}", "\\u001b]0;title\\u0007"), ("\u{9b}31m\u{85}", "\\u009b31m\\u0085"),
            ("\u{202e}abc\u{202c}", "\\u202eabc\\u202c"), ("\u{2066}a\u{2069}", "\\u2066a\\u2069"), ("\u{7f}\r", "\\u007f\\u000d"),
            // joiners of emoji, marks of Hebrew, spaces
            ("👩\u{200d}🔧 א\u{200f} a\u{a0}b", "👩\u{200d}🔧 א\u{200f} a\u{a0}b"), ("", ""),
        ])
    func content(text: String, shown: String) {
        #expect(DisplayText.terminalSafe(text) == shown)
        #expect(DisplayText.terminalSafe("\u{1b}[1mbold\u{202e}", keepingStyles: true) == "\u{1b}[1mbold\\u202e")
    }

    @Test("numbers keep their digits after the point")
    func fixedDigits() {
        #expect(DisplayText.fixed(104.24, digits: 1) == "104.2")
        #expect(DisplayText.fixed(-0.06, digits: 1) == "-0.1")
        #expect(DisplayText.fixed(12.005, digits: 2) == "12.01" || DisplayText.fixed(12.005, digits: 2) == "12.00")
        #expect(DisplayText.fixed(3, digits: 2) == "3.00")
        #expect(DisplayText.fixed(99.6, digits: 0) == "100")
    }

    @Test("numbers that cannot be shown are a dash", arguments: [Double.nan, .infinity, -.infinity, 1e300])
    func unshowable(value: Double) {
        #expect(DisplayText.fixed(value, digits: 1) == "–")
    }

    @Test("columns are as wide as their widest cell and lines end without spaces")
    func table() {
        var table = TextTable(columns: [.init(title: "ID", alignment: .right), .init(title: "NAME"), .init(title: "X")])
        table.rows = [["1", "größer", "y"], ["100", "a", ""]]
        #expect(table.lines == [" ID  NAME    X", "  1  größer  y", "100  a"])
    }

    @Test("counts in a page are in groups of three digits")
    func grouped() {
        #expect(
            [0, 12, 999, 1000, 1_234_567, -1000].map(DisplayText.grouped).joined(separator: " ")
                == "0 12 999 1\u{202f}000 1\u{202f}234\u{202f}567 -1\u{202f}000")
    }
}
