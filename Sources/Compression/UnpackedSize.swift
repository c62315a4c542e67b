extension Unpacked {
    /// Returns the number of decompressed bytes of a file, without storing them; for a damaged file the number of bytes before the damage.
    ///
    /// - Parameter limit: the maximum number of decompressed bytes; more are rejected, however small the compressed file is.
    /// - Throws: if the bytes do not even begin as a file of this format, or exceed the limit.
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
