internal import Synchronization

/// Gathers what users' packages take, from their threads, until all have answered or the time is up. From any thread.
final class PackageMeasurement: Sendable {
    private struct State {
        var found: [UInt32: PackageUse] = [:]
        /// Threads that have yet to answer; nil until it is known how many were asked.
        var missing: Int?
        var answered = 0
        var continuation: CheckedContinuation<[UInt32: PackageUse], Never>?

        /// The continuation, once: all have answered.
        mutating func takeIfDone() -> CheckedContinuation<[UInt32: PackageUse], Never>? {
            guard let missing, answered >= missing else { return nil }
            defer { continuation = nil }
            return continuation
        }
    }

    private let state = Mutex(State())

    /// Asks the threads of users, and waits.
    func gather(of users: [UInt32], from packages: PackageStores) async -> [UInt32: PackageUse] {
        await withCheckedContinuation { continuation in
            state.withLock { $0.continuation = continuation }
            let asked = users.count { user in packages.measure(of: user) { [self] in add($0, of: user) } }
            finish { $0.missing = asked }
        }
    }

    /// The time is up: what has not come is not waited for.
    func end() { finish { $0.missing = 0 } }

    private func add(_ use: PackageUse?, of user: UInt32) {
        finish { state in
            state.found[user] = use
            state.answered += 1
        }
    }

    private func finish(_ change: (inout State) -> Void) {
        let (continuation, found) = state.withLock { state in
            change(&state)
            return (state.takeIfDone(), state.found)
        }
        continuation?.resume(returning: found)
    }
}
