import InkTestSupport
import Testing

@testable import ModelStore

@Suite("Language tags")
struct LanguageTagTests {
    @Test(
        "a tag is written in its usual case",
        arguments: [
            ("en", "en"), ("EN-us", "en-US"), ("en-latn-gb", "en-Latn-GB"), ("mul-LATN", "mul-Latn"), ("zh-cmn-hans-cn", "zh-cmn-Hans-CN"),
            ("es-419", "es-419"), ("sl-rozaj-biske", "sl-rozaj-biske"), ("de-CH-1901", "de-CH-1901"), ("de-1996", "de-1996"),
            ("zxx-zsym-X-SHAPES", "zxx-Zsym-x-shapes"), ("en-x-gesture", "en-x-gesture"), ("x-mine", "x-mine"),
            ("en-a-myext-b-another", "en-a-myext-b-another"), ("en-u-ca-gregory-x-us", "en-u-ca-gregory-x-us"), ("und", "und"),
            ("x-a-b-c", "x-a-b-c"), ("qaa-Qaaa-QM-x-southern", "qaa-Qaaa-QM-x-southern"), ("abcdefgh", "abcdefgh"), ("abcd", "abcd"),
        ])
    func canonical(text: String, written: String) throws {
        #expect(try LanguageTag(text).description == written)
        #expect(try LanguageTag(text.uppercased()) == LanguageTag(written))
    }

    @Test(
        "what is no tag is refused",
        arguments: [
            "", "-", "e", "1", "en-", "-en", "en--US", "en_US", "en US", "én", "en-US-GB-XX", "en-Latn-Cyrl", "en-a", "en-x", "x", "en-a-b",
            "en-a-xx-a-yy", "de-1901-1901", "abcdefghi", "en-abcdefghi", "i-klingon", "en/..", "../en", "en\u{0}", "🖊",
            "en-" + String(repeating: "abcde-", count: 40) + "abcde",
        ])
    func refused(text: String) {
        #expect {
            try LanguageTag(text)
        } throws: { error in
            if case ModelStoreError.invalidTag = error { true } else { false }
        }
    }

    @Test(
        "fallbacks shorten the language part alone, single letters never last",
        arguments: [
            ("en", ["en"]), ("en-Latn-GB", ["en-Latn-GB", "en-Latn", "en"]), ("en-a-xx-yy", ["en-a-xx-yy", "en-a-xx", "en"]),
            ("en-US-x-gesture", ["en-US-x-gesture", "en-x-gesture"]), ("x-mine-own", ["x-mine-own"]),
            ("zxx-Zsym-x-a-b", ["zxx-Zsym-x-a-b", "zxx-x-a-b"]),
        ])
    func fallbacks(text: String, expected: [String]) throws {
        #expect(try LanguageTag(text).fallbacks.map(\.description) == expected)
    }

    @Test("no text stops the parser, and what it takes it takes again as it wrote it")
    func fuzz() throws {
        var random = SeededGenerator(seed: 5)
        let pieces = ["en", "Latn", "x", "1", "a", "1901", "419", "-", "--", "abcdefgh", "abcdefghi", "é", "\u{0}", "_", "US", "rozaj"]
        var taken = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined(separator: Bool.random(using: &random) ? "-" : "")
            guard let tag = try? LanguageTag(text) else { continue }
            taken += 1
            #expect(try LanguageTag(tag.description) == tag)
            #expect(tag.fallbacks.count <= 100 && tag.fallbacks.allSatisfy { $0.privateUse == tag.privateUse })
        }
        #expect(taken > 100)
    }
}
