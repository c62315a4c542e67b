import ArgumentParser
import InkProtocol
import Testing

@testable import inkctl

@Suite("inkctl search --ink")
struct InkQueryTests {
    @Test("what the ink may say, with its share of the best; what is no word, or the same to a search, is left out")
    func readings() {
        let readings = InkQuery.readings(of: [
            .init(text: "jar", score: -1), .init(text: "?", score: -1.5), .init(text: "Jar.", score: -1.6), .init(text: "far", score: -2),
        ])
        #expect(readings.map(\.text) == ["jar", "far"])
        #expect(readings[0].share == 1 && abs(readings[1].share - 0.3679) < 0.001)
        #expect(InkQuery.readings(of: [.init(text: "jar")]).map(\.share) == [1])
    }

    @Test("several inks are words in a row, the most probable ones")
    func joined() {
        let first = [InkQuery.Reading(text: "red", share: 1), .init(text: "bed", share: 0.5)]
        let second = [InkQuery.Reading(text: "jar", share: 1), .init(text: "far", share: 0.4)]
        let joined = InkQuery.joined(InkQuery.joined([.init(text: "", share: 1)], first), second)
        #expect(joined.map(\.text) == ["red jar", "bed jar", "red far", "bed far"])
        #expect(joined.map(\.share) == [1, 0.5, 0.4, 0.2])
        #expect(InkQuery.joined(first, []) == first)
    }

    @Test("words or ink, and not both")
    func refusals() throws {
        #expect(throws: (any Error).self) { try SearchCommand.parse([]) }
        #expect(throws: (any Error).self) { try SearchCommand.parse(["jar", "--ink", "my.jsonl"]) }
        #expect(try SearchCommand.parse(["--ink", "my.jsonl"]).ink == "my.jsonl")
        #expect(try SearchCommand.parse(["--ink", "my.jsonl", "--like", "drawing"]).like == .drawing)
        let drawing = ["--ink", "a", "--like", "drawing"]
        for others in [["jar", "--like", "drawing"], ["--ink", "a", "--like", "cat"], drawing + ["--matching", "whole"]] {
            #expect(throws: (any Error).self) { try SearchCommand.parse(others) }
        }
    }
}
