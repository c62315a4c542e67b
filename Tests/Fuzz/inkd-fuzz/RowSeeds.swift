import Editing

@testable import Ink
@testable import InkStore

/// The rows of a package as inputs.
enum RowSeeds {
    /// The bytes of these items and of this reading, each behind the byte that says what it is.
    static func all(_ items: [DocumentItem], _ reading: SavedReading) -> [Seed] {
        var rows: [[UInt8]] = []
        for item in items {
            switch item {
            case .stroke(let placed): rows.append([2] + placed.stroke.encoded())
            case .block(let block):
                var writer = ByteWriter()
                block.write(to: &writer)
                rows.append([0] + writer.bytes)
            case .word(let word):
                var writer = ByteWriter()
                word.write(to: &writer)
                rows.append([3] + writer.bytes)
            case .choice, .decoration, .boundary: break
            }
        }
        var writer = ByteWriter()
        reading.write(to: &writer)
        rows.append([1] + writer.bytes)
        return rows.enumerated().map { Seed("made-\($0)", $1) }
    }
}
