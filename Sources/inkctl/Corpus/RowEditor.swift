internal import FoundationEssentials

/// Changes texts of a row, and leaves every other byte as it is: members that nobody here knows, numbers as they were written, white space.
struct RowEditor {
    private let bytes: [UInt8]
    private let members: [RowMembers.Member]
    private let end: Int

    /// Edits the row; nil if it is no JSON object.
    init?(_ bytes: [UInt8]) {
        guard let found = RowMembers(bytes) else { return nil }
        self.bytes = bytes
        members = found.members
        end = found.end
    }

    /// The row with this text as a member. A member that is there gets it, wherever it is and however its name is spelt; otherwise it
    /// becomes the last one.
    func setting(_ name: String, to text: String) -> [UInt8] {
        let value = Self.literal(text)
        var result: [UInt8] = []
        var copied = 0
        for member in members where member.name == name {
            result += bytes[copied..<member.value.lowerBound] + value
            copied = member.value.upperBound
        }
        guard copied == 0 else { return result + bytes[copied...] }
        let comma = members.isEmpty ? [] : [UInt8(ascii: ",")]
        // behind the last value, so that white space before the brace stays there
        let place = members.last?.value.upperBound ?? end
        return bytes[..<place] + comma + Self.literal(name) + [UInt8(ascii: ":")] + value + bytes[place...]
    }

    /// The text as JSON has it.
    private static func literal(_ text: String) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // there is no text that JSON cannot say
        return (try? encoder.encode(text)).map { Array($0) } ?? Array("\"\"".utf8)
    }
}
