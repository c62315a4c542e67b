package import PenLog

/// Removes everything from inks that identifies a person or a person's devices. The handwriting and the labels stay.
package struct Anonymizer {
    /// The pseudonyms given so far.
    package private(set) var writers: Set<String> = []
    /// The number of inks anonymized so far.
    package private(set) var inks = 0

    private let salt: [UInt8]

    /// Creates an anonymizer. The salt is not stored, so that a pseudonym cannot be computed from a writer's name.
    package init(salt: [UInt8] = (0..<32).map { _ in UInt8.random(in: 0...255) }) { self.salt = salt }

    /// Returns the anonymous ink: the writer becomes a hash, the name a number, and the device has no serial number. The style and all
    /// unknown members of the row are removed. Times are relative to the beginning of the ink, as in any ink that was read.
    package mutating func anonymous(_ ink: JSONInk) -> JSONInk {
        inks += 1
        var result = ink
        result.id = String(inks)
        result.writer = ink.hand.map(pseudonym)
        result.device = ink.device.flatMap(Self.withoutSerialNumber)
        result.style = nil
        if let writer = result.writer { writers.insert(writer) }
        return result
    }

    private func pseudonym(_ writer: String) -> String {
        let digits = String(Digest.of(salt + Array(writer.utf8)), radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// Returns the device's name without words that may be a serial number or an address; nil if no word is left. Such a word has at least
    /// five digits or twelve hexadecimal digits, or follows a word such as "serial". Names of models, such as CTL-4100WL, have at most four
    /// digits.
    package static func withoutSerialNumber(_ device: String) -> String? {
        var kept: [Substring] = []
        var isAnnounced = false
        for word in device.split(whereSeparator: \.isWhitespace) {
            let parts = word.lowercased().split { "()[]{}<>#=,;:".contains($0) }
            let hasDigits = word.contains(where: \.isNumber)
            if announcements.contains(parts.first?.filter(\.isLetter) ?? "") {
                // in "serial 12" the number is the next word; in "serial:12" it is part of this word
                isAnnounced = !hasDigits
            } else if isAnnounced {
                // in "serial no. 12" the number comes after another word
                isAnnounced = !hasDigits
            } else if !isNumber(word) {
                kept.append(word)
            }
        }
        let name = kept.joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    private static let announcements: Set = ["serial", "serialnumber", "sn", "uniq", "mac"]

    private static func isNumber(_ word: Substring) -> Bool {
        let hexadecimal = word.count(where: \.isHexDigit)
        return word.count(where: \.isNumber) >= 5 || (hexadecimal >= 12 && hexadecimal + word.count { ":-.()".contains($0) } == word.count)
    }
}
