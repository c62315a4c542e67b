internal import PenLog

/// The inks of a corpus, one after the other; a bar shows how far it is.
struct CorpusReader {
    /// What a row, or the rest of a file, turned out to be.
    enum Item {
        case ink(JSONInk, InkRow)
        case damaged(Damage)
    }

    /// A row that is no ink, or a file that cannot be read to its end.
    struct Damage: Equatable {
        var file: String
        /// nil for a file.
        var line: Int?
        var reason: String

        /// "words.jsonl:12".
        var place: String { line.map { "\(file):\($0)" } ?? file }
    }

    private var rows: InkRows
    private var bar = ProgressBar()
    private var inks = 0

    /// Reads files and folders of ink.
    ///
    /// - Throws: as `CorpusFiles.all`.
    init(_ paths: [String]) throws(InkctlError) { rows = InkRows(try CorpusFiles.all(at: paths)) }

    /// The next; nil at the end.
    mutating func next() -> Item? {
        do throws(InkctlError) {
            guard let row = try rows.next() else {
                bar.clear()
                return nil
            }
            inks += 1
            bar.show(rows.fractionRead, "\(DisplayText.count(inks, "ink")), \(DisplayText.escaped(row.file))")
            do {
                return .ink(try row.ink(), row)
            } catch {
                return .damaged(Damage(file: row.file, line: row.line, reason: "\(error.problem); \(error.remedy)"))
            }
        } catch {
            return .damaged(Damage(file: rows.path ?? "", line: nil, reason: error.description))
        }
    }

    /// Takes the bar away before something is said.
    func clearBar() { bar.clear() }
}
