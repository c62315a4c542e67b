internal import PenLog

/// Puts corpora together: every ink once, every name once.
struct CorpusMerge {
    /// Inks of the result.
    private(set) var kept = 0
    /// Inks left out, since one with the same points and the same label is there.
    private(set) var duplicates = 0
    /// Inks that got another name, since theirs was taken.
    private(set) var renamed = 0
    /// Inks that got a name, since they had none.
    private(set) var named = 0

    private let keepsDuplicates: Bool
    private var inks: Set<UInt128> = []
    private var names: Set<UInt128> = []
    /// The number that was last put behind a name.
    private var numbers: [UInt128: Int] = [:]

    /// An empty result.
    init(keepsDuplicates: Bool) { self.keepsDuplicates = keepsDuplicates }

    /// The ink's row as it is in the result: another name, if its own is taken, and otherwise byte for byte; nil if it is left out.
    mutating func row(of ink: JSONInk, _ bytes: [UInt8]) -> [UInt8]? {
        if !keepsDuplicates {
            // without its label, the label would be lost with it
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
        // the second of a name has the number 2
        var number = numbers[Self.key(stem), default: wanted == nil ? 0 : 1]
        repeat { number += 1 } while !names.insert(Self.key("\(stem)\(number)")).inserted
        numbers[Self.key(stem)] = number
        return "\(stem)\(number)"
    }

    private static func key(_ name: String) -> UInt128 { Digest.of(Array(name.utf8)) }
}
