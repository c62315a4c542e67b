/// The settings of a tablet in one entry of a `TabletTable`.
public protocol TabletEntry: Sendable, Hashable {
    /// Reads an entry's words, at least one.
    /// - Throws: `TabletRefusal`, whose reason completes a sentence that begins with the entry.
    init(words: [String]) throws(TabletRefusal)
    /// The words that describe the entry.
    var words: [String] { get }
}

/// An error in a text about tablets.
public struct TabletRefusal: Error, Sendable, Hashable {
    /// The problem, as the end of a sentence, with the allowed values.
    public let reason: String

    /// An error with this reason.
    public init(reason: String) { self.reason = reason }
}

/// Settings by tablet, as written in one text: `056a:0357 = rotation 90; Pad S = left-handed`.
///
/// An entry is a tablet's vendor:product or name, an equals sign, and the entry's words.
public struct TabletTable<Entry: TabletEntry>: Sendable, Hashable {
    /// An error in the text.
    public typealias Refusal = TabletRefusal

    /// The entries by vendor:product or name.
    private var entries: [String: Entry] = [:]

    /// The maximum number of tablets.
    static var most: Int { 64 }
    /// The maximum number of characters of a tablet's name.
    static var longestName: Int { 128 }

    /// A table without entries.
    public init() {}

    /// Reads entries with semicolons between them.
    /// - Throws: `Refusal`, which shows the first invalid entry.
    public init(_ text: String) throws(TabletRefusal) {
        for entry in text.split(separator: ";") where entry.contains(where: { !$0.isWhitespace }) {
            let shown = "\"\(entry.trimmed.prefix(120))\""
            let halves = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
            let words = halves.count == 2 ? halves[1].split(whereSeparator: \.isWhitespace).map(String.init) : []
            guard let first = halves.first, !words.isEmpty else {
                throw TabletRefusal(reason: "has \(shown): give a tablet, =, and its settings")
            }
            let value: Entry
            do throws(TabletRefusal) {
                value = try Entry(words: words)
            } catch {
                throw TabletRefusal(reason: "has \(shown), \(error.reason)")
            }
            let name = Self.key(first)
            guard (1...Self.longestName).contains(name.count), entries[name] == nil else {
                throw TabletRefusal(
                    reason: "has \(shown): give each tablet once, by its vendor:product or a name of 1 to \(Self.longestName) characters")
            }
            entries[name] = value
            guard entries.count <= Self.most else { throw TabletRefusal(reason: "has more than \(Self.most) tablets") }
        }
    }

    /// The entry of a tablet, by its vendor:product or name; nil if not set.
    public subscript(tablet: String) -> Entry? {
        get { entries[Self.key(tablet)] }
        set { entries[Self.key(tablet)] = newValue }
    }

    /// Returns the entry of a tablet: by its name, or else by its vendor and product numbers; nil if not set.
    public func entry(name: String, vendor: UInt16, product: UInt16) -> Entry? {
        guard !entries.isEmpty else { return nil }
        return entries[name] ?? entries[TabletArea.name(vendor: vendor, product: product)]
    }

    /// The table as text, sorted by tablet.
    public var text: String {
        entries.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.words.joined(separator: " "))" }.joined(separator: "; ")
    }

    /// Returns a tablet's key: vendor and product numbers are normalized to lowercase with leading zeros; any other text is a name.
    public static func key(_ name: String) -> String {
        let numbers = name.split(separator: ":", omittingEmptySubsequences: false).map { UInt16($0, radix: 16) }
        guard numbers.count == 2, let vendor = numbers[0], let product = numbers[1] else { return name }
        return TabletArea.name(vendor: vendor, product: product)
    }
}

/// Numbers in the words of entries.
enum TabletNumber {
    /// Returns a number as text, whole numbers without a decimal point.
    static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

    /// Returns numbers with commas between them.
    static func text(_ values: [Double]) -> String { values.map { text($0) }.joined(separator: ",") }

    /// Parses numbers separated by commas; nil if one is invalid or there are more than 64.
    static func list(_ text: String) -> [Double]? {
        let parts = text.split(separator: ",", maxSplits: 64, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double(String($0)) }
        return numbers.count == parts.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }
}
