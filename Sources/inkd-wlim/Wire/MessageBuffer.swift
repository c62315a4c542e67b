/// Makes messages of the bytes that come, however they are cut.
struct MessageBuffer {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Takes what has come.
    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// The next whole message; nil until more has come.
    ///
    /// - Throws: `badLength`, after which nothing is to be understood any more.
    mutating func next() throws(WireError) -> WireMessage? {
        guard bytes.count - start >= WireMessage.headLength else { return nil }
        let (object, word) = bytes.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self), bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
        }
        let length = Int(word >> 16)
        guard length >= WireMessage.headLength, length % 4 == 0 else { throw .badLength(length) }
        guard bytes.count - start >= length else { return nil }
        let body = Array(bytes[start + WireMessage.headLength..<start + length])
        start += length
        return WireMessage(object: object, opcode: UInt16(truncatingIfNeeded: word), body: body)
    }
}
