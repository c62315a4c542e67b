import InkTestSupport
import PenLog
import Testing

@Suite("Exact decimals")
struct ExactDecimalTests {
    @Test(
        "numbers are what is written, without needless zeros",
        arguments: [
            ("12", "12"), ("-0.50", "-0.5"), (".5", "0.5"), ("3.", "3"), ("+4", "4"), ("1.5e-3", "0.0015"), ("2E3", "2000"), ("-0", "0"),
            ("0.100000000000000005551115123125782700", "0.1000000000000000055511151231257827"), ("100", "100"), ("0e9", "0"),
            ("999999999999999999999999999999999999", "999999999999999999999999999999999999"),
        ])
    func read(text: String, expected: String) throws {
        #expect(try #require(ExactDecimal(text: text)).text == expected)
    }

    @Test(
        "what is no number, or one of too many digits, is none",
        arguments: [
            "", "-", ".", "1.2.3", "1e", "e5", "0x1", "1 2", "nan", "1e400", "1e37", "1e-37", "1234567890123456789012345678901234567",
            "1e99999999999999999999",
        ])
    func refused(text: String) {
        #expect(ExactDecimal(text: text) == nil)
    }

    @Test("sums are exact")
    func sums() throws {
        let tenth = try #require(ExactDecimal(text: "0.1"))
        #expect((0..<9).reduce(tenth) { sum, _ in sum.adding(tenth) ?? sum }.text == "1")
        let large = try #require(ExactDecimal(text: String(repeating: "9", count: 36)))
        #expect(large.adding(large) == nil)
        #expect(large.adding(tenth) == nil)
        #expect(large.adding(large.negated)?.text == "0")
    }

    @Test("floating-point numbers come back", arguments: [0.1, 1.0 / 3, 1e-9, 123_456.789, -2.5e17, 0])
    func nearest(value: Double) throws {
        #expect(try #require(ExactDecimal(nearest: value)).value == value)
        #expect(ExactDecimal(nearest: .nan) == nil)
    }

    @Test("values are the nearest that there are, however they are had")
    func values() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let digits = Int64.random(in: -(1 << 56)...1 << 56, using: &random) >> Int64.random(in: 0..<56, using: &random)
            let places = Int.random(in: 0...18, using: &random)
            let text = "\(digits)e-\(places)"
            #expect(try #require(ExactDecimal(text: text)).value == Double(text))
        }
    }
}
