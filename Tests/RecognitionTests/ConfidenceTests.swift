import Foundation
import Ink
import Testing

@testable import Recognition

@Suite("Confidence")
struct ConfidenceTests {
    private let json = #"{"evidence":1,"word":[0,1,0,0,0,0],"text":[1,0,0,0,0]}"#

    @Test("evidence becomes a probability")
    func probability() throws {
        let confidence = try Confidence(json: json)
        #expect(confidence.ofWord([0, 9, 9, 9, 9]) == 0.5)
        #expect(abs(confidence.ofWord([2, 0, 0, 0, 0]) - 0.880797) < 1e-6)
        #expect(abs(confidence.ofText([5, 5, 5, 5]) - 0.731059) < 1e-6)
    }

    @Test(
        "metadata that is no calibration is refused by name",
        arguments: [
            "", "[]", #"{"evidence":1}"#, #"{"evidence":2,"word":[0,1,0,0,0,0],"text":[1,0,0,0,0]}"#,
            #"{"evidence":1,"word":[0,1],"text":[1,0,0,0,0]}"#, #"{"evidence":1,"word":[0,1,0,0,0,1e999],"text":[1,0,0,0,0]}"#,
        ])
    func refused(_ json: String) {
        let error = #expect(throws: RecognitionError.self) { _ = try Confidence(json: json) }
        guard case .metadata("confidence", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a word read surely has more evidence for it than one read with doubt")
    func evidence() throws {
        let segments = [Segment(label: 1, text: "a", word: 0, steps: 0...0), Segment(label: 2, text: "b", word: 0, steps: 1...1)]
        let (sure, doubtful) = (try scores([[0.01, 0.98, 0.01], [0.01, 0.01, 0.98]]), try scores([[0.3, 0.4, 0.3], [0.3, 0.3, 0.4]]))
        let word = { (share: Double) in WordReadings.Word(candidates: [], shared: share, own: share) }
        let (more, less) = (
            Evidence.ofWord(word(0.99), segments[...], in: sure), Evidence.ofWord(word(0.2), segments[...], in: doubtful)
        )
        #expect(more.count == Evidence.wordNumbers)
        for place in 0..<4 { #expect(more[place] > less[place]) }
        #expect(more.last == less.last)
        let text = Evidence.ofText([word(0.99)], segments, readings: [Reading(text: "ab", classes: [1, 2], score: -1)], in: sure)
        #expect(text.count == Evidence.textNumbers)
        #expect(text.allSatisfy { $0.isFinite })
    }

    @Test("evidence is always numbers, whatever the scores")
    func notNumbers() throws {
        let segments = [Segment(label: 1, text: "a", word: 0, steps: 0...9)]
        let table = try #require(Scores(steps: 2, classes: 2, values: [.nan, .nan, -.infinity, -.infinity]))
        for share in [0, 1, Double.nan] {
            let word = WordReadings.Word(candidates: [], shared: share, own: share)
            let numbers = Evidence.ofWord(word, segments[...], in: table) + Evidence.ofText([word], segments, readings: [], in: table)
            #expect(numbers.allSatisfy { $0.isFinite })
        }
    }
}
