/// The chunks of a PNG file (W3C Recommendation, Portable Network Graphics, chapters 5 and 11).
enum PNGFrame {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Pixels, once every chunk up to the last is there.
    static func size(of bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        guard bytes.starts(with: signature) else {
            throw signature.starts(with: bytes) ? .truncated : .otherType(claimed: "image/png")
        }
        var size: (width: Int, height: Int)?
        var hasPixels = false
        var next = signature.count
        while true {
            // Length, type, content, checksum.
            guard bytes.count - next >= 12 else { throw .truncated }
            let length = number(bytes, at: next)
            let name = String(decoding: bytes[next + 4..<next + 8], as: UTF8.self)
            guard length <= bytes.count - next - 12 else { throw .truncated }
            let content = next + 8..<next + 8 + length
            guard crc(bytes[next + 4..<content.upperBound]) == UInt32(number(bytes, at: content.upperBound)) else {
                throw .damaged("the checksum of its \(name) is wrong")
            }
            next = content.upperBound + 4
            switch name {
            case "IHDR":
                guard size == nil, length == 13 else { throw .damaged("its IHDR is not as it must be") }
                size = (number(bytes, at: content.lowerBound), number(bytes, at: content.lowerBound + 4))
                try checkColours(depth: bytes[content.lowerBound + 8], type: bytes[content.lowerBound + 9])
            case "IDAT": hasPixels = hasPixels || length > 0
            case "IEND":
                guard let size else { throw .damaged("it has no IHDR") }
                guard hasPixels else { throw .damaged("it has no IDAT") }
                guard next == bytes.count else { throw .damaged("\(bytes.count - next) bytes follow after its end") }
                return size
            default: break
            }
            guard size != nil else { throw .damaged("it begins with \(name) in place of IHDR") }
        }
    }

    private static func checkColours(depth: UInt8, type: UInt8) throws(ImageError) {
        let depths: [UInt8]
        switch type {
        case 0: depths = [1, 2, 4, 8, 16]
        case 3: depths = [1, 2, 4, 8]
        case 2, 4, 6: depths = [8, 16]
        default: throw .damaged("its colour type is \(type)")
        }
        guard depths.contains(depth) else { throw .damaged("colours of type \(type) cannot have \(depth) bits") }
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// CRC-32 of ISO 3309, as annex D of the recommendation computes it.
    static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBufferPointer { bytes in
            var crc = UInt32.max
            for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8) }
            return ~crc
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}
