/// The text of a recording of `libinput record` in pieces, with a way to resume after text that is not YAML.
///
/// Resumed text gets a new head, so that it is a document again. Bytes that YAML does not allow become question marks.
final class LibinputText {
    private var pieces: RecordingInput.Pieces
    /// The text forwarded last, and the text to forward again.
    private var kept: ArraySlice<UInt8> = []
    /// The number of forwarded bytes of `kept`.
    private var given = 0
    /// The line of the first byte of `kept`, from 1.
    private var keptLine = 1
    /// The incomplete character at the end of a piece.
    private var partial: [UInt8] = []
    /// The head to forward before the remaining text.
    private var head: [UInt8] = []
    /// The number of lines in the file minus the number that the parser counts.
    private var offset = 0
    private var lastResumed = 0
    private var isAtEnd = false
    /// Whether the text resumes at an entry of the last device; if false, it resumes at another device.
    private(set) var isContinued = false
    /// The reason why the file cannot be read.
    private(set) var failure: RecordingError?

    /// The number of bytes retained: libyaml reads ahead, by some 64 KiB.
    private static let keptBytes = 512 << 10

    init(_ pieces: RecordingInput.Pieces) { self.pieces = pieces }

    /// The damage of a compressed file.
    var damage: String? { pieces.damage }

    /// The number of lines read so far.
    private(set) var lines = 0

    /// Returns the line of the file for a line number of the parser.
    func line(ofParser line: Int) -> Int { max(1, line + offset) }

    /// Returns the next piece; empty at the end.
    func next() -> [UInt8] {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        if given == kept.count { fetch() }
        let piece = kept.dropFirst(given)
        given = kept.count
        forget()
        return Array(piece)
    }

    /// Resumes at the next entry or device that begins a line, searching from this line of the file on.
    ///
    /// - Returns: the line of that entry or device; nil if no entry or device was found.
    func resume(from line: Int) -> Int? {
        var (place, number) = (kept.startIndex, keptLine)
        while true {
            guard let end = kept[place...].firstIndex(of: UInt8(ascii: "\n")) ?? (isAtEnd ? kept.endIndex : nil) else {
                // the line may continue in the next piece
                (kept, keptLine) = (kept[place...], number)
                place = kept.startIndex
                fetch()
                if kept.count > 4 * Self.keptBytes { return nil }
                place = kept.startIndex
                continue
            }
            if number >= line, number > lastResumed, let head = Self.head(before: kept[place..<end]) {
                (kept, keptLine, given) = (kept[place...], number, 0)
                lastResumed = number
                self.head = Array(head.utf8)
                offset = number - head.utf8.count(where: { $0 == UInt8(ascii: "\n") }) - 1
                isContinued = head.hasSuffix("events:\n")
                return number
            }
            guard end < kept.endIndex else { return nil }
            place = end + 1
            number += 1
        }
    }

    /// Returns the head with which a document can begin at this line; nil if there is no such head.
    private static func head(before line: ArraySlice<UInt8>) -> String? {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        if text.starts(with: "- evdev:".utf8), text.startIndex > line.startIndex { return "version: 1\ndevices:\n- events:\n" }
        if text.starts(with: "- node:".utf8) { return "version: 1\ndevices:\n" }
        return nil
    }

    private func fetch() {
        guard !isAtEnd else { return }
        do throws(RecordingError) {
            let piece = try pieces.next()
            isAtEnd = piece.isEmpty
            let clean = cleaned(piece)
            lines += clean.count { $0 == UInt8(ascii: "\n") }
            if isAtEnd, let last = kept.last, last != UInt8(ascii: "\n") { lines += 1 }
            kept += clean
            if clean.isEmpty, !isAtEnd { fetch() }
        } catch {
            failure = error
            isAtEnd = true
        }
    }

    private func forget() {
        guard kept.count > 2 * Self.keptBytes else { return }
        let gone = kept.prefix(kept.count - Self.keptBytes)
        keptLine += gone.count { $0 == UInt8(ascii: "\n") }
        kept = ArraySlice(Array(kept.dropFirst(gone.count)))
        given -= gone.count
    }

    /// Replaces the bytes that YAML does not allow.
    private func cleaned(_ piece: [UInt8]) -> [UInt8] {
        if partial.isEmpty, piece.allSatisfy({ $0 == 9 || $0 == 10 || $0 == 13 || 32...126 ~= $0 }) { return piece }
        var bytes = partial + piece
        partial = []
        if !isAtEnd {
            // at most three bytes of a character whose rest follows in the next piece
            let tail = bytes.suffix(3)
            if let begin = tail.lastIndex(where: { $0 >= 0xc0 }), bytes.endIndex - begin < Self.length(of: bytes[begin]) {
                partial = Array(bytes[begin...])
                bytes.removeLast(partial.count)
            }
        }
        var text = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r", " "..."~", "\u{85}", "\u{a0}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}", "\u{10000}"..."\u{10ffff}":
                text.append(scalar)
            default: text.append("?")
            }
        }
        return Array(String(text).utf8)
    }

    private static func length(of first: UInt8) -> Int { first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2 }
}
