internal import InkWorkspace
internal import Synchronization

/// Collects the usage of users' packages from the threads of the packages, until all have answered or the time is up. Usable from any
/// thread.
final class PackageMeasurement: Sendable {
    private struct State {
        var found: [UInt32: PackageUse] = [:]
        /// Number of answers to wait for; nil while the number of queried threads is unknown.
        var missing: Int?
        var answered = 0
        var continuation: CheckedContinuation<[UInt32: PackageUse], Never>?

        /// Removes and returns the continuation, if all threads have answered.
        mutating func takeIfDone() -> CheckedContinuation<[UInt32: PackageUse], Never>? {
            guard let missing, answered >= missing else { return nil }
            defer { continuation = nil }
            return continuation
        }
    }

    private let state = Mutex(State())

    /// Queries the threads of users' packages, and waits for their answers.
    func gather(of users: [UInt32], from packages: PackageStores) async -> [UInt32: PackageUse] {
        await withCheckedContinuation { continuation in
            state.withLock { $0.continuation = continuation }
            let asked = users.count { user in packages.measure(of: user) { [self] in add($0, of: user) } }
            finish { $0.missing = asked }
        }
    }

    /// Ends the collection at the timeout, without waiting for the missing answers.
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
