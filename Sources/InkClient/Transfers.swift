internal import FoundationEssentials
internal import InkProtocol

/// The methods of org.inkd.Transfers, for content that is too large for a call. A transfer belongs to this connection, and ends with it.
/// All throw the errors of `call`.
extension InkConnection {
    /// Maximum number of bytes of content within a call; larger content is sent as a transfer.
    static let inlineLimit = 512 << 10

    /// Sends bytes in parts, and returns the transfer's number for a method that accepts a transfer. Refused with `TooLarge`,
    /// `QuotaExceeded`.
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

    /// Fetches all bytes of a transfer, and ends the transfer. Refused with `NoSuchTransfer`.
    public func fetch(_ transfer: Int) throws(ClientError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let reply = try call(TransfersInterface.Read.self, .init(transfer: transfer, offset: bytes.count))
            guard let data = Data(base64Encoded: reply.data) else {
                throw .badAnswer(.malformedMessage(reason: "a transfer has data that is not base64"))
            }
            bytes += data
            guard bytes.count < reply.size else { break }
            // a reply without bytes means that the missing bytes will not arrive
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

    /// Sends strokes as a transfer, and returns its number; nil if the strokes fit into a call.
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
