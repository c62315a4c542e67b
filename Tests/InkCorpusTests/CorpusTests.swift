import InkCorpus
import InkTestSupport
import PenLog
import Testing

@Suite("A corpus")
struct CorpusTests {
    private static func row(_ text: String, _ line: Int = 1) -> InkRow { InkRow(file: "a.jsonl", line: line, bytes: Array(text.utf8)) }

    // MARK: Splitting

    private static let split = WriterSplit(
        parts: [.init(name: "a", share: 80), .init(name: "b", share: 10), .init(name: "c", share: 10)], seed: 0)

    @Test("is split so that a writer is always in the same part, and parts are as large as they shall be")
    func shares() {
        let parts = (0..<20_000).map { Self.split.part(of: "writer \($0)") }
        #expect((15_600...16_400).contains(parts.count { $0 == 0 }))
        #expect((1700...2300).contains(parts.count { $0 == 1 }))
        #expect(parts == (0..<20_000).map { Self.split.part(of: "writer \($0)") })
    }

    @Test("is split in another way with another seed, and in the same way everywhere")
    func seeds() {
        let other = WriterSplit(parts: Self.split.parts, seed: 1)
        #expect((0..<100).map { Self.split.part(of: "\($0)") } != (0..<100).map { other.part(of: "\($0)") })
        // what is here must never change: corpora were split so
        #expect((0..<12).map { Self.split.part(of: "w\($0)") } == Self.known)
    }

    private static let known = [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]

    @Test("a part without a share gets nobody")
    func noShare() {
        let split = WriterSplit(parts: [.init(name: "a", share: 0), .init(name: "b", share: 100)], seed: 3)
        #expect((0..<500).allSatisfy { split.part(of: "\($0)") == 1 })
    }

    @Test("a part that would have none of few writers gets one of them, and the others stay where they are")
    func few() throws {
        for count in 3...40 {
            let writers = Set((0..<count).map { "w\($0)" })
            let split = Self.split.filled(for: writers) ?? Self.split
            for part in 0..<3 { #expect(writers.contains { split.part(of: $0) == part }, "\(count) writers") }
            #expect(writers.count { split.part(of: $0) != Self.split.part(of: $0) } == split.moved.count && split.moved.count <= 2)
            #expect(split.filled(for: writers) == nil)
        }
        #expect(Self.split.filled(for: ["w0", "w1"]) == nil)
        let two = WriterSplit(parts: [.init(name: "a", share: 90), .init(name: "b", share: 0), .init(name: "c", share: 10)], seed: 0)
        let split = try #require(two.filled(for: ["w0", "w1"]))
        #expect(Set(["w0", "w1"].map(split.part)) == [0, 2])
    }

    // MARK: Merging

    private static func merged(_ rows: [String], keepsDuplicates: Bool = false) throws -> (rows: [String], merge: CorpusMerge) {
        var merge = CorpusMerge(keepsDuplicates: keepsDuplicates)
        let result = try rows.compactMap { try merge.row(of: row($0).ink(), Array($0.utf8)) }
        return (result.map { String(decoding: $0, as: UTF8.self) }, merge)
    }

    @Test("is merged with every name once, and rows are otherwise as they were")
    func names() throws {
        let rows = [
            #"{"id":"a","strokes":[[1,1]],"mine":1.0}"#, #"{"id":"a~2","strokes":[[2,2]]}"#, #"{"id":"a", "strokes":[[3,3]] }"#,
            #"{"id":"a","strokes":[[4,4]]}"#, #"{"strokes":[[5,5]]}"#, #"{"id":"","strokes":[[6,6]]}"#,
            #"{"id":"ink-3","strokes":[[7,7]]}"#,
            #"{"id":null,"strokes":[[8,8]]}"#,
        ]
        let (result, merge) = try Self.merged(rows)
        #expect(
            result == [
                rows[0], rows[1], #"{"id":"a~3", "strokes":[[3,3]] }"#, #"{"id":"a~4","strokes":[[4,4]]}"#,
                #"{"strokes":[[5,5]],"id":"ink-1"}"#, #"{"id":"ink-2","strokes":[[6,6]]}"#, rows[6], #"{"id":"ink-4","strokes":[[8,8]]}"#,
            ])
        #expect(merge.kept == 8 && merge.renamed == 2 && merge.named == 3 && merge.duplicates == 0)
    }

