/// Error rates of two ways of decoding, for everything together and for parts of it.
struct Evaluation {
    /// What inks are put together by.
    enum Criterion: String, CaseIterable { case all, corpus, level, contributor }

    /// Inks that are measured together.
    struct Group: Hashable, Comparable {
        /// What they have in common.
        var criterion: Criterion
        /// Which one of those; empty for `all`.
        var name: String

        static func < (a: Group, b: Group) -> Bool {
            let (first, second) = (Criterion.allCases.firstIndex(of: a.criterion) ?? 0, Criterion.allCases.firstIndex(of: b.criterion) ?? 0)
            return (first, a.name) < (second, b.name)
        }
    }

    /// Both ways of decoding.
    struct Result: Hashable {
        /// The most probable class at every step.
        var greedy = ErrorCount()
        /// Prefix beam search over the network's own scores.
        var beam = ErrorCount()
    }

    /// Where an ink comes from.
    struct Origin {
        /// The name of its file.
        var corpus: String
        /// "char", "word", …; nil if its file does not say.
        var level: String?
        /// Who gave it to its corpus; nil if its identifier does not say.
        var contributor: String?
    }

    /// By group.
    private(set) var results: [Group: Result] = [:]

    /// Counts one ink with both readings of it.
    mutating func add(label: String, greedy: String, beam: String, from origin: Origin) {
        let groups = [
            Group(criterion: .all, name: ""), Group(criterion: .corpus, name: origin.corpus),
            Group(criterion: .level, name: origin.level ?? "?"),
            Group(criterion: .contributor, name: origin.contributor ?? "?"),
        ]
        for group in groups {
            results[group, default: Result()].greedy.add(greedy, label: label)
            results[group, default: Result()].beam.add(beam, label: label)
        }
    }

    /// The third part of an ink's identifier: "apd" of "unipen/7/apd/app3831.dat#0". nil if it has fewer.
    static func contributor(of identifier: String) -> String? {
        let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 2 ? String(parts[2]) : nil
    }

    /// A short name for each file, its last component without `.jsonl` and `.gz`; the whole path where two would have the same.
    static func corpora(_ paths: [String]) -> [String] {
        let short = paths.map { path in
            var name = path.split(separator: "/").last ?? path[...]
            for ending in [".gz", ".jsonl"] where name.hasSuffix(ending) && name.count > ending.count { name = name.dropLast(ending.count) }
            return String(name)
        }
        return zip(paths, short).map { path, name in short.count { $0 == name } > 1 ? path : name }
    }
}
