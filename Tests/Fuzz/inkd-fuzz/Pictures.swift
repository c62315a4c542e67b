import CCairo
import Editing
import Ink

@testable import InkExport

extension FuzzTarget {
    /// A picture, checked as one that a client hands in, and decoded if it is small. The checksums of a PNG's chunks are put right first.
    static let image = FuzzTarget("image") { bytes in
        let isJPEG = bytes.first == 0xff
        let bytes = isJPEG ? Array(bytes) : PNGChecksums.corrected(Array(bytes))
        guard let image = try? InkImage(checking: bytes, mediaType: isJPEG ? "image/jpeg" : "image/png") else { return }
        let pixels = image.width.multipliedReportingOverflow(by: image.height)
        demand(image.width > 0 && image.height > 0 && !pixels.overflow && pixels.partialValue <= InkImage.mostPixels, "its size")
        guard pixels.partialValue <= 1 << 16 else { return }
        let block = Block(id: "i1", type: .drawing, box: Box(x: 0, y: 0, width: 10, height: 10))
        if let surface = try? ImageSurface.create(image, of: block) { cairo_surface_destroy(surface) }
    }

    /// JIIX that a client sends back.
    static let jiix = FuzzTarget("jiix") { bytes in
        guard let imported = try? Export.readJIIX(Array(bytes)) else { return }
        demand(imported.root.texts.count >= 0, "texts")
        var root = Block(id: imported.root.id, type: .container)
        root.children = imported.root.children.prefix(4).map { Block(id: $0.id, type: .text) }
        let snapshot = DocumentSnapshot(
            type: .textDocument, revision: imported.revision ?? 0, language: nil, unitsPerMillimeter: 1, strokes: [], root: root)
        _ = try? Export.choices(in: imported, for: root, of: snapshot)
    }
}

/// PNGs that are not refused for their checksums.
private enum PNGChecksums {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }

    /// The file with the right checksum behind each chunk, as far as there are chunks.
    static func corrected(_ file: [UInt8]) -> [UInt8] {
        var (bytes, place) = (file, 8)
        while place + 12 <= bytes.count {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 8 + length
            guard end + 4 <= bytes.count else { break }
            let sum = ~bytes[(place + 4)..<end].reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
            place = end + 4
        }
        return bytes
    }
}
