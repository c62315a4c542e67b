package import PenLog

/// Merges corpora: every ink occurs once, and every ID is unique.
package struct CorpusMerge {
    /// The number of inks in the result.
    package private(set) var kept = 0
    /// The number of inks left out because another ink has the same points and label.
    package private(set) var duplicates = 0
    /// The number of inks that received a new ID because another ink has their old one.
    package private(set) var renamed = 0
    /// The number of inks that had no ID and were given one.
    package private(set) var named = 0

    private let keepsDuplicates: Bool
    private var inks: Set<UInt128> = []
    private var names: Set<UInt128> = []
    /// The last number appended to each ID.
    private var numbers: [UInt128: Int] = [:]

    /// Creates an empty result.
    package init(keepsDuplicates: Bool) { self.keepsDuplicates = keepsDuplicates }

    /// Returns the ink's row in the result; nil for a duplicate. The row has a new ID if its ID is already used, and is otherwise unchanged
    /// byte for byte.
    package mutating func row(of ink: JSONInk, _ bytes: [UInt8]) -> [UInt8]? {
        if !keepsDuplicates {
            // include the label: copies with different labels are not duplicates
            let content = "\(Digest.points(of: ink, moved: false))\n\(ink.label ?? "")"
            guard inks.insert(Digest.of(Array(content.utf8))).inserted else {
                duplicates += 1
                return nil
            }
        }
        kept += 1
        let wanted = ink.id.flatMap { $0.isEmpty ? nil : $0 }
        let name = freeName(wanted)
        guard name != wanted, let row = RowEditor(bytes) else { return bytes }
        if wanted == nil { named += 1 } else { renamed += 1 }
        return row.setting("id", to: name)
    }

    private mutating func freeName(_ wanted: String?) -> String {
        if let wanted, names.insert(Self.key(wanted)).inserted { return wanted }
        let stem = wanted.map { $0 + "~" } ?? "ink-"
        // the second ink with the same ID gets the number 2
        var number = numbers[Self.key(stem), default: wanted == nil ? 0 : 1]
        repeat { number += 1 } while !names.insert(Self.key("\(stem)\(number)")).inserted
        numbers[Self.key(stem)] = number
        return "\(stem)\(number)"
    }

    private static func key(_ name: String) -> UInt128 { Digest.of(Array(name.utf8)) }
}

/// Assigns writers to the parts of a corpus. The assignment depends only on the writer's name, the seed and the percentages: if the
/// corpus grows, writers stay in their parts, and no writer is in two parts.
package struct WriterSplit {
    /// A part and its share of the writers.
    package struct Part: Equatable {
        /// The part's name, such as "train".
        package var name: String
        /// The part's share of the writers in percent.
        package var share: Int

        /// Creates a part.
        package init(name: String, share: Int) {
            self.name = name
            self.share = share
        }
    }

    /// The parts; their percentages add up to 100.
    package let parts: [Part]
    /// The seed of the hash.
    package let seed: UInt64
    /// The writers that were moved out of the part given by their hash, each with the index of the new part.
    package private(set) var moved: [String: Int] = [:]

    /// Creates a split into these parts.
    package init(parts: [Part], seed: UInt64) {
        self.parts = parts
        self.seed = seed
    }

    /// Returns the index of the writer's part.
    package func part(of writer: String) -> Int {
        if let part = moved[writer] { return part }
        let place = Int(hash(of: writer) % 100)
        var end = 0
        for (index, part) in parts.enumerated() {
            end += part.share
            if place < end { return index }
        }
        return 0
    }

    /// Returns a split in which no part with a percentage above 0 remains empty: each empty one receives a writer from the largest part.
    /// Returns nil if no part is empty, or if there are fewer writers than parts.
    package func filled(for writers: Set<String>) -> WriterSplit? {
        let wanted = parts.indices.filter { parts[$0].share > 0 }
        guard writers.count >= wanted.count else { return nil }
        // in an order that depends only on the names and the seed
        var members = parts.map { _ in [String]() }
        for writer in writers.sorted(by: { (hash(of: $0), $0) < (hash(of: $1), $1) }) { members[part(of: writer)].append(writer) }
        var split = self
        for part in wanted where members[part].isEmpty {
            guard let most = wanted.max(by: { members[$0].count < members[$1].count }) else { continue }
            let writer = members[most].removeLast()
            members[part].append(writer)
            split.moved[writer] = part
        }
        return split.moved.count > moved.count ? split : nil
    }

    private func hash(of writer: String) -> UInt128 { Digest.of(Array("\(seed)\n\(writer)".utf8)) }
}
