internal import DBus
internal import InputMethod

/// A search for the words of an object's text in a rectangle. Answers arrive while the bus is processed; the caller does not wait for an
/// application that does not answer.
final class TextSearch {
    private static let interface = "org.a11y.atspi.Text"
    /// The timeout of a call.
    private static let patience: Duration = .milliseconds(400)
    /// The number of code points before and after the caret that are searched, more than a deletion reaches (`Erasure.reach`), and the
    /// maximum number of words. The application is asked for the position of each word, because GTK 3.24 does not report the text at a
    /// position.
    private static let (reach, limit) = (240, 100)

    private let bus: BusClient
    private let object: PasswordGuard.Object
    private let place: PixelRectangle
    private let isScreen: Bool
    private var done: ((TextBelow) -> Void)?
    /// The number of calls of the current step without an answer.
    private var pending = 0
    private var caret: Int?
    private var words: [PlacedWord] = []

    /// - Parameters:
    ///   - object: The object that has the focus.
    ///   - place: The rectangle, in coordinates of the screen or of the object's window.
    ///   - done: Called at most once.
    init(
        on bus: BusClient, in object: PasswordGuard.Object, place: PixelRectangle, isScreen: Bool, done: @escaping (TextBelow) -> Void
    ) {
        (self.bus, self.object, self.place, self.isScreen, self.done) = (bus, object, place, isScreen, done)
    }

    private var coordinates: UInt32 { isScreen ? 0 : 1 }

    /// Starts the search by asking for the caret.
    func begin() {
        step { search in
            search.call(
                BusMethod(search.object.application, search.object.path, "org.freedesktop.DBus.Properties", "Get")
            ) { message throws(BusError) in
                try message.append(Self.interface)
                try message.append("CaretOffset")
            } reply: { search, answer in
                search.caret = (try? answer.inside("v", "i") { () throws(BusError) in try answer.readInt32() }).map { Int($0) }
            }
        } next: {
            $0.askForText()
        }
    }

    private func askForText() {
        guard let caret else { return finish(.unknown) }
        let start = max(0, caret - Self.reach)
        step { search in
            search.ask("GetText") { message throws(BusError) in
                try message.append(Int32(clamping: start))
                try message.append(Int32(clamping: caret + Self.reach))
            } reply: { search, answer in
                let text = (try? answer.readString()) ?? ""
                search.words = PlacedWord.words(in: text, from: start)
                // drop words that may be cut off at the ends of the text
                if start > 0, text.first?.isWhitespace == false { search.words = Array(search.words.dropFirst()) }
                let isCut = text.unicodeScalars.count >= caret + Self.reach - start
                if isCut, text.last?.isWhitespace == false { search.words = Array(search.words.dropLast()) }
            }
        } next: { search in
            search.askForPlaces(of: Array(search.words.sorted { abs($0.start - caret) < abs($1.start - caret) }.prefix(Self.limit)))
        }
    }

    private func askForPlaces(of found: [PlacedWord]) {
        guard !found.isEmpty else { return finish(.nothing) }
        words = []
        step { search in
            for word in found {
                search.ask("GetRangeExtents") { message throws(BusError) in
                    try message.append(Int32(clamping: word.start))
                    try message.append(Int32(clamping: word.end))
                    try message.append(search.coordinates)
                } reply: { search, answer in
                    guard let place = Accessible.rectangle(answer) else { return }
                    var word = word
                    word.place = place
                    search.words.append(word)
                }
            }
        } next: { search in
            guard !search.words.isEmpty else { return search.finish(.unknown) }
            search.finish(PlacedWord.struck(by: search.place, among: search.words, caret: search.caret ?? 0))
        }
    }

    // MARK: Calls

    /// Makes the calls of a step, and continues with `next` when all of them are answered.
    private func step(_ calls: (TextSearch) -> Void, next: @escaping (TextSearch) -> Void) {
        pending = 1
        self.next = next
        calls(self)
        answered()
    }

    private var next: (TextSearch) -> Void = { _ in }

    private func answered() {
        pending -= 1
        if pending == 0 { next(self) }
    }

    private func finish(_ found: TextBelow) {
        done?(found)
        done = nil
    }

    private func ask(
        _ member: String, _ arguments: @escaping BusMessage.Body, reply: @escaping (TextSearch, BusMessage) -> Void
    ) {
        call(BusMethod(object.application, object.path, Self.interface, member), arguments, reply: reply)
    }

    private func call(
        _ method: BusMethod, _ arguments: @escaping BusMessage.Body, reply: @escaping (TextSearch, BusMessage) -> Void
    ) {
        pending += 1
        bus.call(method, timeout: Self.patience, arguments) { [weak self] answer in
            guard let self, done != nil else { return }
            if let answer { reply(self, answer) }
            answered()
        }
    }
}

/// A word of a text, and its rectangle.
struct PlacedWord {
    let text: String
    /// The offset of the word in the field's text, in code points.
    let start: Int
    var place: PixelRectangle?

    var end: Int { start + text.unicodeScalars.count }

    /// Returns the words between spaces.
    /// - Parameter offset: The offset of `text` in the field's text.
    static func words(in text: String, from offset: Int) -> [PlacedWord] {
        var words: [PlacedWord] = []
        var (word, start) = ("", offset)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            guard scalar.properties.isWhitespace else {
                if word.isEmpty { start = offset + index }
                word.unicodeScalars.append(scalar)
                continue
            }
            if !word.isEmpty { words.append(PlacedWord(text: word, start: start)) }
            word = ""
        }
        if !word.isEmpty { words.append(PlacedWord(text: word, start: start)) }
        return words
    }

    /// Returns the words that a rectangle covers. A word is covered if the middle line of the rectangle is in its line of text, and the
    /// rectangle spans more than half of its width. The words must be next to each other, because a scratch-out lies in one line.
    static func struck(by area: PixelRectangle, among words: [PlacedWord], caret: Int) -> TextBelow {
        let covered = words.filter { word in
            guard let place = word.place else { return false }
            let middle = area.y + area.height / 2
            let common = min(area.x + area.width, place.x + place.width) - max(area.x, place.x)
            return middle >= place.y && middle < place.y + place.height && 2 * common > place.width
        }.sorted { $0.start < $1.start }
        guard let first = covered.first else { return .nothing }
        // join the words with the spaces between them
        var text = ""
        for word in covered {
            let gap = word.start - first.start - text.unicodeScalars.count
            guard gap == 0 || gap == 1 else { return .nothing }
            text += (gap == 1 ? " " : "") + word.text
        }
        return .words(StruckText(text, start: first.start - caret))
    }
}

extension TextBelow {
    /// A description of the result without the text.
    var summary: String {
        switch self {
        case .unknown: "unknown"
        case .nothing: "none"
        case .words(let struck): "\(struck.text.unicodeScalars.count) characters at \(struck.start)"
        }
    }
}
