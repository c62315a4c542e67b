import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite("A search")
struct SearchTests {
    /// An index with nothing in it.
    private func index(_ place: Workplace) throws -> SearchIndex { try SearchIndex(path: place.path + "/search.sqlite") }

    /// A line of words, each with what it may say and how probably.
    private func line(_ number: UInt64, _ words: [[(String, Double)]]) -> SearchableLine {
        SearchableLine(
            place: .line(LineID(number)), text: words.compactMap(\.first?.0).joined(separator: " "),
            words: words.enumerated().map { index, candidates in
                SearchableWord(
                    candidates.map { .init($0.0, $0.1) }, position: index,
                    ranges: [WordRange(stroke: StrokeID(UInt64(index + 1)), first: 0, last: 9)],
                    box: Box(x: 10 * Double(index), y: 1, width: 9, height: 3))
            })
    }

    private func line(_ number: UInt64, _ text: String) -> SearchableLine {
        line(number, text.split(separator: " ").map { [(String($0), 0.9)] })
    }

    private func texts(_ words: String, _ matching: SearchMatching = .similar, in index: SearchIndex) throws -> [String] {
        try index.find(SearchQuery(words, matching: matching)).hits.map { $0.words.map(\.found).joined(separator: " ") }
    }

    // MARK: Words

    @Test(
        "compares letters and digits alone, small and without accents",
        arguments: [
            ("Größe", ["grosse"]), ("l'Été", ["lete"]), ("don’t", ["dont"]), ("well-known,", ["well", "known"]), ("ŁÓDŹ", ["lodz"]),
            ("cafe\u{301}", ["cafe"]), ("Ёлка", ["елка"]), ("ΆΣ", ["ασ"]),
            ("İstanbul", ["istanbul"]),
            ("3.5 mm", ["3", "5", "mm"]), ("", []), ("– … \"*", []), ("Œuvre", ["oeuvre"]), ("日本", ["日本"]), ("ﬁn", ["fin"]),
        ])
    func folding(text: String, terms: [String]) { #expect(SearchTerms.of(text) == terms) }

    @Test("knows what is one letter apart")
    func edits() {
        for (a, b) in [("house", "mouse"), ("house", "hose"), ("house", "houses"), ("a", "b"), ("", "a")] {
            #expect(SearchTerms.areOneEditApart(a, b) && SearchTerms.areOneEditApart(b, a), "\(a) \(b)")
        }
        for (a, b) in [("house", "house"), ("house", "horses"), ("ab", "ba"), ("abcd", "abxyd"), ("aa", "aaaa")] {
            #expect(!SearchTerms.areOneEditApart(a, b), "\(a) \(b)")
        }
    }

    // MARK: Finding

    @Test("finds a word by its second guess, with its place, and ranks it by its probability")
    func guesses() throws {
        let place = try Workplace()
        let index = try index(place)
        try index.begin("notes")
        try index.put(
            [
                .line(LineID(1)): line(1, [[("spring", 0.9)], [("terrace", 0.7), ("tenace", 0.2)]]),
                .line(LineID(2)): line(2, [[("tenace", 0.6)], [("x", 1)]]),
            ], part: PartID(3), of: "notes")
        let result = try index.find(SearchQuery("Tenace"))
        #expect(result.total == 2 && result.unread == 0)
        let words = result.hits.flatMap(\.words)
        #expect(words.map(\.text) == ["tenace", "terrace"] && words.map(\.guess) == [0, 1] && words.map(\.confidence) == [0.6, 0.2])
        let hit = try #require(result.hits.last)
        #expect(hit.package == "notes" && hit.part == PartID(3) && hit.text == "spring terrace" && hit.score == 0.2)
        #expect(hit.words[0].ranges == [WordRange(stroke: StrokeID(2), first: 0, last: 9)])
        #expect(hit.words[0].box == Box(x: 10, y: 1, width: 9, height: 3) && hit.words[0].place == .line(LineID(1)))
    }

    @Test("finds beginnings and words with one letter other as well, unless whole words are asked for")
    func matching() throws {
        let place = try Workplace()
        let index = try index(place)
        try index.begin("notes")
        let text = "Terrace terraces torrace terace terr race Térràce tarrace! xterrace terraxe"
        try index.put([.line(LineID(1)): line(1, text)], part: PartID(1), of: "notes")
        #expect(try Set(texts("terrace", .whole, in: index)) == ["Terrace", "Térràce"])
        #expect(try Set(texts("terrace", .beginning, in: index)) == ["Terrace", "Térràce", "terraces"])
        let all = try texts("TERRACE", in: index)
        #expect(
            Set(all) == ["Terrace", "Térràce", "terraces", "torrace", "terace", "tarrace!", "xterrace", "terraxe"] && all.count == 8)
        #expect(Set(all.prefix(2)) == ["Terrace", "Térràce"] && all[2] == "terraces", "whole words first, then beginnings: \(all)")
        #expect(try texts("t", in: index).isEmpty, "a single letter begins too much")
        #expect(try texts("terr", in: index).contains("terr"))
    }

