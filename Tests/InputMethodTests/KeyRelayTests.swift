import Glibc
import InkProtocol
import InputMethod
import Testing

/// Keys between a framework and the application.
@Suite struct KeyRelayTests {
    private struct Press: RelayedKey, Equatable {
        let number: UInt32
        let key: Composition.Key
        var isRelease = false
    }

    private let relay = KeyRelay<Press>()

    /// A session without inkd, in a field that reports no text, with a pending word.
    private func session() -> InputMethodSession {
        let session = InputMethodSession(name: "test", socket: "/nonexistent") { _ in }
        session.handle(.focusIn(.text))
        session.handle(.event(.init(sequence: 1, change: .reading, reading: .sample("fox", strokes: [1], final: false), field: 1)))
        return session
    }

    /// Releases the keys that are due.
    private func released(_ session: InputMethodSession) -> [UInt32] {
        var numbers: [UInt32] = []
        relay.release(session) { numbers.append($0.number) }
        return numbers
    }

    @Test func `A consumed key is consumed with its release`() {
        let session = session()
        #expect(session.isComposing)
        #expect(relay.handle(Press(number: 1, key: .escape), pause: nil, session))
        #expect(relay.handle(Press(number: 1, key: .escape, isRelease: true), pause: nil, session))
        // another Escape belongs to the application
        #expect(!relay.handle(Press(number: 1, key: .escape), pause: nil, session))
        #expect(!relay.handle(Press(number: 1, key: .escape, isRelease: true), pause: nil, session))
    }

    @Test func `A key that commits a word waits where commits take another path, and later keys wait behind it`() {
        let session = session()
        let keys = [Press(number: 2, key: .character("a")), Press(number: 3, key: .character("b"))]
        #expect(relay.handle(keys[0], pause: .milliseconds(20), session) && !session.isComposing)
        #expect(relay.handle(keys[1], pause: .milliseconds(20), session))
        #expect(!relay.isEmpty && relay.deadline != nil && released(session).isEmpty)
        usleep(30_000)
        #expect(released(session) == [2, 3] && relay.isEmpty && relay.deadline == nil)
    }

    @Test func `Without such paths the key goes at once`() {
        let session = session()
        #expect(!relay.handle(Press(number: 2, key: .character("a")), pause: nil, session) && relay.isEmpty)
    }

    @Test func `Keys of a field that has lost the focus are dropped`() {
        let session = session()
        relay.hold(Press(number: 2, key: .character("a")), for: .zero)
        relay.drop()
        #expect(released(session).isEmpty && relay.isEmpty)
    }
}
