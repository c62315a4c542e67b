internal import PenLog

/// Looks for what is wrong with the inks of a corpus.
struct CorpusCheck {
    /// What is wrong.
    enum Kind: String, Codable, CaseIterable {
        /// It cannot be read.
        case damaged
        /// It has no strokes.
        case empty
        /// Nobody says what is written.
        case unlabelled
        /// Its label has characters that cannot be written.
        case label
        /// It has the points of another one.
        case duplicate
        /// It would have them, had it not been moved.
        case moved
        /// No pen tells its place so seldom or so often.
        case rate
        /// Its times stand still.
        case time
        /// The pen jumps.
        case jump
    }

    /// One thing that is wrong with an ink.
    struct Finding: Equatable {
        var kind: Kind
        var detail: String
    }

    private struct Place {
        var file: Int
        var line: Int
    }

    private var files: [String] = []
    private var inks: [UInt128: Place] = [:]
    private var moved: [UInt128: Place] = [:]

    /// Samples from which on two inks that are only at different places are taken for one: short straight strokes look alike anyway.
    static let fewestMoved = 12

    /// What is wrong with the next ink.
    mutating func findings(of ink: JSONInk, _ row: InkRow) -> [Finding] {
        if files.last != row.file { files.append(row.file) }
        guard ink.samples > 0 else { return [Finding(kind: .empty, detail: "it has no strokes")] }
        return labelFindings(of: ink) + copyFindings(of: ink, row) + MotionCheck(ink, row).findings
    }

    private func labelFindings(of ink: JSONInk) -> [Finding] {
        guard let text = ink.text else { return [Finding(kind: .unlabelled, detail: "nobody says what is written")] }
        // a page has several lines
        let unwritten: Set<Unicode.GeneralCategory> = [.control, .privateUse, .unassigned]
        let wrong = text.unicodeScalars.first { $0 != "\n" && unwritten.contains($0.properties.generalCategory) }
        guard let scalar = wrong else { return [] }
        return [Finding(kind: .label, detail: "the label has the character U+\(String(scalar.value, radix: 16, uppercase: true))")]
    }

    private mutating func copyFindings(of ink: JSONInk, _ row: InkRow) -> [Finding] {
        let place = Place(file: files.count - 1, line: row.line)
        if let first = Self.keep(place, of: Digest.points(of: ink, moved: false), in: &inks) {
            return [Finding(kind: .duplicate, detail: "it has the points of \(name(first))")]
        }
        guard ink.samples >= Self.fewestMoved else { return [] }
        guard let first = Self.keep(place, of: Digest.points(of: ink, moved: true), in: &moved) else { return [] }
        return [Finding(kind: .moved, detail: "it has the points of \(name(first)), at another place")]
    }

    /// The place that was there first; nil if it is this one.
    private static func keep(_ place: Place, of digest: UInt128, in places: inout [UInt128: Place]) -> Place? {
        if let first = places[digest] { return first }
        places[digest] = place
        return nil
    }

    private func name(_ place: Place) -> String { "\(files[place.file]):\(place.line)" }
}
