import InkCorpus
import Testing

@Suite("Checking a corpus")
struct CorpusCheckTests {
    /// A wave of `count` points.
    private static func wave(_ count: Int, from x: Int = 0) -> String {
        "\(x),0," + (1..<count).map { "3,\($0 % 4 < 2 ? 5 : -5)" }.joined(separator: ",")
    }

    private static func kinds(_ rows: [String]) throws -> [[CorpusCheck.Kind]] {
        var check = CorpusCheck()
        return try rows.enumerated().map { index, text in
            let row = InkRow(file: "a.jsonl", line: index + 1, bytes: Array(text.utf8))
            return check.findings(of: try row.ink(), row).map(\.kind)
        }
    }

    @Test("finds nothing wrong with good ink")
    func good() throws {
        #expect(try Self.kinds([#"{"label":"a","hz":100,"ppmm":20,"strokes":[[\#(Self.wave(30))]]}"#]) == [[]])
    }

    @Test("finds inks without label, without strokes, and labels with characters that cannot be written")
    func labels() throws {
        let stroke = Self.wave(20)
        let rows = [
            #"{"strokes":[[\#(stroke),1,1]]}"#, #"{"label":"","strokes":[[\#(stroke),2,1]]}"#, #"{"label":"a","strokes":[[]]}"#,
            #"{"label":"a\tb","strokes":[[\#(stroke),3,1]]}"#, #"{"label":"two\nlines","strokes":[[\#(stroke),4,1]]}"#,
            #"{"label":"中é\"","strokes":[[\#(stroke),5,1]]}"#,
        ]
        #expect(try Self.kinds(rows) == [[.unlabeled], [.unlabeled], [.empty], [.label], [], []])
    }

    @Test("finds the same ink again, also at another place; short ones are alike anyway")
    func copies() throws {
        let rows = [
            #"{"label":"a","strokes":[[\#(Self.wave(20))]]}"#, #"{"label":"b","strokes":[[\#(Self.wave(20))]]}"#,
            #"{"label":"a","strokes":[[\#(Self.wave(20, from: 9))]]}"#, #"{"label":"a","strokes":[[1,1,2,2]]}"#,
            #"{"label":"a","strokes":[[2,2,2,2]]}"#,
        ]
        #expect(try Self.kinds(rows) == [[], [.duplicate], [.moved], [], []])
        var check = CorpusCheck()
        let copies = try rows.prefix(2).enumerated().flatMap { index, text in
            let row = InkRow(file: "f\(index)", line: 5 + index, bytes: Array(text.utf8))
            return check.findings(of: try row.ink(), row)
        }
        #expect(copies == [.init(kind: .duplicate, detail: "the points equal those of f0:5")])
    }

    @Test("finds rates that no pen has, times that stand still, and jumps")
    func motion() throws {
        let times = (0..<20).map { "\(Double($0) / 10)" }.joined(separator: ",")
        let rows = [
            #"{"label":"a","hz":0.5,"strokes":[[\#(Self.wave(20))]]}"#,
            #"{"label":"a","hz":3000,"strokes":[[\#(Self.wave(21))]]}"#,
            #"{"label":"a","strokes":[[\#(Self.wave(20, from: 1)),1,7]],"t":[[\#(times),5]]}"#,
            #"{"label":"a","strokes":[[\#(Self.wave(22))]],"t":[[\#((0..<22).map { "\($0 / 8 * 100)" }.joined(separator: ","))]]}"#,
            #"{"label":"a","hz":100,"ppmm":10,"strokes":[[\#(Self.wave(23)),2000,0]]}"#,
            #"{"label":"a","strokes":[[\#(Self.wave(24)),2000,0]]}"#,
            #"{"label":"a","strokes":[[0,0,2000,0,0,2000]]}"#,
        ]
        #expect(try Self.kinds(rows) == [[.rate], [.rate], [.rate], [.time], [.jump], [.jump], []])
    }
}
