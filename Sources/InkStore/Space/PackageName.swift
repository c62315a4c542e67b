/// A name that a package can have: one that is safe as the name of a file, in any folder and on any screen.
struct PackageName: Sendable, Hashable {
    let text: String

    /// - Throws: `invalidName`.
    init(_ text: String) throws(PackageError) {
        func refuse(_ reason: String) -> PackageError { .invalidName(Self.printable(text), reason: reason) }
        guard !text.isEmpty else { throw refuse("it is empty; give it 1 to 100 characters") }
        // a file's name has 255 bytes on Linux, of which the endings take some; a single character can have any number of them
        guard text.count <= 100, text.utf8.count <= 200 else {
            throw refuse("it has \(text.count) characters in \(text.utf8.count) bytes; give it at most 100 in 200 bytes")
        }
        guard text.unicodeScalars.first != "." else { throw refuse("it begins with a point; begin it with something else") }
        guard !text.unicodeScalars.contains("/") else { throw refuse("it has a slash in it; leave that out, packages are in no folders") }
        guard !text.unicodeScalars.contains(where: Self.isControl) else {
            throw refuse("it has control characters in it; leave them out")
        }
        self.text = text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The name as it can be shown in a message: without control characters, and short.
    private static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(120).map { isControl($0) ? "\u{FFFD}" : String($0) }.joined()
        return text.unicodeScalars.count > 120 ? shown + "…" : shown
    }
}
