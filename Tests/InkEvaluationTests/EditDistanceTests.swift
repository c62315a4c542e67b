import InkEvaluation
import Testing

@Suite("Edit distance")
struct EditDistanceTests {
    @Test(
        "insertions, deletions and replacements count one each",
        arguments: [
            ("", "", 0), ("abc", "abc", 0), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("ab", "ba", 2),
            ("intention", "execution", 5),
        ])
    func countsEdits(a: String, b: String, distance: Int) {
        #expect(EditDistance.between(Array(a), Array(b)) == distance)
        #expect(EditDistance.between(Array(b), Array(a)) == distance)
    }

    @Test("words are compared whole")
    func comparesWords() {
        #expect(EditDistance.between(["the", "cat", "sat"], ["the", "bat", "sat", "down"]) == 2)
    }

    @Test("a letter and its accent are one character")
    func comparesCharacters() {
        #expect(EditDistance.between(Array("cafe\u{301}"), Array("café")) == 0)
        #expect(EditDistance.between(Array("cafe"), Array("cafe\u{301}")) == 1)
    }
}
