import InkProtocol
import InputMethod
import Testing

@Suite("Spaces and capitals of what is inserted") struct JoiningTests {
    /// `|` is the caret; `[…]` around it is a selection, which is replaced.
    struct Case: CustomTestStringConvertible {
        let text: String
        let place: String
        let result: String
        var purpose = TextInputInterface.Purpose.text
        var capitals = InsertionPlace.Capitals.asWritten
        var beginsWord = true
        var testDescription: String { "\(text) into \(place), \(purpose)" }

        init(
            _ text: String, into place: String, _ result: String, _ purpose: TextInputInterface.Purpose = .text,
            capitals: InsertionPlace.Capitals = .asWritten, beginsWord: Bool = true
        ) {
            (self.text, self.place, self.result) = (text, place, result)
            (self.purpose, self.capitals, self.beginsWord) = (purpose, capitals, beginsWord)
        }
    }

    static let spaces: [Case] = [
        // the beginning of the document, of a line, and where a space is there
        .init("hello", into: "|", "hello"), .init(" hello", into: "|", "hello"), .init("hello", into: "one\n|", "one\nhello"),
        .init(" hello", into: "one\n|", "one\nhello"), .init("hello", into: "one |", "one hello"),
        .init("hello", into: "one\t|", "one\thello"),
        // between and beside words
        .init("hello", into: "one|", "one hello"), .init("hello", into: "one |two", "one hello two"),
        .init("hello", into: "one| two", "one hello two"), .init("hello", into: "|two", "hello two"),
        .init("hello", into: "|\ntwo", "hello\ntwo"),
        .init("lo", into: "hel|p", "hellop"), .init("lo", into: "hel|", "hello", beginsWord: false), .init("12", into: "34|", "34 12"),
        // punctuation
        .init(".", into: "one|", "one."), .init(",", into: "one| two", "one, two"), .init(",", into: "one|two", "one, two"),
        .init("hello", into: "one,|", "one, hello"), .init("hello", into: "one.|", "one. hello"), .init("hello", into: "(|", "(hello"),
        .init("hello", into: "(|)", "(hello)"), .init("hello", into: "one (two)|", "one (two) hello"),
        .init("(two)", into: "one|", "one (two)"),
        .init("hello", into: "|, two", "hello, two"), .init("hello", into: "|.", "hello."), .init("!", into: "one|", "one!"),
        .init("hello", into: "50%|", "50% hello"), .init("known", into: "well-|", "well-known"), .init("eau", into: "l'|", "l'eau"),
        .init("x", into: "/tmp/|", "/tmp/x"), .init("'s", into: "it|", "it's"), .init("-", into: "one|", "one-"),
        .init("5", into: "€|", "€5"), .init("#3", into: "Apt.|", "Apt. #3"), .init("$750", into: "found|", "found $750"),
        .init("&", into: "R|", "R &"), .init("&", into: "R|", "R&", beginsWord: false),
        // quotes
        .init("\"", into: "he said|", "he said \""), .init("hello", into: "he said \"|", "he said \"hello"),
        .init("\"", into: "he said \"yes|", "he said \"yes\""), .init("and", into: "\"yes\"|", "\"yes\" and"),
        .init("“yes”", into: "said|", "said “yes”"), .init("yes", into: "“|", "“yes"), .init("and", into: "“yes”|", "“yes” and"),
        .init("«", into: "dit|", "dit «"),
        // selections
        .init("hello", into: "one [two] three", "one hello three"), .init("hello", into: "[all]", "hello"),
        .init("hello", into: "one[ two ]three", "one hello three"), .init("el", into: "h[al]lo", "hello"),
        // numbers within text
        .init("14", into: "3.|", "3.14"), .init("30", into: "12:|", "12:30"), .init("000", into: "1,|", "1,000"),
        .init("pm", into: "12:30|", "12:30 pm"),
        // fields without spaces
        .init("34", into: "12|", "1234", .number), .init("567", into: "030 |", "030 567", .phone),
        .init("example", into: "me@|", "me@example", .email),
        .init("com", into: "me@example.|", "me@example.com", .email), .init("b", into: "a|", "ab", .email),
        .init("x", into: "http://a.b/|", "http://a.b/x", .url),
        .init("b", into: "a|c", "abc", .url),
        // terminals: nothing is put behind, for the shell would see it
        .init("-l", into: "ls |", "ls -l", .terminal), .init("foo", into: "cd|", "cd foo", .terminal),
        .init("x", into: "ls |y", "ls xy", .terminal),
        // scripts without spaces
        .init("字", into: "好|", "好字"), .init("好", into: "one|", "one好"),
    ]

    static let capitals: [Case] =
        [
            .init("so", into: "|", "so"), .init("see", into: "One. |", "One. see"),
        ]
        + [
            ("so", "|", "So"), ("see", "One. |", "One. See"), ("see", "One.\n|", "One.\nSee"), ("see", "one |", "one see"),
            ("see", "One.|", "One. See"),
            ("see", "3.|", "3. See"), ("see", "one,|", "one, see"), ("one", "“|", "“One"), ("we", "Why? |", "Why? We"),
            ("see", "e.g. |", "e.g. see"),
            ("see", "B. |", "B. see"), ("xTerm", "|", "xTerm"), ("www.x.org", "|", "www.x.org"), ("ça", "|", "Ça"), ("3 so", "|", "3 so"),
        ].map { Case($0.0, into: $0.1, $0.2, capitals: .sentences) } + [
            .init("so", into: "|", "so", .email, capitals: .sentences), .init("so", into: "|", "so", .terminal, capitals: .sentences),
            .init("Hello", into: "|", "hello", capitals: .none), .init("So", into: "One. |", "One. so", capitals: .none),
        ]

    @Test(arguments: spaces + capitals)
    func `What is inserted has the spaces and the capital of its place`(example: Case) throws {
        let open = example.place.firstIndex { $0 == "|" || $0 == "[" }
        let start = try #require(open)
        let before = String(example.place[..<start])
        let isCaret = example.place[start] == "|"
        let end = isCaret ? start : try #require(example.place.lastIndex(of: "]"))
        let after = String(example.place[example.place.index(after: end)...])
        let place = InsertionPlace(
            before: before, after: after, selected: isCaret ? "" : String(example.place[start..<end].dropFirst()), purpose: example.purpose,
            capitals: example.capitals, beginsWord: example.beginsWord)
        #expect(before + place.inserted(example.text) + after == example.result)
    }
}
