/// Adds the resolution chunk (pHYs) to a PNG, because cairo does not write it.
enum PNGFile {
    /// Returns the PNG with its resolution in pixels per inch (PNG, 11.3.5.3 pHYs), so that it is displayed in its original size. The chunk
    /// is inserted after the header, which always ends at byte 33.
    static func adding(resolution: Double, to png: [UInt8]) -> [UInt8] {
        let header = 33
        guard png.count > header else { return png }
        let pixels = bytes(UInt32((resolution / 0.0254).rounded()))
        let chunk = Array("pHYs".utf8) + pixels + pixels + [1]
        return Array(png[..<header]) + bytes(9) + chunk + bytes(checksum(chunk)) + png[header...]
    }

    private static func bytes(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// Returns the CRC-32 (ISO 3309) of bytes. A bit-by-bit computation is fast enough, because the chunk is a few bytes long.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
        }
    }
}
