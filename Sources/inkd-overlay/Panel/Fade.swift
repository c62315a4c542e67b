/// How things go away: not at once, so that one sees what was taken, and soon, so that it is not in the way.
enum Fade {
    /// From there to gone.
    static let length: Duration = .milliseconds(350)

    /// Of something that began to go at `start`: 1 before, 0 when it is gone.
    static func opacity(from start: Duration?, at now: Duration) -> Double {
        guard let start else { return 1 }
        return min(1, max(0, 1 - (now - start) / length))
    }

    /// Nothing is left to be seen.
    static func isOver(from start: Duration?, at now: Duration) -> Bool { start.map { now >= $0 + length } ?? false }
}
