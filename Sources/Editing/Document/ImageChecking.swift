/// An error in a picture.
public enum ImageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Neither PNG nor JPEG.
    case unknownMediaType(String)
    /// More bytes than allowed.
    case tooManyBytes(Int, limit: Int)
    /// More pixels than allowed, in total or along a side.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The first bytes do not match the type.
    case otherType(claimed: String)
    /// The file ends too early.
    case truncated
    /// A field of the file is invalid.
    case damaged(String)

    /// The error and its fix.
    public var description: String {
        switch self {
        case .unknownMediaType(let type): "the picture type \(type) is not supported; give image/png or image/jpeg"
        case .tooManyBytes(let count, let limit): "the picture has \(count) bytes, and the maximum is \(limit); compress it"
        case .tooManyPixels(let width, let height, let limit):
            "the picture has \(width) × \(height) pixels, and the maximum is \(InkImage.longestSide) per side and \(limit) in total; shrink it"
        case .otherType(let claimed): "the picture is not \(claimed); give its true type"
        case .truncated: "the picture is incomplete; give the whole file"
        case .damaged(let what): "the picture is damaged: \(what)"
        }
    }
}

extension InkImage {
    /// The maximum size of a picture, in bytes.
    public static let mostBytes = 32 << 20
    /// The maximum number of pixels of a picture: a decoded pixel takes four bytes.
    public static let mostPixels = 32_000_000
    /// The maximum side length, in pixels, as limited by cairo.
    public static let longestSide = 32_767

    /// Creates a picture after checking that its structure matches its format. The pixels are not decoded.
    ///
    /// - Throws: `ImageError` if the bytes are not a complete file of the type, or too large.
    public init(checking bytes: [UInt8], mediaType: String) throws(ImageError) {
        guard bytes.count <= Self.mostBytes else { throw .tooManyBytes(bytes.count, limit: Self.mostBytes) }
        let size: (width: Int, height: Int)
        switch mediaType {
        case "image/png": size = try PNGFrame.size(of: bytes)
        case "image/jpeg": size = try JPEGFrame.size(of: bytes)
        default: throw .unknownMediaType(mediaType)
        }
        guard size.width > 0, size.height > 0 else { throw .damaged("it is \(size.width) × \(size.height) pixels large") }
        guard size.width <= Self.longestSide, size.height <= Self.longestSide, size.width * size.height <= Self.mostPixels else {
            throw .tooManyPixels(width: size.width, height: size.height, limit: Self.mostPixels)
        }
        self.init(mediaType: mediaType, bytes: bytes, width: size.width, height: size.height)
    }
}

/// The markers of a JPEG file (ITU-T T.81, annex B).
private enum JPEGFrame {
    /// The maximum number of scans. Every scan of a progressive image may touch every pixel, so a file with many empty scans would take
    /// hours to decode.
    private static let mostScans = 100

