import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite(
    "The cost of a search", .serialized,
    .enabled("needs INKD_MEASURE") { ProcessInfo.processInfo.environment["INKD_MEASURE"] != nil })
struct SearchCostTests {
    /// Made words of syllables: as many different ones as a language has, some much more often than others.
    private static func word(_ dice: inout SeededGenerator) -> String {
        let syllables = "ba ter ra ce sto ne ing un der wa li men to sche pro fu ky ol".split(separator: " ").map(String.init)
        let count = 1 + min(3, Int(abs(dice.normal(1.2))))
        return (0..<count).map { _ in
            // the first ones more often
            syllables[min(Int.random(in: 0..<syllables.count, using: &dice), Int.random(in: 0..<syllables.count, using: &dice))]
        }.joined()
    }

    @Test("of a hundred thousand words is printed beside that of reading all of them", .timeLimit(.minutes(MachineSpeed.limit)))
    func words() throws {
        let place = try Workplace()
        let path = place.path + "/search.sqlite"
        let index = try SearchIndex(path: path)
        var dice = SeededGenerator(seed: 3)
        var all: [[String]] = []
        let clock = ContinuousClock()
        let writing = try clock.measure {
            for package in 0..<20 {
                try index.begin("notes \(package)")
                for part in 1...10 as ClosedRange<Int64> {
                    let lines = (1...50 as ClosedRange<UInt64>).map { number in
                        SearchableLine(
                            place: .line(LineID(number)), text: "",
                            words: (0..<10).map { position in
                                let candidates = (0..<4).map { _ in Self.word(&dice) }
                                all.append(candidates)
                                let chances = [0.8, 0.1, 0.07, 0.03]
                                return SearchableWord(
                                    zip(candidates, chances).map { .init($0, $1) }, position: position,
                                    ranges: [WordRange(stroke: StrokeID(number), first: 0, last: 40)],
                                    box: Box(x: 1, y: 2, width: 3, height: 4))
                            })
                    }
                    try index.replace(PartID(part), of: "notes \(package)", with: SearchableContent(lines: lines))
                }
            }
        }
        #expect(all.count == 100_000)
        print("100,000 words of 4 candidates: index \(SearchIndex.size(path) / 1_000_000) MB, written in \(writing)")
        var slowest = Duration.zero
        for words in ["terrace", "stonewalimento", "sto", "terrace stone", "underba mentore kyol"] {
            for matching in SearchMatching.allCases {
                let query = try SearchQuery(words, matching: matching)
                _ = try index.find(query)
                var result = SearchResult()
                let times = try (0..<5).map { _ in try clock.measure { result = try index.find(query) } }.sorted()
                var scanned = 0
                let scan = clock.measure {
                    for candidates in all where candidates.contains(where: { $0.hasPrefix(query.terms[0]) }) { scanned += 1 }
                }
                slowest = max(slowest, times[2])
                print(
                    "\(words), \(matching): \(times[2]), \(result.total) places; a scan for beginnings: \(scan), ratio \(times[2] / scan)")
                if query.terms.count == 1, matching == .beginning, scanned < SearchIndex.mostMatches { #expect(result.total == scanned) }
            }
        }
        print("slowest: \(slowest)")
    }

    @Test("for what looks like a sketch among ten thousand drawings is printed", .timeLimit(.minutes(MachineSpeed.limit)))
    func drawings() throws {
        let place = try Workplace()
        let path = place.path + "/search.sqlite"
        let index = try SearchIndex(path: path)
        var dice = SeededGenerator(seed: 4)
        func scrawl() -> [[Point]] {
            (0..<5).map { _ in
                var place = Point(x: Double.random(in: 0...40, using: &dice), y: Double.random(in: 0...40, using: &dice))
                return (0..<20).map { _ in
                    place = place + Point(x: dice.normal(2), y: dice.normal(2))
                    return place
                }
            }
        }
        let clock = ContinuousClock()
        for package in 0..<10 {
            try index.begin("sketches \(package)")
            for part in 1...10 as ClosedRange<Int64> {
                let drawings = try (1...100 as ClosedRange<UInt64>).map { number in
                    SearchableDrawing(
                        strokes: (1...5).map { StrokeID(5 * number + $0) }, box: Box(x: 1, y: 2, width: 3, height: 4),
                        look: try #require(DrawingLook(scrawl())))
                }
                try index.replace(PartID(part), of: "sketches \(package)", with: SearchableContent(drawings: drawings))
            }
        }
        let sketch = scrawl()
        var query: DrawingQuery?
        let making = clock.measure { query = DrawingQuery(sketch) }
        let asked = try #require(query)
        var result = DrawingResult()
        let times = try (0..<5).map { _ in try clock.measure { result = try index.find(asked) } }.sorted()
        print("10,000 drawings: index \(SearchIndex.size(path) / 1_000_000) MB, \(result.total) alike")
        print("the query is made in \(making), compared with all in \(times[2])")
    }
}
