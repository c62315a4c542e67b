import InputMethod
import Testing

@Suite("Keys that wait")
struct HeldKeysTests {
    private static func released(_ keys: inout HeldKeys<String>, isChanging: Bool, at milliseconds: Int) -> [String] {
        keys.release(isChanging: isChanging, at: .milliseconds(milliseconds)).map(\.key)
    }

    @Test("go in order once the exchange of text is over")
    func exchange() {
        var keys = HeldKeys<String>()
        #expect(keys.isEmpty && keys.deadline == nil && Self.released(&keys, isChanging: false, at: 0) == [])
        keys.hold("a", until: .milliseconds(450))
        keys.hold("b", until: .milliseconds(600))
        #expect(!keys.isEmpty && keys.deadline == .milliseconds(450))
        #expect(Self.released(&keys, isChanging: true, at: 449) == [])
        #expect(Self.released(&keys, isChanging: false, at: 449) == ["a", "b"])
        #expect(keys.isEmpty && keys.deadline == nil && Self.released(&keys, isChanging: false, at: 500) == [])
    }

    @Test("go at their time though the exchange is not over, and wait for another one anew")
    func deadline() {
        var keys = HeldKeys<String>()
        keys.hold("a", until: .milliseconds(450))
        keys.hold("b", until: .milliseconds(900))
        #expect(Self.released(&keys, isChanging: true, at: 450) == ["a", "b"])
        keys.hold("c", until: .milliseconds(1000))
        #expect(keys.deadline == .milliseconds(1000))
        #expect(Self.released(&keys, isChanging: true, at: 999) == [])
        #expect(Self.released(&keys, isChanging: true, at: 1000) == ["c"])
    }

    @Test("wait their whole time behind one that follows a commit, which the composition knows")
    func pressed() {
        var keys = HeldKeys<String>()
        keys.hold("a", isPressed: true, until: .milliseconds(50))
        keys.hold("b", until: .milliseconds(450))
        #expect(Self.released(&keys, isChanging: false, at: 49) == [])
        let held = keys.release(isChanging: true, at: .milliseconds(50))
        #expect(held.map(\.key) == ["a", "b"] && held.map(\.isPressed) == [true, false])
        // the first one decides, not those behind it
        keys.hold("c", until: .milliseconds(450))
        keys.hold("d", isPressed: true, until: .milliseconds(100))
        #expect(Self.released(&keys, isChanging: false, at: 60) == ["c", "d"])
    }

    @Test("are forgotten with the field they were for")
    func dropped() {
        var keys = HeldKeys<String>()
        keys.hold("a", until: .milliseconds(450))
        keys.drop()
        #expect(keys.isEmpty && keys.deadline == nil && Self.released(&keys, isChanging: false, at: 1000) == [])
    }
}
