import InkEvaluation
import InkTestSupport
import Testing

@Suite("Which characters are wrong")
struct EditAlignmentTests {
    @Test("replaced, inserted and missed characters are told apart")
    func kinds() {
        #expect(
            EditAlignment(reading: "hause", label: "house").steps == [
                .same("h"), .replaced(read: "a", wanted: "o"), .same("u"), .same("s"), .same("e"),
            ])
        #expect(EditAlignment(reading: "hoouse", label: "house").steps.filter { $0 == .inserted("o") }.count == 1)
        #expect(EditAlignment(reading: "huse", label: "house").steps == [.same("h"), .missed("o"), .same("u"), .same("s"), .same("e")])
        #expect(EditAlignment(reading: "", label: "ab").steps == [.missed("a"), .missed("b")])
        #expect(EditAlignment(reading: "", label: "").steps.isEmpty)
    }

    @Test("a letter and its accent are one character, and an accent alone makes it wrong")
    func accents() {
        #expect(EditAlignment(reading: "cafe\u{301}", label: "café").errors == 0)
        #expect(EditAlignment(reading: "cafe", label: "café").steps.last == .replaced(read: "e", wanted: "é"))
    }

    @Test("there are as many errors as the edit distance has, and both texts can be had back")
    func agreesWithDistance() {
        var dice = SeededGenerator(seed: 12)
        func word() -> String { String((0..<Int.random(in: 0...9, using: &dice)).map { _ in "abc".randomElement(using: &dice) ?? "a" }) }
        for _ in 0..<500 {
            let (reading, label) = (word(), word())
            let alignment = EditAlignment(reading: reading, label: label)
            #expect(alignment.errors == EditDistance.between(Array(reading), Array(label)), "\(reading) \(label)")
            #expect(alignment.steps.compactMap(\.read).joined() == reading)
            let wanted = alignment.steps.compactMap { step -> String? in
                switch step {
                case .same(let text), .missed(let text), .replaced(_, let text): text
                case .inserted: nil
                }
            }
            #expect(wanted.joined() == label)
        }
    }

    @Test("texts too long to be compared whole are compared at their ends")
    func long() {
        let (reading, label) = (String(repeating: "a", count: 6000), String(repeating: "b", count: 5000))
        let alignment = EditAlignment(reading: "x" + reading + "z", label: "x" + label + "z")
        #expect(alignment.steps.first == .same("x") && alignment.steps.last == .same("z"))
        #expect(alignment.errors == 6000)
    }

    @Test("errors are counted by what was wanted and what was read, with the inks they are in, the most frequent first")
    func confusions() {
        var confusions = Confusions()
        confusions.add(EditAlignment(reading: "aa", label: "oo"), place: 1)
        confusions.add(EditAlignment(reading: "a", label: "o"), place: 4)
        confusions.add(EditAlignment(reading: "b", label: ""), place: 5)
        confusions.add(EditAlignment(reading: "same", label: "same"), place: 6)
        let rows = confusions.rows(most: 9)
        #expect(rows.map(\.pair) == [.init(wanted: "o", read: "a"), .init(wanted: nil, read: "b")])
        #expect(rows.map(\.count) == [3, 1] && rows.map(\.places) == [[1, 4], [5]])
        #expect(confusions.total == 4 && confusions.kinds == 2 && confusions.rows(most: 1).count == 1)
    }
}
