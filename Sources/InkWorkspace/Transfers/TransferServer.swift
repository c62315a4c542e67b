internal import FoundationEssentials
internal import InkProtocol

/// org.inkd.Transfers: content that is transferred in parts. A transfer can only be used by the connection that made it. Belongs to a
/// workspace.
final class TransferServer: TransfersService, ContentService {
    private let shared: SharedState
    let work: ContentWork

    init(shared: SharedState, work: ContentWork) {
        self.shared = shared
        self.work = work
    }

    func begin(_ parameters: TransfersInterface.Begin.Parameters, for caller: Caller) async throws -> TransfersInterface.Begin.Reply {
        guard parameters.size >= 0 else {
            throw ClientInterface.InvalidValue(parameter: "size", value: "\(parameters.size)", allowed: "0 bytes or more")
        }
        let shared = shared
        return try await work.run { .init(transfer: try shared.makeTransfer(of: parameters.size, for: caller).number) }
    }

    func write(_ parameters: TransfersInterface.Write.Parameters, for caller: Caller) async throws -> TransfersInterface.Write.Reply {
        let transfer = try caller.transfers.find(parameters.transfer)
        return try await work.run {
            guard let data = Data(base64Encoded: parameters.data) else { throw TransfersInterface.InvalidData(transfer: transfer.number) }
            guard data.count <= TransfersInterface.Write.limit else {
                throw TransfersInterface.TooLarge(size: data.count, limit: TransfersInterface.Write.limit)
            }
            return .init(received: try transfer.append([UInt8](data)))
        }
    }

    func read(_ parameters: TransfersInterface.Read.Parameters, for caller: Caller) async throws -> TransfersInterface.Read.Reply {
        let transfer = try caller.transfers.find(parameters.transfer)
        guard parameters.offset >= 0 else {
            throw ClientInterface.InvalidValue(parameter: "offset", value: "\(parameters.offset)", allowed: "0 bytes or more")
        }
        return try await work.run {
            let bytes = try transfer.read(from: parameters.offset, atMost: TransfersInterface.Write.limit)
            return .init(data: Data(bytes).base64EncodedString(), size: transfer.size)
        }
    }

    func end(_ parameters: TransfersInterface.End.Parameters, for caller: Caller) throws -> TransfersInterface.End.Reply {
        try caller.transfers.end(parameters.transfer)
        return .init()
    }
}
