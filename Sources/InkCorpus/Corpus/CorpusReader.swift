package import PenLog

/// Receives the progress of a long operation.
package protocol ProgressReporting {
    /// Reports the completed fraction of the work, 0 to 1, and a remark for people.
    mutating func show(_ fraction: Double, _ remark: @autoclosure () -> String)
    /// Clears the report, when the work has ended or other output replaces it.
    func clear()
}

/// Iterates over the inks of a corpus. Damaged rows and files are items too: they do not end the iteration.
package struct CorpusReader {
    /// The next row, or a problem with a row or a file.
    package enum Item {
        /// An ink and the row that it was parsed from.
        case ink(JSONInk, InkRow)
        /// A row or file that cannot be read.
        case damaged(Damage)
    }

    /// A row that is not a valid ink, or a file that cannot be read to its end.
    package struct Damage: Equatable {
        /// The file's path, as given.
        package var file: String
        /// The line, from 1; nil for a whole file.
        package var line: Int?
        /// The problem, for people.
        package var reason: String

        /// The file and, if known, the line, such as "words.jsonl:12".
        package var place: String { line.map { "\(file):\($0)" } ?? file }
    }

    private var rows: InkRows
    private var progress: (any ProgressReporting)?
    private var inks = 0

    /// Creates a reader of files and folders of ink.
    ///
    /// - Throws: like `CorpusFiles.all`.
    package init(_ paths: [String], progress: (any ProgressReporting)? = nil) throws(CorpusError) {
        rows = InkRows(try CorpusFiles.all(at: paths))
        self.progress = progress
    }

    /// Returns the next item; nil at the end.
    package mutating func next() -> Item? {
        do throws(CorpusError) {
            guard let row = try rows.next() else {
                clearProgress()
                return nil
            }
            inks += 1
            progress?.show(rows.fractionRead, "\(DisplayText.count(inks, "ink")), \(DisplayText.escaped(row.file))")
            do {
                return .ink(try row.ink(), row)
            } catch {
                return .damaged(Damage(file: row.file, line: row.line, reason: "\(error.problem); \(error.remedy)"))
            }
        } catch {
            return .damaged(Damage(file: rows.path ?? "", line: nil, reason: error.description))
        }
    }

    /// Clears the progress report before other output.
    package func clearProgress() { progress?.clear() }
}

/// Iterates over the valid inks of a corpus: a damaged row throws, or is skipped and counted.
package struct ValidSampleReader {
    /// The number of damaged rows skipped so far.
    package private(set) var skipped = 0

    private var reader: CorpusReader
    private let isSkipping: Bool

    /// Creates a reader of files and folders of ink.
    ///
    /// - Parameter skipDamaged: skips damaged rows instead of throwing.
    /// - Throws: like `CorpusFiles.all`.
    package init(_ paths: [String], skipDamaged: Bool, progress: (any ProgressReporting)? = nil) throws(CorpusError) {
        reader = try CorpusReader(paths, progress: progress)
        isSkipping = skipDamaged
    }

    /// Returns the next ink with its row; nil at the end.
    ///
    /// - Throws: `damaged`.
    package mutating func next() throws(CorpusError) -> (ink: JSONInk, row: InkRow)? {
        while let item = reader.next() {
            switch item {
            case .ink(let ink, let row): return (ink, row)
            case .damaged(let damage):
                guard isSkipping else {
                    reader.clearProgress()
                    throw .damaged(place: damage.place, reason: damage.reason)
                }
                skipped += 1
            }
        }
        return nil
    }
}
