internal import PenLog

/// The inks of a corpus that is written anew: damaged rows stop it, or are left out and counted.
struct SoundInks {
    /// Damaged rows left out so far.
    private(set) var skipped = 0

    private var reader: CorpusReader
    private let isSkipping: Bool

    /// Reads files and folders of ink.
    ///
    /// - Parameter skipDamaged: leave damaged rows out.
    /// - Throws: as `CorpusFiles.all`.
    init(_ paths: [String], skipDamaged: Bool) throws(InkctlError) {
        reader = try CorpusReader(paths)
        isSkipping = skipDamaged
    }

    /// The next ink with its row; nil at the end.
    ///
    /// - Throws: `damaged`.
    mutating func next() throws(InkctlError) -> (ink: JSONInk, row: InkRow)? {
        while let item = reader.next() {
            switch item {
            case .ink(let ink, let row): return (ink, row)
            case .damaged(let damage):
                guard isSkipping else {
                    reader.clearBar()
                    throw .damaged(place: damage.place, reason: damage.reason)
                }
                skipped += 1
            }
        }
        return nil
    }
}