    /// Returns the size in pixels, after checking every marker up to the end of the image. Accepts the formats that all programs read: 8
    /// bits, Huffman-coded, sequential or progressive, gray or color.
    static func size(of bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        guard bytes.count >= 3 else { throw .truncated }
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { throw .otherType(claimed: "image/jpeg") }
        var size: (width: Int, height: Int)?
        var scans = 0
        var next = 2
        while true {
            let marker = try self.marker(bytes, &next)
            switch marker {
            case 0xD9:
                guard let size else { throw .damaged("it has no frame") }
                guard scans > 0 else { throw .damaged("it has no scan") }
                return size
            case 0x01, 0xD0...0xD7: continue
            case 0xD8: throw .damaged("an image begins within the image")
            default: break
            }
            guard bytes.count - next >= 2 else { throw .truncated }
            let length = Int(bytes[next]) << 8 | Int(bytes[next + 1])
            guard length >= 2 else { throw .damaged("a segment has a length of \(length)") }
            guard length <= bytes.count - next else { throw .truncated }
            let content = bytes[next + 2..<next + length]
            next += length
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                guard size == nil else { throw .damaged("it has two frames") }
                size = try frame(content)
            case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                throw .damaged("its coding is not supported; save it as a baseline JPEG")
            case 0xDA:
                guard size != nil else { throw .damaged("a scan begins before the frame") }
                scans += 1
                guard scans <= mostScans else { throw .damaged("it has more than \(mostScans) scans; save it as a baseline JPEG") }
                skipScan(bytes, &next)
            default: break
            }
        }
    }

    /// Returns the second byte of the next marker; any number of 0xFF may precede it.
    private static func marker(_ bytes: [UInt8], _ next: inout Int) throws(ImageError) -> UInt8 {
        guard next < bytes.count else { throw .truncated }
        guard bytes[next] == 0xFF else { throw .damaged("the marker at byte \(next) is missing") }
        while next < bytes.count, bytes[next] == 0xFF { next += 1 }
        guard next < bytes.count else { throw .truncated }
        next += 1
        return bytes[next - 1]
    }

    /// Reads precision, lines, samples per line, components (B.2.2).
    private static func frame(_ content: ArraySlice<UInt8>) throws(ImageError) -> (width: Int, height: Int) {
        let bytes = Array(content)
        guard bytes.count >= 6, bytes.count == 6 + 3 * Int(bytes[5]) else { throw .damaged("its frame has a wrong length") }
        guard bytes[0] == 8 else { throw .damaged("its samples have \(bytes[0]) bits; only 8 are supported") }
        guard bytes[5] == 1 || bytes[5] == 3 else { throw .damaged("it has \(bytes[5]) components; only 1 or 3 are supported") }
        return (Int(bytes[3]) << 8 | Int(bytes[4]), Int(bytes[1]) << 8 | Int(bytes[2]))
    }

    /// Skips the data of a scan, up to the next marker other than a restart marker. 0xFF 0x00 is data, not a marker (T.81, B.1.1.5).
    private static func skipScan(_ bytes: [UInt8], _ next: inout Int) {
        while next < bytes.count {
            if bytes[next] == 0xFF, next + 1 < bytes.count {
                let following = bytes[next + 1]
                if following != 0, following != 0xFF, !(0xD0...0xD7).contains(following) { return }
            }
            next += 1
        }
    }
}

/// The chunks of a PNG file (W3C Recommendation, Portable Network Graphics, chapters 5 and 11).
private enum PNGFrame {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns the size in pixels, after checking every chunk up to the last.
    static func size(of bytes: [UInt8]) throws(ImageError) -> (width: Int, height: Int) {
        guard bytes.starts(with: signature) else {
            throw signature.starts(with: bytes) ? .truncated : .otherType(claimed: "image/png")
        }
        var size: (width: Int, height: Int)?
        var hasPixels = false
        var next = signature.count
        while true {
            // a chunk is at least 12 bytes: length, type, content, checksum
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
                guard size == nil, length == 13 else { throw .damaged("its IHDR is invalid") }
                size = (number(bytes, at: content.lowerBound), number(bytes, at: content.lowerBound + 4))
                try checkColors(depth: bytes[content.lowerBound + 8], type: bytes[content.lowerBound + 9])
            case "IDAT": hasPixels = hasPixels || length > 0
            case "IEND":
                guard let size else { throw .damaged("it has no IHDR") }
                guard hasPixels else { throw .damaged("it has no IDAT") }
                guard next == bytes.count else { throw .damaged("\(bytes.count - next) bytes follow after its end") }
                return size
            default: break
            }
            guard size != nil else { throw .damaged("it begins with \(name) instead of IHDR") }
        }
    }

    private static func checkColors(depth: UInt8, type: UInt8) throws(ImageError) {
        let depths: [UInt8]
        switch type {
        case 0: depths = [1, 2, 4, 8, 16]
        case 3: depths = [1, 2, 4, 8]
        case 2, 4, 6: depths = [8, 16]
        default: throw .damaged("its color type is \(type)")
        }
        guard depths.contains(depth) else { throw .damaged("colors of type \(type) cannot have \(depth) bits") }
    }

    private static func number(_ bytes: [UInt8], at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }

    /// Returns the CRC-32 of ISO 3309, computed as in annex D of the recommendation.
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
