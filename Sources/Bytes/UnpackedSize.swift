extension Unpacked {
    /// The number of bytes that a file has once it is decompressed, without keeping them; of a damaged one the bytes before the damage.
    ///
    /// - Parameter limit: bytes; more are refused, however few they were made from.
    /// - Throws: if there is not even the beginning of such a file, or too much in it.
    public static func size(_ format: CompressionFormat, _ packed: [UInt8], limit: Int) throws(CompressionError) -> Int {
        var (size, failure) = (0, CompressionError?.none)
        packed.withUnsafeBytes { bytes in
            do throws(CompressionError) {
                let reader = try DecompressingReader(format, from: bytes)
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
                defer { buffer.deallocate() }
                while true {
                    let count = try reader.read(into: buffer)
                    if count == 0 { return }
                    size += count
                    guard size <= limit else { throw CompressionError("it has more than \(limit) bytes") }
                }
            } catch {
                failure = error
            }
        }
        if let failure, failure.damage == nil || size == 0 && failure.damage != .cutOff { throw failure }
        return size
    }
}
