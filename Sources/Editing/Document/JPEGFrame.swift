/// The markers of a JPEG file (ITU-T T.81, annex B).
enum JPEGFrame {
    /// Every scan of a progressive image may touch every pixel: a file of many empty ones would take hours to decode.
    private static let mostScans = 100

    /// Pixels, once every marker up to the end of the image is there. Taken are 8 bits, Huffman-coded, sequential or progressive, grey or in colours:
    /// what every program reads.
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
                throw .damaged("its coding is of a kind that is not taken; save it as a baseline JPEG")
            case 0xDA:
                guard size != nil else { throw .damaged("a scan begins before the frame") }
                scans += 1
                guard scans <= mostScans else { throw .damaged("it has more than \(mostScans) scans; save it as a baseline JPEG") }
                skipScan(bytes, &next)
            default: break
            }
        }
    }

    /// The second byte of the next marker; any number of 0xFF may stand before it.
    private static func marker(_ bytes: [UInt8], _ next: inout Int) throws(ImageError) -> UInt8 {
        guard next < bytes.count else { throw .truncated }
        guard bytes[next] == 0xFF else { throw .damaged("there is no marker at byte \(next)") }
        while next < bytes.count, bytes[next] == 0xFF { next += 1 }
        guard next < bytes.count else { throw .truncated }
        next += 1
        return bytes[next - 1]
    }

    /// Precision, lines, samples per line, components (B.2.2).
    private static func frame(_ content: ArraySlice<UInt8>) throws(ImageError) -> (width: Int, height: Int) {
        let bytes = Array(content)
        guard bytes.count >= 6, bytes.count == 6 + 3 * Int(bytes[5]) else { throw .damaged("its frame is not as long as it must be") }
        guard bytes[0] == 8 else { throw .damaged("its samples have \(bytes[0]) bits, and 8 are taken") }
        guard bytes[5] == 1 || bytes[5] == 3 else { throw .damaged("it has \(bytes[5]) components, and 1 or 3 are taken") }
        return (Int(bytes[3]) << 8 | Int(bytes[4]), Int(bytes[1]) << 8 | Int(bytes[2]))
    }

    /// Goes to the next marker that is neither a stuffed zero nor a restart (B.1.1.5).
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
