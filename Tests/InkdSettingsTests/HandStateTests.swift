import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct HandStateTests {
    private var state = HandState()

    private mutating func write(places: Int = 3, every milliseconds: Double = 10) {
        state.draw { sheet in
            sheet.begin(.init(x: 0, y: 0, time: 1000))
            for place in 1..<places { _ = sheet.move(to: .init(x: Double(place), y: 0, time: 1000 + Double(place) * milliseconds)) }
            _ = sheet.end(at: 1e6)
        }
    }

    @Test mutating func `A lesson goes from text to text, and only ink is accepted`() {
        state.begin(["one", "two", "three"])
        #expect(state.lesson?.prompt == "one")
        state.accept()
        #expect(state.lesson?.prompt == "one")
        write()
        state.accept()
        #expect(state.lesson?.prompt == "two" && state.lesson?.sheet.isEmpty == true)
        write()
        state.again()
        #expect(state.lesson?.prompt == "two" && state.lesson?.sheet.isEmpty == true)
        state.skip()
        write()
        state.accept()
        #expect(state.lesson?.prompt == nil && state.samples.map(\.text) == ["one", "three"])
        #expect(state.lesson?.counter == "3 of 3")
        state.skip()
        #expect(state.lesson?.counter == "3 of 3")
    }

    @Test mutating func `Ten samples are enough to learn, and nothing is kept afterwards`() {
        state.begin(Prompts.of("en"))
        for _ in 0..<HandState.fewest {
            #expect(!state.canLearn)
            write()
            state.accept()
        }
        #expect(state.canLearn && state.examples.count == HandState.fewest)
        state.learning(0.5)
        #expect(state.activity == .learning(0.5))
        state.refused()
        #expect(state.canLearn)
        state.learning(nil)
        #expect(state.samples.isEmpty && state.activity == .none && state.lesson?.prompt == nil)
    }

    @Test mutating func `Places are thinned, but for the last, and times begin with the sample`() {
        state.begin(["one"])
        write(places: 101, every: 1)
        state.accept()
        let ink = state.examples[0].strokes[0]
        #expect(ink.x.count == 14 && ink.x.first == 0 && ink.x.last == 100)
        #expect(ink.t?.first == 0 && ink.t?.last == 100)
    }

    @Test func `The gain is how much less doubt there is`() {
        var state = HandState()
        #expect(state.summary.isEmpty)
        state.read(.init(adapted: false))
        #expect(state.gain == nil && state.summary.contains("not learned"))
        state.read(.init(adapted: true, examples: 20, lossBefore: 0.4, lossAfter: 0.3))
        #expect(state.gain == 25 && state.summary.contains("20 lines") && state.summary.contains("25 %"))
    }

    @Test(arguments: ["de", "en", "es", "fr", "it", "nl", "pt", "sv"])
    func `Each language has twenty texts of its own`(language: String) {
        let texts = Prompts.of("\(language)-XX")
        #expect(Set(texts).count == 20 && texts.allSatisfy { $0.count <= 30 })
        #expect(language == "en" || texts != Prompts.of("en"))
    }

    @Test func `A language without texts has the English ones`() {
        #expect(Prompts.of("xx") == Prompts.of("en") && Prompts.of("") == Prompts.of("en"))
    }
}
