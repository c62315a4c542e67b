import Testing

@testable import Editing

@Suite("Writing on guide lines")
struct GuideRowTests {
    /// An editor with guide lines ten apart.
    private func scribe(_ gap: Double? = 10) -> Scribe {
        var configuration = EditorConfiguration()
        configuration.guideGap = gap
        return Scribe(type: .text, configuration: configuration)
    }

    /// The row of each line, top to bottom.
    private func rows(_ scribe: Scribe) -> [GuideRow?] {
        scribe.editor.lines.map { scribe.editor.snapshot(of: $0.id)?.row }
    }

    @Test("stands in the row whose baseline it is on, three quarters down")
    func standing() {
        var scribe = scribe()
        scribe.write("hello", x: 10, y: 30)
        scribe.write("there", x: 10, y: 50.5)
        #expect(rows(scribe).map { $0?.top } == [22.5, 42.5] && rows(scribe).allSatisfy { $0?.height == 10 })
    }

    @Test("alone may be there by chance: it has to be nearer to the guide line than one of several")
    func alone() {
        var scribe = scribe()
        scribe.write("hello", x: 10, y: 31.5)
        #expect(rows(scribe) == [nil])
        scribe.write("there", x: 10, y: 51)
        #expect(rows(scribe).map { $0?.top } == [22.5, 42.5])
    }

    @Test("gives a comma alone the row it is in, though it stands on nothing")
    func comma() {
        var scribe = scribe()
        scribe.write("hello", x: 10, y: 30)
        scribe.play("line 12,59.5 11,61.2")
        #expect(rows(scribe).last??.top == 52.5)
        scribe.play("line 80,84 79.5,86")
        #expect(rows(scribe).last??.top == 82.5, "an apostrophe")
    }

    @Test("does not count where nothing shows that anybody follows the guides")
    func ignored() {
        var between = scribe()
        between.write("hello", x: 10, y: 25)
        #expect(rows(between) == [nil])
        var huge = scribe()
        huge.write("hello", x: 10, y: 30, size: 30)
        #expect(rows(huge) == [nil])
        var alone = scribe()
        alone.play("line 10,20 10,24")
        #expect(rows(alone) == [nil])
        var without = scribe(nil)
        without.write("hello", x: 10, y: 30)
        #expect(rows(without) == [nil])
    }

    @Test("counts while most lines around follow the guides, for those only that do")
    func most() {
        var scribe = scribe()
        scribe.write("hello", x: 10, y: 30)
        scribe.write("there", x: 10, y: 50)
        scribe.write("between", x: 10, y: 65)
        #expect(rows(scribe).map { $0?.top } == [22.5, 42.5, nil])
    }
}
