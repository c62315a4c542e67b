internal import InkProtocol
internal import Synchronization
internal import System

/// The transfers of one connection, by number. They end when the connection is closed.
final class TransferRegistry: Sendable {
    private struct State {
        var transfers: [Int: Transfer] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Ends all transfers, because the connection is closed.
    func close() { state.withLock { $0 = State(isClosed: true) } }

    /// Whether the connection is closed, so that no client waits for an answer.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Stores a transfer until it is consumed or ended; ignored if the connection is closed.
    func add(_ transfer: Transfer) {
        state.withLock { if !$0.isClosed { $0.transfers[transfer.number] = transfer } }
    }

    /// Returns a transfer by its number.
    /// - Throws: `NoSuchTransfer`
    func find(_ number: Int) throws(TransfersInterface.NoSuchTransfer) -> Transfer {
        guard let transfer = state.withLock({ $0.transfers[number] }) else { throw .init(transfer: number) }
        return transfer
    }

    /// Ends a transfer.
    /// - Throws: `NoSuchTransfer`
    func end(_ number: Int) throws(TransfersInterface.NoSuchTransfer) {
        guard state.withLock({ $0.transfers.removeValue(forKey: number) }) != nil else { throw .init(transfer: number) }
    }

    /// Removes and returns a complete transfer.
    /// - Throws: `NoSuchTransfer`, `Incomplete`
    func take(_ number: Int) throws -> Transfer {
        let transfer = try find(number)
        guard transfer.received == transfer.size else {
            throw TransfersInterface.Incomplete(transfer: number, received: transfer.received, size: transfer.size)
        }
        try end(number)
        return transfer
    }
}

/// The content of a call, which is in the call itself or in a transfer.
enum GivenContent<Inline: Sendable>: Sendable {
    case inline(Inline)
    case transfer(Transfer)
}

extension Caller {
    /// Returns the content of a call, given by exactly one of two parameters. A transfer is removed from the registry.
    /// - Parameter name: the name of the parameter that contains the content directly.
    /// - Throws: `InvalidParameter`, `NoSuchTransfer`, `Incomplete`
    func content<Inline: Sendable>(_ inline: Inline?, _ transfer: Int?, named name: String) throws -> GivenContent<Inline> {
        switch (inline, transfer) {
        case (let inline?, nil): .inline(inline)
        case (nil, let number?): .transfer(try transfers.take(number))
        case (nil, nil): throw ServiceInterface.InvalidParameter(parameter: name)
        case (_?, _?): throw ServiceInterface.InvalidParameter(parameter: "transfer")
        }
    }

    /// Returns the strokes of a call: an empty array in the call itself counts as absent if there is a transfer.
    /// - Throws: as `content(_:_:named:)`.
    func strokes<Element: Sendable>(_ strokes: [Element]?, _ transfer: Int?) throws -> GivenContent<[Element]> {
        try content(transfer != nil && strokes?.isEmpty == true ? nil : strokes, transfer, named: "strokes")
    }
}

extension SharedState {
    /// Creates an empty transfer for a caller. Creates a file: do not call it on a thread that callers wait for.
    /// - Throws: `TooLarge` for more than a user may ever have; `QuotaExceeded`, `Failed`
    func makeTransfer(of size: Int, for caller: Caller) throws -> Transfer {
        let settings = settings
        let lease = try usage.transfers.begin(of: caller.user, size: size, settings.quotas)
        let parent = settings.temporary.isEmpty ? settings.state : settings.temporary
        do throws(SystemError) { try Folder.make(parent) } catch { throw ClientInterface.Failed(reason: "\(error)") }
        let transfer = try Transfer(of: size, in: parent + "/transfers", lease)
        caller.transfers.add(transfer)
        return transfer
    }

    /// Creates a transfer with bytes for a caller to fetch.
    /// - Throws: as `makeTransfer(of:for:)`.
    func makeTransfer(holding bytes: [UInt8], for caller: Caller) throws -> Transfer {
        let transfer = try makeTransfer(of: bytes.count, for: caller)
        do {
            _ = try transfer.append(bytes)
        } catch {
            try? caller.transfers.end(transfer.number)
            throw error
        }
        return transfer
    }
}
