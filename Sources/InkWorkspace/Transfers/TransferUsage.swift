internal import InkProtocol
internal import Synchronization

/// Counts and sizes of users' transfers.
package final class TransferUsage: Sendable {
    private struct State {
        var last = 0
        var users: [UInt32: (count: Int, bytes: Int)] = [:]
    }

    private let state = Mutex(State())

    /// Number of transfers of all users.
    var count: Int { state.withLock { $0.users.values.reduce(0) { $0 + $1.count } } }

    /// The number and bytes of the transfers of each user who has transfers.
    package var byUser: [UInt32: (count: Int, bytes: Int)] { state.withLock { $0.users } }

    /// Counts a transfer, until the lease is deallocated.
    /// - Throws: `TooLarge` for more bytes than a user may ever have; `QuotaExceeded`
    func begin(of user: UInt32, size: Int, _ quotas: Quotas) throws -> TransferLease {
        let most = quotas.transferSize << 20
        guard size <= most else { throw TransfersInterface.TooLarge(size: size, limit: most) }
        // checked and counted under one lock, because connections of the same user may begin transfers at the same time
        let result: Result<Int, ClientInterface.QuotaExceeded> = state.withLock { state in
            let used = state.users[user] ?? (0, 0)
            do throws(ClientInterface.QuotaExceeded) {
                try quotas.check(.transfers, used: used.count)
                try quotas.check(.transferSize, used: used.bytes + size)
            } catch {
                return .failure(error)
            }
            state.users[user] = (used.count + 1, used.bytes + size)
            state.last += 1
            return .success(state.last)
        }
        return TransferLease(number: try result.get(), user: user, size: size, usage: self)
    }

    fileprivate func end(of user: UInt32, size: Int) {
        state.withLock { state in
            guard let used = state.users[user] else { return }
            state.users[user] = used.count > 1 ? (used.count - 1, used.bytes - size) : nil
        }
    }
}

/// A transfer's part of its user's quotas, released when this object is deallocated.
final class TransferLease: Sendable {
    /// The number of the transfer among those of all users.
    let number: Int
    private let user: UInt32
    private let size: Int
    private let usage: TransferUsage

    fileprivate init(number: Int, user: UInt32, size: Int, usage: TransferUsage) {
        self.number = number
        self.user = user
        self.size = size
        self.usage = usage
    }

    deinit { usage.end(of: user, size: size) }
}
