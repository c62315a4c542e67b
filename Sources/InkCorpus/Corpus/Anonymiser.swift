package import PenLog

/// Removes from inks all that identifies a person or a person's devices. The handwriting and the labels stay.
package struct Anonymiser {
    /// The pseudonyms given so far.
    package private(set) var writers: Set<String> = []
    /// The number of inks anonymised so far.
    package private(set) var inks = 0

    private let salt: [UInt8]

    /// The salt is not kept, so that nobody who knows a writer's name can compute the pseudonym.
    package init(salt: [UInt8] = (0..<32).map { _ in UInt8.random(in: 0...255) }) { self.salt = salt }

    /// The anonymous ink: the writer is a hash, the name a number, the device has no serial number; the style is gone, and so is every
    /// member of the row that is no part of an ink. Times have counted from the ink's beginning since it was read.
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

    /// The device's name without words that may be a serial number or an address: with five digits or more in them, or twelve
    /// hexadecimal ones, or after a word such as "serial". Names of models, such as CTL-4100WL, have four at most. nil if nothing is left.
    package static func withoutSerialNumber(_ device: String) -> String? {
        var kept: [Substring] = []
        var isAnnounced = false
        for word in device.split(whereSeparator: \.isWhitespace) {
            let parts = word.lowercased().split { "()[]{}<>#=,;:".contains($0) }
            let hasDigits = word.contains(where: \.isNumber)
            if announcements.contains(parts.first?.filter(\.isLetter) ?? "") {
                // "serial 12" and "serial:12"
                isAnnounced = !hasDigits
            } else if isAnnounced {
                // "serial no. 12"
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