    @Test("of several words finds parts that have all of them, closer ones first")
    func several() throws {
        let place = try Workplace()
        let index = try index(place)
        for name in ["a", "b", "c"] { try index.begin(name) }
        try index.put(
            [.line(LineID(1)): line(1, "old terrace"), .line(LineID(2)): line(2, "spring water")], part: PartID(1), of: "a")
        try index.put([.line(LineID(1)): line(1, "spring of a terrace"), .line(LineID(2)): line(2, "none")], part: PartID(1), of: "b")
        try index.put([.line(LineID(7)): line(7, "spring terrace")], part: PartID(2), of: "c")
        try index.put([.line(LineID(1)): line(1, "spring")], part: PartID(4), of: "c")
        let hits = try index.find(SearchQuery("spring terrace", matching: .whole)).hits
        #expect(hits.map(\.package) == ["c", "b", "a"] && hits.map(\.part) == [PartID(2), PartID(1), PartID(1)])
        #expect(hits.map(\.text) == ["spring terrace", "spring of a terrace", "spring water … old terrace"])
        #expect(hits.allSatisfy { $0.words.map(\.term) == ["spring", "terrace"] })
        #expect(try index.find(SearchQuery("spring nowhere")).hits.isEmpty)
        let inOne = try index.find(SearchQuery("spring", package: "b"))
        #expect(inOne.hits.map(\.package) == ["b"] && inOne.total == 1)
        #expect(try index.find(SearchQuery("spring", package: "d")).hits.isEmpty)
        let limited = try index.find(SearchQuery("spring", limit: 1))
        #expect(limited.hits.count == 1 && limited.total == 4)
    }

    @Test("finds words with signs in them with other signs, or none, and keeps their parts together")
    func signs() throws {
        let place = try Workplace()
        let index = try index(place)
        try index.begin("notes")
        try index.put(
            [
                .line(LineID(1)): line(1, [[("8/4", 0.3), ("814", 0.2)]]), .line(LineID(2)): line(2, "8 UK. well-known"),
                .line(LineID(3)): line(3, "4 well known"),
            ], part: PartID(1), of: "notes")
        #expect(try texts("8/4", .whole, in: index).contains("8/4"))
        #expect(try texts("U.K.", .whole, in: index) == ["UK."])
        #expect(try Set(texts("well-known", .whole, in: index)) == ["well-known", "well known"])
    }

    @Test("counts lines that were not read, and finds nothing in them")
    func unread() throws {
        let place = try Workplace()
        let index = try index(place)
        try index.begin("notes")
        let unread = SearchableLine(place: .line(LineID(1)), text: "", isRead: false, words: [])
        try index.put([.line(LineID(1)): unread, .line(LineID(2)): line(2, "word")], part: PartID(1), of: "notes")
        #expect(try index.find(SearchQuery("word")).unread == 1)
        try index.put([.line(LineID(1)): line(1, "word")], part: PartID(1), of: "notes")
        let result = try index.find(SearchQuery("word"))
        #expect(result.unread == 0 && result.total == 2)
    }

    // MARK: The index

