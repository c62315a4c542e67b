import InkProtocol
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

@Suite("Seats")
struct SeatStateTests {
    private static let session = LoginSession(id: "3", user: 1000, kind: "user")

    private func seat(_ session: LoginSession?, lock: SeatState.Lock? = nil, hasLogind: Bool = true) -> SeatState {
        var state = SeatState(hasLogind: hasLogind)
        state.use(session)
        if let lock { state.use(lock, of: session?.id) }
        return state
    }

    @Test("devices are read for a user's active session that is known to be unlocked, and for nothing else")
    func pauses() {
        #expect(seat(Self.session, lock: .unlocked).pause == nil)
        #expect(seat(Self.session, lock: .locked).pause == .locked)
        #expect(seat(Self.session).pause == .inactive, "nobody has said that it is not locked")
        #expect(seat(Self.session, lock: .unavailable).pause == .noLogind)
        #expect(seat(nil).pause == .inactive)
        #expect(seat(nil, hasLogind: false).pause == .noLogind)
        #expect(seat(Self.session, lock: .unlocked, hasLogind: false).pause == .noLogind)
    }

    @Test(
        "a greeter, a lock screen and a class that is not known are nobody's session",
        arguments: ["greeter", "lock-screen", "background", ""])
    func classes(kind: String) {
        #expect(seat(LoginSession(id: "c1", user: 110, kind: kind), lock: .unlocked).pause == .greeter)
    }

    @Test("a machine that is about to sleep reads nothing, whoever sits there")
    func sleep() {
        var state = seat(Self.session, lock: .unlocked)
        state.isAsleep = true
        #expect(state.pause == .asleep)
        state.isAsleep = false
        #expect(state.pause == nil)
    }

    @Test("what was said of one session's lock means nothing for another")
    func otherSession() {
        var state = seat(Self.session, lock: .unlocked)
        state.use(LoginSession(id: "4", user: 1000, kind: "user"))
        #expect(state.pause == .inactive)
        state.use(.unlocked, of: "3")
        #expect(state.pause == .inactive, "an answer that comes too late")
        state.use(.unlocked, of: "4")
        #expect(state.pause == nil)
        state.use(Self.session)
        #expect(state.pause == .inactive, "it may have been locked meanwhile")
    }

    @Test("after logind began anew nothing is taken for known")
    func restart() {
        var state = seat(Self.session, lock: .unlocked)
        state.forgetLock()
        #expect(state.pause == .inactive)
        var empty = seat(nil)
        empty.forgetLock()
        #expect(empty.lock == .unlocked, "where nobody is nothing is locked")
    }
}
