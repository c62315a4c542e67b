/// A value for each of the most recent users. Beyond `limit` users the least recent user is forgotten. A pure value.
package struct UserTable<Value> {
    private let limit: Int
    private var entries: [UInt32: (value: Value, turn: Int)] = [:]
    private var lastTurn = 0

    /// Creates an empty table for at most `limit` users.
    package init(limit: Int) { self.limit = limit }

    /// Changes a user's value in place, starting from `initial`.
    package mutating func update(_ user: UInt32, from initial: @autoclosure () -> Value, _ change: (inout Value) -> Void) {
        lastTurn += 1
        if entries[user] == nil, entries.count >= limit, let oldest = entries.min(by: { $0.value.turn < $1.value.turn }) {
            entries[oldest.key] = nil
        }
        entries[user, default: (initial(), 0)].turn = lastTurn
        change(&entries[user, default: (initial(), 0)].value)
    }

    /// Returns a user's value; nil if the user is unknown or forgotten.
    package subscript(user: UInt32) -> Value? { entries[user]?.value }

    /// The users that have values.
    package var users: [UInt32] { Array(entries.keys) }
}

extension UserTable: Sendable where Value: Sendable {}
