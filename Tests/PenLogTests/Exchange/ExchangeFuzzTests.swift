import Glibc
import InkTestSupport
import PenLog
import Testing

@Suite("Damaged files of ink")
struct ExchangeFuzzTests {
    private static let words = [
        "-1", "99999999999999999999", "1e300", "<", ">", "&", "&#0;", "\"", "'", "!", "*", "?", "T", ",", ".", ".SEGMENT", "\n.PEN_DOWN\n",
        "#F", "]]>",
        "<!--", "<trace>", "</traceGroup>", "\u{0}", "é", "-", ":", "+", "\n.COORD X Y Z\n", "xmlns=\"\"", "<context contextRef='#c'/>",
        "\\",
    ]

    private static let good: [(ExchangeFormat, [UInt8])] = [
        (.inkML, Array(crohmeFile(symbols: 3, seed: 3, hasDecimals: true).utf8)),
        (.inkML, InkDocument(inks: [InkMLInkTests.ink("a"), InkMLInkTests.ink("b", scale: nil)]).inkML),
        (.unipen, Array(UnipenTests.words.utf8)),
        (.unipen, UnipenDocument(inks: [InkMLInkTests.ink("a"), InkMLInkTests.ink("b", scale: nil)]).unipen),
        (.iamOnDB, Array(IAMOnDBSample.form.utf8)),
        (.jsonLines, Array((InkMLInkTests.ink("a").line + "\n" + InkMLInkTests.ink("b").line).utf8)),
    ]

    @Test("damaged files are read or refused, and what is read goes in and out unchanged", arguments: 0..<6)
    func damaged(number: Int) throws {
        let (format, good) = Self.good[number]
        let exchange = Exchange { _ in nil }
        var read = 0
        try Fuzz.run(seed: UInt64(number) + 41) { random in
            let bytes = Fuzz.damaged(good, words: Self.words, using: &random)
            do {
                let contents = try format.read(bytes)
                read += 1
                try Self.check(contents)
                // a recording wants one ink, UNIPEN sane segments
                for target in ExchangeFormat.allCases { _ = try? exchange.write(contents, as: target) }
            } catch let error as RecordingError {
                #expect(!error.description.isEmpty)
            }
        }
        // hardly any is refused: what is whole of them comes in
        #expect(read > 0)
    }

    private static func check(_ contents: ExchangeContents) throws {
        switch contents {
        case .inkML(let document): #expect(try InkDocument(inkML: document.inkML) == document)
        case .unipen(let document): #expect(try UnipenDocument(unipen: document.unipen) == document)
        case .inks(let all):
            // no ink takes a year: times beyond are cut
            let inks = all.filter { $0.strokes.joined().allSatisfy { $0.time < 30_000_000_000_000 } }
            #expect(try inks.map { try JSONInk(line: $0.line) } == inks)
        case .recording, .log: break
        }
    }
}