    @Test("follows what is changed, removed and renamed; of what is deleted not a word stays in the file")
    func changes() throws {
        let place = try Workplace()
        let path = place.path + "/search.sqlite"
        do {
            let index = try SearchIndex(path: path)
            for name in ["a", "b"] { try index.begin(name) }
            try index.replace(PartID(1), of: "a", with: SearchableContent(lines: [line(1, "confidential"), line(2, "plans")]))
            try index.replace(PartID(1), of: "b", with: SearchableContent(lines: [line(1, "public")]))
            try index.put([.line(LineID(2)): nil, .line(LineID(1)): line(1, "confidential matters")], part: PartID(1), of: "a")
            #expect(try texts("plans", in: index).isEmpty)
            #expect(try texts("matters", in: index) == ["matters"])
            try index.setStamp("s", of: "a")
            try index.rename("a", to: "z")
            #expect(try index.stamps() == ["z": "s", "b": ""])
            #expect(try index.find(SearchQuery("matters")).hits.map(\.package) == ["z"])
            try index.put([:], part: PartID(1), of: "z")
            #expect(try index.stamps()["z"] == "", "written into")
            try index.begin("b")
            #expect(try texts("public", in: index).isEmpty)
            try index.forget(["z"])
            #expect(try texts("confidential", in: index).isEmpty && index.stamps() == ["b": ""])
        }
        for companion in ["", "-wal"] {
            let bytes = place.bytes(path + companion)
            #expect(bytes.firstRange(of: Array("confidential".utf8)) == nil && bytes.firstRange(of: Array("laitnedifnoc".utf8)) == nil)
        }
        #expect(place.mode(path) == 0o600)
        // and it is there again when it is opened again
        #expect(try SearchIndex(path: path).stamps() == ["b": ""])
    }

    @Test("whose process was killed before removed words were erased erases them when it is next purged")
    func killed() throws {
        let place = try Workplace()
        let (path, left) = (place.path + "/search.sqlite", place.path + "/left.sqlite")
        let index = try SearchIndex(path: path)
        for name in ["a", "b"] { try index.begin(name) }
        try index.replace(PartID(1), of: "a", with: SearchableContent(lines: [line(1, "confidential")]))
        try index.replace(PartID(1), of: "b", with: SearchableContent(lines: [line(1, "public")]))
        try index.put([.line(LineID(1)): nil], part: PartID(1), of: "a")
        for companion in ["", "-wal"] { try place.write(place.bytes(path + companion), left + companion) }
        func files(with word: String) -> [String] {
            let needles = [word, String(word.reversed())].flatMap { word in
                [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian].compactMap { word.data(using: $0) }
            }
            return ["", "-wal"].filter { companion in
                let bytes = place.bytes(left + companion)
                return needles.contains { bytes.firstRange(of: Array($0)) != nil }
            }
        }
        #expect(!files(with: "confidential").isEmpty)
        let again = try SearchIndex(path: left)
        try again.purge()
        #expect(files(with: "confidential") == [] && files(with: "public") == [""])
        // nor does the name of a package stay that it had before
        try again.begin("confidential matters")
        try again.rename("confidential matters", to: "plans")
        #expect(files(with: "confidential") == [])
        #expect(try again.stamps().keys.sorted() == ["a", "b", "plans"])
    }

