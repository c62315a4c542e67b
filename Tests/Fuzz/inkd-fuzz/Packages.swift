import Editing
import Foundation
import InkProtocol

@testable import Ink
@testable import InkStore

extension FuzzTarget {
    /// The file of a package, as it is checked when somebody sends one.
    static let package = FuzzTarget("package") { bytes in
        guard let space = PackageCheckSpace.space else { return }
        guard let check = try? space.check(file: "fuzz", { try $0(Array(bytes)) }) else { return }
        demand(check.parts >= 0 && check.things >= 0, "a package has \(check.parts) parts, \(check.things) things")
    }

    /// What is in a package's rows, as the first byte says: a block, a reading, a stroke or a typeset word.
    static let rows = FuzzTarget("rows") { bytes in
        guard let first = bytes.first else { return }
        let bytes = Array(bytes.dropFirst())
        var writer = ByteWriter()
        switch first % 4 {
        case 0:
            guard let block = try? AddedBlock(id: BlockID(1), bytes) else { return }
            block.write(to: &writer)
            demand(writer.bytes == bytes, "a block is not what it was")
        case 1:
            guard let reading = try? SavedReading(bytes) else { return }
            reading.write(to: &writer)
            demand(writer.bytes == bytes, "a reading is not what it was")
        case 3:
            guard let word = try? TypesetWord(id: StrokeID(1), line: LineID(1), bytes) else { return }
            word.write(to: &writer)
            demand((try? TypesetWord(id: StrokeID(1), line: LineID(1), writer.bytes)) == word, "a typeset word is not what it was")
        default:
            guard let stroke = try? InkStroke(decoding: bytes) else { return }
            let written = stroke.encoded()
            demand((try? InkStroke(decoding: written))?.encoded() == written, "a stroke is not what it was")
            // what clients are told of it
            _ = InkInterface.Path(stroke)
            stroke.export(as: first / 4)
        }
    }
}

private enum PackageCheckSpace {
    /// A space in memory; nil, and said, if it cannot be made.
    static let space: PackageSpace? = {
        do {
            return try PackageSpace(root: WorkFile.folder)
        } catch {
            demand(false, "\(error)")
            return nil
        }
    }()
}
