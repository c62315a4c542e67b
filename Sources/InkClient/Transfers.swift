internal import FoundationEssentials
internal import InkProtocol

/// The methods of org.inkd.Transfers: content too large for a call. A transfer belongs to this connection, and ends with it. All throw as
/// `call` does.
extension InkConnection {
    /// Maximum number of bytes of content in a call itself; more are sent as a transfer.
    static let inlineLimit = 512 << 10

    /// Sends bytes in parts, for a method that accepts a transfer, and returns its number. Refused with `TooLarge`, `QuotaExceeded`.
    public func send(_ bytes: [UInt8]) throws(ClientError) -> Int {
        let transfer = try call(TransfersInterface.Begin.self, .init(size: bytes.count)).transfer
        var rest = bytes[...]
        while !rest.isEmpty {
            let data = Data(rest.prefix(TransfersInterface.Write.limit)).base64EncodedString()
            rest = rest.dropFirst(TransfersInterface.Write.limit)
            _ = try call(TransfersInterface.Write.self, .init(transfer: transfer, data: data))
        }
        return transfer
    }

    /// Fetches all bytes of a transfer, and ends it. Refused with `NoSuchTransfer`.
    public func fetch(_ transfer: Int) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let reply = try call(TransfersInterface.Read.self, .init(transfer: transfer, offset: bytes.count))
            guard let data = Data(base64Encoded: reply.data) else {
                throw .badAnswer(.malformedMessage(reason: "a transfer has data that is not base64"))
            }
            bytes += data
            guard bytes.count < reply.size else { break }
            // missing bytes cannot be waited for
            guard !data.isEmpty else {
                throw .badAnswer(.malformedMessage(reason: "a transfer of \(reply.size) bytes ends after \(bytes.count)"))
            }
        }
        try endTransfer(transfer)
        return bytes
    }

    /// Ends a transfer. Refused with `NoSuchTransfer`.
    public func endTransfer(_ transfer: Int) throws(ClientError) {
        _ = try call(TransfersInterface.End.self, .init(transfer: transfer))
    }

    /// Sends strokes as a transfer if they may not fit into a call; returns nil if they fit.
    func sendIfLarge<Stroke: VarlinkValue>(_ strokes: [Stroke], samples: Int) throws(ClientError) -> Int? {
        // a sample takes four numbers of twenty digits at most
        guard samples * 80 + strokes.count * 50 > Self.inlineLimit else { return nil }
        let text: [UInt8]
        do {
            text = try JSONWriter.bytes(of: strokes)
        } catch {
            throw .badCall(error)
        }
        return text.count > Self.inlineLimit ? try send(text) : nil
    }
}