    @Test("is merged without duplicates: the same points and the same label, whatever the name")
    func duplicates() throws {
        let rows = [
            #"{"id":"a","label":"x","strokes":[[1,1,2,2]]}"#, #"{"id":"b","label":"x","strokes":[[1,1,2,2]],"hz":100}"#,
            #"{"id":"c","label":"y","strokes":[[1,1,2,2]]}"#, #"{"id":"d","label":"x","strokes":[[1,1],[3,3]]}"#,
        ]
        let (result, merge) = try Self.merged(rows)
        #expect(result == [rows[0], rows[2], rows[3]])
        #expect(merge.duplicates == 1)
        #expect(try Self.merged(rows, keepsDuplicates: true).rows == rows)
    }

    // MARK: Without names

    @Test("is made anonymous: writers keep their hands together under new names, and what names somebody is gone")
    func anonymous() throws {
        let text = #"{"id":"Ada/7","writer":"Ada","device":"Wacom One 5HB0123456","style":"Ada's","label":"hi","level":"word","hz":100,"#
        let full = text + #""date":"2026-01-01T10:00","strokes":[[1,2,3,4]],"t":[[1767261600000,1767261600010]]}"#
        var anonymizer = Anonymizer(salt: [1, 2, 3])
        let first = anonymizer.anonymous(try Self.row(full).ink())
        let second = anonymizer.anonymous(try Self.row(#"{"writer":"Ada","strokes":[[1,1]]}"#).ink())
        let third = anonymizer.anonymous(try Self.row(#"{"writer":"Bob","strokes":[[1,1]]}"#).ink())
        #expect(first.writer == second.writer && first.writer != third.writer && first.writer?.count == 32)
        #expect([first, second, third].map(\.id) == ["1", "2", "3"])
        #expect(anonymizer.writers.count == 2)
        let line = first.line
        for secret in ["Ada", "0123456", "2026", "1767", "style"] { #expect(!line.contains(secret), "\(secret)") }
        #expect(line.contains(#""device":"Wacom One""#) && line.contains(#""label":"hi""#) && line.contains(#""t":[[0,10]]"#))
        var other = Anonymizer()
        #expect(other.anonymous(try Self.row(full).ink()).writer != first.writer)
    }

    @Test(
        "devices keep the name of their model and lose their serial number",
        arguments: [
            ("Wacom Intuos Pro M PTH-660", "Wacom Intuos Pro M PTH-660"), ("CTL-4100WL", "CTL-4100WL"), ("Cintiq (serial 12)", "Cintiq"),
            ("Cintiq serial: 7FA", "Cintiq"), ("Cintiq S/N:7FA HD", "Cintiq HD"), ("Cintiq [serial no. 7] HD", "Cintiq HD"),
            ("One, S/N 5HB0", "One,"), ("Pen 00:1a:7d:da:71:13", "Pen"), ("Pen 8c1645e20301", "Pen"),
            ("0123456789", nil), ("HUION H640P 2023", "HUION H640P 2023"),
        ] as [(String, String?)])
    func devices(name: String, expected: String?) { #expect(Anonymizer.withoutSerialNumber(name) == expected) }

    // MARK: What there is

    @Test("is counted: inks, writers, levels, characters, hours")
    func statistics() throws {
        var statistics = CorpusStatistics()
        let timed = #"{"writer":"a","level":"word","label":"aé a","hz":100,"strokes":[[0,0],[1,1]],"t":[[0],[1800000]]}"#
        statistics.add(try Self.row(timed).ink())
        statistics.add(try Self.row(#"{"writer":"a","label":"中","strokes":[[0,0,1,1]]}"#).ink())
        statistics.add(try Self.row(#"{"writer":"","strokes":[]}"#).ink())
        statistics.addDamage()
        #expect(
            try JSONLine.text(statistics)
                == #"{"characters":{"a":2,"é":1,"中":1},"damaged":1,"devices":{},"hours":0.5,"inks":3,"labelled":2,"levels":{"word":1},"#
                + #""rates":{"100":1},"samples":4,"strokes":3,"untimed":2,"writers":{"a":2}}"#)
        #expect(statistics.lines.contains("hours of writing    0.50"))
        #expect(statistics.lines.contains("a              2"))
    }
}
