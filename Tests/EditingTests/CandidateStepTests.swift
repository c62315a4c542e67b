@testable import Editing
import Ink
import Testing

@Suite("Stepping through the candidates of the last word")
struct CandidateStepTests {
    /// Reads each line as its own words with these candidates, one stroke a word.
    private func read(_ scribe: inout Scribe, as words: [[String]]) {
        for request in scribe.editor.takeRequests() {
            let transcript = Transcript(
                candidates: [Candidate(text: words.compactMap(\.first).joined(separator: " "), score: 0)],
                words: words.enumerated().map { index, texts in
                    TranscribedWord(
                        text: texts.first ?? "", box: nil, ranges: [StrokeRange(stroke: index, first: 0, last: 1)],
                        candidates: texts.map { Candidate(text: $0, score: 0) })
                })
            _ = scribe.editor.apply(transcript, to: request.line, revision: request.revision, isFinal: request.isFinal)
        }
    }

    @Test("goes through all of them, round and round, both ways")
    func cycle() {
        var scribe = Scribe("line 0,0 0,5; line 4,0 4,5; wait 600", type: .text)
        read(&scribe, as: [["we", "me"], ["met", "mot", "net"]])
        let forwards = (0..<4).map { _ in
            _ = scribe.editor.chooseCandidate(1)
            return scribe.editor.text
        }
        #expect(forwards == ["we mot", "we net", "we met", "we mot"])
        let backwards = (0..<3).map { _ in
            _ = scribe.editor.chooseCandidate(-1)
            return scribe.editor.text
        }
        #expect(backwards == ["we met", "we net", "we mot"])
        _ = scribe.editor.undo()
        #expect(scribe.editor.text == "we net")
    }

    @Test("does nothing without a word, or with one that has no other candidate")
    func nothing() {
        var scribe = Scribe(type: .text)
        var effects = [scribe.editor.chooseCandidate(1)]
        scribe.play("line 0,0 0,5; wait 600")
        effects.append(scribe.editor.chooseCandidate(1))
        read(&scribe, as: [["we"]])
        effects.append(scribe.editor.chooseCandidate(1))
        #expect(effects == [nil, nil, nil] && scribe.editor.text == "we")
    }
}
