/// A BCP 47 language tag, checked for its syntax and written in its conventional case: `en-Latn-GB`, `zxx-Zsym-x-shapes`.
///
/// Source: RFC 5646, sections 2.1 (syntax) and 2.1.1 (case). Subtags are not looked up in the registry. Irregular tags from before this
/// syntax (`i-klingon`) are rejected; each of them has a newer equivalent.
public struct LanguageTag: Sendable, Hashable {
    /// The subtags before the private part; empty for a tag such as `x-mine`.
    public let subtags: [String]
    /// The subtags after `x`; empty if the tag has no private part.
    public let privateUse: [String]

    /// The maximum length of a tag; RFC 5646, section 4.4.1, requires room for at least 35 characters.
    static let longest = 100

    /// Parses a tag.
    ///
    /// - Throws: `invalidTag`.
    public init(_ text: String) throws(ModelStoreError) {
        guard text.utf8.count <= Self.longest else {
            throw .invalidTag(String(text.prefix(Self.longest)) + "…", reason: "it is longer than \(Self.longest) characters")
        }
        var parser = LanguageTagParser(text)
        do {
            (subtags, privateUse) = try parser.parse()
        } catch {
            throw .invalidTag(text, reason: error.reason)
        }
    }

    init(subtags: [String], privateUse: [String]) {
        self.subtags = subtags
        self.privateUse = privateUse
    }

    /// The primary language subtag, such as "en"; nil for a tag that has only a private part.
    public var language: String? { subtags.first }

    /// The script, such as "Latn"; nil if the tag has no script.
    public var script: String? { subtags.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isLetter) } }

    /// The tag without its private part.
    public var withoutPrivateUse: LanguageTag { LanguageTag(subtags: subtags, privateUse: []) }

    /// The tag with its script added if it is Chinese with only a region, such as zh-TW (CLDR's likely subtags); other tags are
    /// unchanged.
    var withScript: LanguageTag {
        guard language == "zh", script == nil else { return self }
        let isTraditional = subtags.contains { ["TW", "HK", "MO"].contains($0) }
        return LanguageTag(subtags: ["zh", isTraditional ? "Hant" : "Hans"] + subtags.dropFirst(), privateUse: privateUse)
    }

    /// The tag with a language that has the models of this tag's language: Norwegian as a whole, `no`, is written as `nb`. nil if there is no
    /// such language.
    ///
    /// Source: CLDR, supplementalMetadata.xml (languageAlias), and the registry of RFC 5646 for `cmn` and `mo`.
    var synonym: LanguageTag? {
        guard let language, let other = Self.synonyms[language] else { return nil }
        return LanguageTag(subtags: [other] + subtags.dropFirst(), privateUse: privateUse)
    }

    private static let synonyms = ["cmn": "zh", "mo": "ro", "no": "nb"]

    /// This tag, followed by its shorter fallbacks, down to the language alone. The private part stays whole.
    ///
    /// Source: RFC 4647, section 3.4: the last subtag is removed, and with it a single letter that would end the tag.
    public var fallbacks: [LanguageTag] {
        var rest = subtags
        var tags = [self]
        while rest.count > 1 {
            rest.removeLast()
            if rest.count > 1, rest.last?.utf8.count == 1 { rest.removeLast() }
            tags.append(LanguageTag(subtags: rest, privateUse: privateUse))
        }
        return tags
    }
}

extension LanguageTag: CustomStringConvertible {
    /// The tag in its conventional case.
    public var description: String { (subtags + (privateUse.isEmpty ? [] : ["x"] + privateUse)).joined(separator: "-") }
}

extension UInt8 {
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

/// Parses a tag's subtags from left to right, in the order of RFC 5646, section 2.1.
private struct LanguageTagParser {
    /// The reason why a text is not a tag.
    struct Failure: Error {
        var reason: String
    }

    private let all: [String]
    private var index = 0

    init(_ text: String) { all = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init) }

    private var next: String? { index < all.count ? all[index] : nil }

    /// Returns the subtags before the private part, and those after the `x` that begins the private part.
    mutating func parse() throws(Failure) -> (subtags: [String], privateUse: [String]) {
        for subtag in all {
            guard (1...8).contains(subtag.utf8.count), subtag.utf8.allSatisfy({ $0.isLetter || $0.isDigit }) else {
                throw Failure(reason: "\"\(subtag)\" is not a subtag of 1 to 8 letters and digits; separate subtags with hyphens")
            }
        }
        var subtags: [String] = []
        if next?.lowercased() != "x" {
            subtags = try language()
            subtags += try variants()
            subtags += try extensions()
        }
        return (subtags, try privateUse())
    }

    /// Parses language, up to three extended languages, script, region.
    private mutating func language() throws(Failure) -> [String] {
        guard let first = take({ $0.count >= 2 && $0.allSatisfy(\.isLetter) }) else {
            throw Failure(reason: "it does not begin with a language of 2 to 8 letters")
        }
        var subtags = [first.lowercased()]
        if first.utf8.count <= 3 {
            while subtags.count < 4, let extended = take({ $0.count == 3 && $0.allSatisfy(\.isLetter) }) {
                subtags.append(extended.lowercased())
            }
        }
        if let script = take({ $0.count == 4 && $0.allSatisfy(\.isLetter) }) {
            subtags.append(script.prefix(1).uppercased() + script.dropFirst().lowercased())
        }
        let isRegion = { (subtag: String.UTF8View) in
            subtag.count == 2 && subtag.allSatisfy(\.isLetter) || subtag.count == 3 && subtag.allSatisfy(\.isDigit)
        }
        if let region = take(isRegion) { subtags.append(region.uppercased()) }
        return subtags
    }

    private mutating func variants() throws(Failure) -> [String] {
        var variants: [String] = []
        while let variant = take({ $0.count >= 5 || $0.count == 4 && $0.first?.isDigit == true })?.lowercased() {
            guard !variants.contains(variant) else { throw Failure(reason: "the variant \(variant) occurs twice") }
            variants.append(variant)
        }
        return variants
    }

    private mutating func extensions() throws(Failure) -> [String] {
        var subtags: [String] = []
        var seen: Set<String> = []
        while let singleton = take({ $0.count == 1 && $0.first.map { $0 | 0x20 } != UInt8(ascii: "x") })?.lowercased() {
            guard seen.insert(singleton).inserted else { throw Failure(reason: "the extension \(singleton) occurs twice") }
            var content: [String] = []
            while let subtag = take({ $0.count >= 2 }) { content.append(subtag.lowercased()) }
            guard !content.isEmpty else { throw Failure(reason: "nothing follows \"\(singleton)\"") }
            subtags += [singleton] + content
        }
        return subtags
    }

    private mutating func privateUse() throws(Failure) -> [String] {
        guard let mark = next else { return [] }
        guard mark.lowercased() == "x" else { throw Failure(reason: "\"\(mark)\" is not allowed in this position") }
        let subtags = all[(index + 1)...].map { $0.lowercased() }
        guard !subtags.isEmpty else { throw Failure(reason: "nothing follows \"x\"") }
        return subtags
    }

    private mutating func take(_ fits: (String.UTF8View) -> Bool) -> String? {
        guard let subtag = next, fits(subtag.utf8) else { return nil }
        index += 1
        return subtag
    }
}
