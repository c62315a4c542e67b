internal import InkProtocol
internal import Synchronization
internal import System

/// The transfers of one connection, by number; they go with it.
final class TransferShelf: Sendable {
    private struct State {
        var transfers: [Int: Transfer] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The connection is gone, and all of its transfers.
    func close() { state.withLock { $0 = State(isClosed: true) } }

    /// Nobody waits for an answer any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Keeps a transfer until it is taken or ended; not at all if the connection is gone.
    func add(_ transfer: Transfer) {
        state.withLock { if !$0.isClosed { $0.transfers[transfer.number] = transfer } }
    }

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

    /// Takes a complete transfer, which its connection no longer has.
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

/// The content of a call: in the call itself, or a transfer.
enum GivenContent<Inline: Sendable>: Sendable {
    case inline(Inline)
    case transfer(Transfer)
}

extension Caller {
    /// The content of a call, of which exactly one of two parameters is there; a transfer is taken.
    /// - Parameter name: of the parameter that has the content itself.
    /// - Throws: `InvalidParameter`, `NoSuchTransfer`, `Incomplete`
    func content<Inline: Sendable>(_ inline: Inline?, _ transfer: Int?, named name: String) throws -> GivenContent<Inline> {
        switch (inline, transfer) {
        case (let inline?, nil): .inline(inline)
        case (nil, let number?): .transfer(try transfers.take(number))
        case (nil, nil): throw ServiceInterface.InvalidParameter(parameter: name)
        case (_?, _?): throw ServiceInterface.InvalidParameter(parameter: "transfer")
        }
    }

    /// The strokes of a call: none in the call itself is as good as no parameter where there is a transfer.
    /// - Throws: as the other one.
    func strokes<Element: Sendable>(_ strokes: [Element]?, _ transfer: Int?) throws -> GivenContent<[Element]> {
        try content(transfer != nil && strokes?.isEmpty == true ? nil : strokes, transfer, named: "strokes")
    }
}

extension SharedState {
    /// A transfer of a caller's, empty yet. Makes a file: not on a thread that anybody waits for.
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

    /// A transfer that a caller can fetch these bytes of.
    /// - Throws: as the other one.
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
