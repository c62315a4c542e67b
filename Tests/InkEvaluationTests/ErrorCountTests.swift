import InkEvaluation
import InkProtocol
import Testing

@Suite("Error rates")
struct ErrorCountTests {
    @Test("characters and words are counted over all inks, not averaged")
    func sumsOverInks() {
        var count = ErrorCount()
        count.add("the bat sat", label: "the cat sat")
        count.add("a", label: "a")
        #expect(count.characterErrorRate == 1.0 / 12)
        #expect(count.wordErrorRate == 1.0 / 4)
        #expect(count.exactShare == 0.5)
    }

    @Test("a rate of nothing is no rate")
    func emptyHasNoRates() {
        let count = ErrorCount()
        #expect(count.characterErrorRate == nil && count.wordErrorRate == nil && count.exactShare == nil)
    }

    @Test("an empty reading costs every character and every word; a long one may cost more than all")
    func extremes() {
        var count = ErrorCount()
        count.add("", label: "two words")
        #expect(count.characterErrorRate == 1 && count.wordErrorRate == 1)
        count.add("abcdefghijk lmnop qrstuv", label: "x")
        #expect(count.edits == 9 + 24)
    }

    @Test("white space in labels is collapsed")
    func collapses() {
        #expect(ErrorCount.collapsed("  two\n\t words ") == "two words")
        #expect(ErrorCount.collapsed(" \n") == "")
    }
}

@Suite("Evaluation")
struct EvaluationTests {
    @Test("an ink counts in all, in its corpus, its level and its contributor")
    func groups() {
        var evaluation = Evaluation()
        evaluation.add(label: "ab", greedy: "aa", beam: "ab", from: .init(corpus: "words", level: "word", contributor: "apd"))
        evaluation.add(label: "cd", greedy: "cd", beam: "cd", from: .init(corpus: "words", level: nil, contributor: "hpb"))
        #expect(evaluation.results[.init(criterion: .all, name: "")]?.greedy.characterErrorRate == 0.25)
        #expect(evaluation.results[.init(criterion: .all, name: "")]?.beam.characterErrorRate == 0)
        #expect(evaluation.results[.init(criterion: .corpus, name: "words")]?.greedy.inks == 2)
        #expect(evaluation.results[.init(criterion: .level, name: "word")]?.greedy.characterErrorRate == 0.5)
        #expect(evaluation.results[.init(criterion: .level, name: "?")]?.greedy.inks == 1)
        #expect(evaluation.results[.init(criterion: .contributor, name: "hpb")]?.greedy.edits == 0)
    }

    @Test(
        "the third part of an identifier is its contributor",
        arguments: [("unipen/7/apd/app3831.dat#0", "apd"), ("a/b/c", "c"), ("a/b", nil), ("", nil)] as [(String, String?)])
    func contributor(identifier: String, expected: String?) {
        #expect(Evaluation.contributor(of: identifier) == expected)
    }

    @Test("corpora are named after their files, and told apart")
    func corpora() {
        #expect(Evaluation.corpora(["dev/words.jsonl.gz", "lines.jsonl", "odd"]) == ["words", "lines", "odd"])
        #expect(Evaluation.corpora(["dev/words.jsonl.gz", "train/words.jsonl"]) == ["dev/words.jsonl.gz", "train/words.jsonl"])
    }

    @Test("the table has a row for each group under one line of titles")
    func table() {
        var evaluation = Evaluation()
        evaluation.add(label: "abcd", greedy: "abce", beam: "abcd", from: .init(corpus: "words", level: "word", contributor: "apd"))
        let lines = EvaluationReport(evaluation: evaluation, model: "m", greedySeconds: 0.5, beamSeconds: 1, refused: 1).lines
        #expect(lines[0] == "percent          inks  characters  greedy CER     WER  exact  beam CER   WER   exact")
        #expect(lines[1] == "all                 1           4       25.00  100.00   0.00      0.00  0.00  100.00")
        #expect(lines[4].hasPrefix("contributor apd "))
        #expect(lines[6] == "greedy: the most probable character at every step; 2 inks, 8 characters per second")
        #expect(lines.last == "1 ink refused by the recognizer, counted as empty text")
    }

    @Test("the JSON report has the same groups with rates as shares")
    func json() {
        var evaluation = Evaluation()
        evaluation.add(label: "abcd", greedy: "abce", beam: "abcd", from: .init(corpus: "words", level: "word", contributor: "apd"))
        let json = EvaluationReport(evaluation: evaluation, model: "m").json
        guard case .array(let groups) = json["groups"] else {
            Issue.record("no groups in \(json)")
            return
        }
        #expect(groups.count == 4)
        #expect(groups.first?["greedy"]?["cer"] == .double(0.25))
        #expect(groups.last?["by"] == .string("contributor") && groups.last?["name"] == .string("apd"))
    }
}
