import Editing
import InkTestSupport
import Testing

@Suite("Pictures that are handed in") struct ImageTests {
    private func png(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes = Pictures.png
        change(&bytes)
        return bytes
    }

    /// A PNG whose header says this, with the right checksum.
    private func png(width: UInt32, height: UInt32, depth: UInt8 = 8, colors: UInt8 = 2) -> [UInt8] {
        func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }
        let header = Array("IHDR".utf8) + bytes(width) + bytes(height) + [depth, colors, 0, 0, 0]
        var crc = UInt32.max
        for byte in header {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
        }
        return png { $0.replaceSubrange(12..<33, with: header + bytes(~crc)) }
    }

    @Test("a PNG and a JPEG have their sizes")
    func sizes() throws {
        let (a, b) = try (
            InkImage(checking: Pictures.png, mediaType: "image/png"), InkImage(checking: Pictures.jpeg, mediaType: "image/jpeg")
        )
        #expect((a.width, a.height, b.width, b.height) == (4, 2, 16, 8))
        #expect(try InkImage(checking: png(width: 100, height: 20), mediaType: "image/png").width == 100)
    }

    @Test("a type that is not true, or not known, is refused")
    func types() {
        #expect(throws: ImageError.otherType(claimed: "image/png")) { try InkImage(checking: Pictures.jpeg, mediaType: "image/png") }
        #expect(throws: ImageError.otherType(claimed: "image/jpeg")) { try InkImage(checking: Pictures.png, mediaType: "image/jpeg") }
        #expect(throws: ImageError.unknownMediaType("image/gif")) { try InkImage(checking: Pictures.png, mediaType: "image/gif") }
    }

    @Test("a file that ends anywhere before its end is refused", arguments: ["image/png", "image/jpeg"])
    func truncated(type: String) {
        let whole = type == "image/png" ? Pictures.png : Pictures.jpeg
        for count in 0..<whole.count {
            #expect(throws: ImageError.truncated, "\(count)") { try InkImage(checking: Array(whole.prefix(count)), mediaType: type) }
        }
    }

    @Test("sizes that no memory holds are refused before anything is decoded")
    func large() {
        for (width, height) in [(UInt32.max, 1), (40_000, 1), (30_000, 30_000)] as [(UInt32, UInt32)] {
            #expect(throws: ImageError.tooManyPixels(width: Int(width), height: Int(height), limit: InkImage.mostPixels)) {
                try InkImage(checking: png(width: width, height: height), mediaType: "image/png")
            }
        }
        #expect(throws: ImageError.tooManyBytes(InkImage.mostBytes + 1, limit: InkImage.mostBytes)) {
            try InkImage(checking: [UInt8](repeating: 0, count: InkImage.mostBytes + 1), mediaType: "image/png")
        }
    }

    @Test("what cannot be so is called damaged")
    func damaged() {
        let bad = [
            png(width: 0, height: 3), png(width: 3, height: 3, depth: 7), png(width: 3, height: 3, colors: 5), png { $0[20] ^= 1 },
            png { $0.append(0) }, png { $0.removeSubrange(8..<33) },
        ]
        for bytes in bad {
            #expect {
                try InkImage(checking: bytes, mediaType: "image/png")
            } throws: {
                if case ImageError.damaged = $0 { true } else { false }
            }
        }
    }

    @Test("an image of more scans than anybody needs is refused")
    func scans() throws {
        let jpeg = Pictures.jpeg
        let scan = try #require(jpeg.indices.dropLast().last { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
        let bytes = jpeg[..<scan] + (0..<101).flatMap { _ in jpeg[scan..<jpeg.count - 2] } + [0xFF, 0xD9]
        #expect(throws: ImageError.damaged("it has more than 100 scans; save it as a baseline JPEG")) {
            try InkImage(checking: Array(bytes), mediaType: "image/jpeg")
        }
    }

    @Test("damaged bytes give an error or a picture, never a crash", arguments: ["image/png", "image/jpeg"])
    func fuzz(type: String) {
        let whole = type == "image/png" ? Pictures.png : Pictures.jpeg
        var dice = SeededGenerator(seed: 3)
        for _ in 0..<3_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...5, using: &dice) {
                bytes[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
            }
            if Bool.random(using: &dice) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &dice)) }
            do {
                let image = try InkImage(checking: bytes, mediaType: type)
                #expect(image.width > 0 && image.height > 0 && image.width * image.height <= InkImage.mostPixels)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