    @Test("in a damaged file, or in one of something else, is refused as such; the file can be made anew")
    func damage() throws {
        let place = try Workplace()
        let path = place.path + "/search.sqlite"
        do {
            let index = try SearchIndex(path: path)
            try index.begin("a")
            try index.replace(PartID(1), of: "a", with: SearchableContent(lines: (1...300).map { line($0, "word\($0) other") }))
        }
        let good = place.bytes(path)
        var zeros = good
        for index in 8192..<good.count { zeros[index] = 0 }
        for bytes in [Array("no database at all, whatever its name may say".utf8), Array(good.prefix(good.count / 2)), zeros] {
            try place.write(bytes, path)
            let error = #expect(throws: SearchIndexError.self) {
                let index = try SearchIndex(path: path)
                _ = try index.find(SearchQuery("word17"))
                try index.forget(["a"])
            }
            if case .damaged? = error {} else { Issue.record("\(String(describing: error))") }
            try SearchIndex.remove(path)
            #expect(try SearchIndex(path: path).stamps().isEmpty)
            try SearchIndex.remove(path)
        }
    }

    // MARK: Packages

    @Test("reads packages that nobody has open, saved ones and working copies, by all candidates and by chosen texts")
    func packages() throws {
        let place = try Workplace()
        let space = try place.space()
        let part: PartID
        do {
            let package = try space.open("notes", .createNew).package
            part = try package.createPart([Samples.stroke(1), Samples.stroke(3, line: 2)] + Samples.blocks.map(DocumentItem.block))
            #expect(package.unindexed == [part])
            package.unindexed = []
            try package.setReadings([LineID(1): Samples.reading("naïve")], in: part)
            #expect(package.unindexed == [part])
            try package.save()
            try package.close()
        }
        var found: [SearchableLine] = []
        let saved = try space.readText(of: "notes") { found += $1.lines }
        found.sort { ($0.place.number ?? 0).magnitude < ($1.place.number ?? 0).magnitude }
        #expect(saved.parts.map(\.id) == [part] && saved.stamp == space.stamp(of: "notes"))
        #expect(found.map(\.place) == [.line(LineID(1)), .line(LineID(2)), .block(BlockID(3))])
        #expect(found.map(\.isRead) == [true, false, true])
        #expect(found.first?.words.first?.candidates.map(\.text) == ["naïve", "naïves"])
        #expect(found.first?.words.first?.candidates.map(\.probability) == [0.875, 0.125])
        #expect(found.last?.words.map(\.text) == ["Grüße"] && found.last?.words.first?.isTypeset == true)
        // a working copy that was left is the package then
        do {
            let package = try space.open("notes").package
            #expect(space.stamp(of: "notes") != saved.stamp)
            let choice = DocumentItem.choice(WordChoice(strokes: [StrokeID(1)], place: 0, text: "native"))
            try package.append(Samples.adding([choice]), to: part)
            try package.setReadings([LineID(1): Samples.reading("naïve")], in: part)
            #expect(try package.searchableContent(of: part).lines.contains { $0.words.first?.candidates.map(\.text) == ["native"] })
            try package.park()
        }
        found = []
        let left = try space.readText(of: "notes") { found += $1.lines }
        let chosen = found.first { $0.place == .line(LineID(1)) }
        #expect(left.stamp == space.stamp(of: "notes") && left.stamp != saved.stamp)
        #expect(chosen?.words.first?.candidates == [.init("native", 1)], "what a person chose it says for sure")
        #expect(place.files(place.temporary) == ["notes-files"] && place.files(place.root).contains("notes.inkpkg"))
        #expect(throws: PackageError.notFound("none")) { _ = try space.readText(of: "none") { _, _ in } }
    }

    // MARK: Queries

    @Test("refuses what has no words, and takes everything else as text")
    func queries() throws {
        #expect(throws: SearchQuery.Problem.noWords) { try SearchQuery(" -\"*:()^ ") }
        #expect(throws: SearchQuery.Problem.tooManyWords(17)) { try SearchQuery(String(repeating: "a ", count: 17)) }
        let query = try SearchQuery(#"reading:"a" OR NEAR(b, 3) NOT c* ^d {terms}: x"#)
        #expect(query.terms == ["reading", "a", "or", "near", "b", "3", "not", "c", "d", "terms", "x"])
        let expression = SearchExpression(term: #"a" OR "b"#, similar: [], matching: .whole)
        #expect(expression.text == #"terms : ("a"" OR ""b")"#)
    }

    @Test("no query means anything but its words, whatever is in it")
    func fuzz() throws {
        let place = try Workplace()
        let index = try index(place)
        try index.begin("notes")
        let lines = [line(1, "alpha beta or near not terms reversed reading"), line(2, "gamma Größe")]
        try index.replace(PartID(1), of: "notes", with: SearchableContent(lines: lines))
        let pieces = [
            "\"", "'", "*", "(", ")", ":", "-", "^", "+", "{", "}", " OR ", " AND ", " NOT ", "NEAR(", ",", "terms", "reversed", "reading",
            "alpha", "beta", "ALPH", "gamm", "Größe", "\u{0}", "\u{301}", "\u{10FFFF}", "é", "日", "'; DROP TABLE word; --", " ", "\n", "?1",
            "%", "_",
        ]
        var (searched, refused, hits) = (0, 0, 0)
        try Fuzz.run(seconds: 1.5, atLeast: 200, seed: 7) { dice in
            let text = (0..<Int.random(in: 1...8, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
            let query: SearchQuery
            do {
                query = try SearchQuery(text, matching: SearchMatching.allCases.randomElement(using: &dice) ?? .whole)
            } catch {
                refused += 1
                return
            }
            searched += 1
            let result = try index.find(query)
            hits += result.hits.count
            for hit in result.hits {
                #expect([query.terms, query.glued].contains(hit.words.map(\.term)))
                for word in hit.words {
                    let fits = SearchTerms.ofWord(word.found).contains {
                        $0 == word.term || $0.hasPrefix(word.term) || SearchTerms.areOneEditApart($0, word.term)
                    }
                    #expect(fits, "\(word.found) for \(word.term) of \(text.debugDescription)")
                }
            }
        }
        #expect(searched > 100 && refused > 0 && hits > 10, "\(searched) searched, \(refused) refused, \(hits) hits")
        #expect(try index.find(SearchQuery("alpha")).total == 1)
    }
}
