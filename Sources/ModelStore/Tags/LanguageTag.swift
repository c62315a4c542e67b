/// A BCP 47 language tag, checked for its form and written in its usual case: `en-Latn-GB`, `zxx-Zsym-x-shapes`.
///
/// Source: RFC 5646, sections 2.1 (form) and 2.1.1 (case). Whether a subtag is registered is not looked up. The irregular tags of before
/// that form (`i-klingon`) are no tags here; each of them has a newer one.
public struct LanguageTag: Sendable, Hashable {
    /// The subtags before the private part; empty for a tag such as `x-mine`.
    public let subtags: [String]
    /// The subtags after `x`; empty if there is no such part.
    public let privateUse: [String]

    /// The longest text that is taken for a tag; RFC 5646, section 4.4.1, asks for room for 35 characters at least.
    static let longest = 100

    /// The tag that the text is.
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

    /// The script, such as "Latn"; nil where the tag names none.
    public var script: String? { subtags.dropFirst().first { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isLetter) } }

    /// This tag, then the shorter ones to look for in its place, down to the language alone. The private part stays whole.
    ///
    /// Source: RFC 4647, section 3.4: the last subtag goes, and with it a single letter that would end the tag.
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
    /// The tag in its usual case.
    public var description: String { (subtags + (privateUse.isEmpty ? [] : ["x"] + privateUse)).joined(separator: "-") }
}

extension UInt8 {
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
