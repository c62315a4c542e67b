internal import Glibc
internal import Ink
internal import InkWorkspace

/// The seats on which pens write text, and the rights to their text fields. Loop thread only.
final class TextSeatRegistry {
    private let access: Access
    /// The seats by name.
    private(set) var all: [String: TextSeat] = [:]

    init(access: Access) { self.access = access }

    subscript(name: String) -> TextSeat? { all[name] }

    func add(_ seat: TextSeat) { all[seat.name] = seat }

    /// Returns the session that has the seat now. While a user's session is active, only that user can have the seat. Other users with
    /// permanent access to the devices must not write into that user's fields.
    func holder(of seat: TextSeat) -> SeatSession? { seat.holder { mayHold(seat, $0) } }

    func mayHold(_ seat: TextSeat, _ user: uid_t) -> Bool {
        access.owner(of: seat.name).map { $0 == user } ?? access.permits(user, seat: seat.name)
    }

    /// Returns whether a user may learn the text written on a seat, and may control the seat's pens. The user must be root, the user whose
    /// session is active there, or, if no active session is known, the user of the focused field. Users who may only use the devices
    /// (`access.users`) have no such right.
    func owns(_ user: uid_t, _ seat: TextSeat) -> Bool {
        guard !access.isPrivileged(user) else { return true }
        guard access.permits(user, seat: seat.name) else { return false }
        if let owner = access.owner(of: seat.name) { return owner == user }
        return holder(of: seat).map { $0.user == user } ?? true
    }

    /// Returns a session by its number, if it is allowed to have the seat now.
    func session(_ number: Int, on seat: TextSeat) -> SeatSession? {
        seat.sessions.first { $0.number == number && mayHold(seat, $0.user) }
    }

    /// Returns a session on its seat, even if it is not allowed to have the seat; nil if its stream has ended.
    func attached(_ session: TextSession) -> (session: SeatSession, seat: TextSeat)? {
        guard let seat = all[session.seat], let attached = seat.sessions.first(where: { $0.session === session }) else { return nil }
        return (attached, seat)
    }

    /// Returns the rotation of a seat's built-in display, as reported by the last session that is allowed to have the seat; nil if
    /// unknown.
    func displayRotation(of seat: TextSeat) -> TabletArea.Rotation? {
        seat.sessions.last { $0.displayRotation != nil && mayHold(seat, $0.user) }?.displayRotation
    }
}
