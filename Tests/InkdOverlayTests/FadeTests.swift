import Testing

@testable import inkd_overlay

@Suite("What goes away")
struct FadeTests {
    @Test("is whole until it begins to go, and gone within 400 ms")
    func fades() {
        let start: Duration = .seconds(7)
        #expect(Fade.opacity(from: nil, at: .seconds(100)) == 1)
        #expect(Fade.opacity(from: start, at: .seconds(6)) == 1)
        #expect(Fade.opacity(from: start, at: start + Fade.length / 2) == 0.5)
        #expect(Fade.opacity(from: start, at: start + .milliseconds(400)) == 0)
        #expect(Fade.isOver(from: start, at: start + .milliseconds(400)))
    }

    @Test("never comes back and is never more than whole")
    func monotonic() {
        var last = 1.0
        for milliseconds in stride(from: -100, through: 1000, by: 7) {
            let opacity = Fade.opacity(from: .zero, at: .milliseconds(milliseconds))
            #expect(opacity <= last && opacity >= 0)
            last = opacity
        }
        #expect(!Fade.isOver(from: nil, at: .seconds(1000)))
    }
}
