import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite("The look of a drawing")
struct DrawingLookTests {
    /// A fish: a body, a tail, an eye and a fin.
    private func fish(_ seed: UInt64, tremor: Double = 0.15) -> [[Point]] {
        var hand = DrawingHand(seed: seed, tremor: tremor)
        return [
            hand.ellipse(30, 20, 50, 26), hand.path([(55, 20), (72, 8), (72, 32), (55, 20)]), hand.ellipse(16, 16, 4, 4),
            hand.path([(28, 8), (36, 0), (40, 9)]),
        ]
    }

    /// A ladder, which is no fish.
    private func ladder(_ seed: UInt64) -> [[Point]] {
        var hand = DrawingHand(seed: seed)
        return [hand.path([(0, 0), (0, 60)]), hand.path([(18, 0), (18, 60)])]
            + (1...5).map { hand.path([(0, 10 * Double($0)), (18, 10 * Double($0))]) }
    }

    private func mapped(_ strokes: [[Point]], _ change: (Point) -> Point) -> [[Point]] { strokes.map { $0.map(change) } }

    private func likeness(_ a: [[Point]], _ b: [[Point]]) throws -> Double {
        try #require(DrawingLook(a)).likeness(to: try #require(DrawingLook(b)))
    }

    @Test("is the same whatever the size, the place, the order, direction and speed of the strokes, and the same each time")
    func same() throws {
        let drawing = fish(1)
        #expect(DrawingLook(drawing) == DrawingLook(drawing))
        #expect(try likeness(drawing, drawing) > 0.999_999)
        #expect(try likeness(drawing, mapped(drawing) { Point(x: 1000 + 7 * $0.x, y: -500 + 7 * $0.y) }) > 0.9999)
        #expect(try likeness(drawing, drawing.reversed().map { $0.reversed() }) > 0.9999)
        // three samples for each
        let slow = drawing.map { stroke in
            zip(stroke, stroke.dropFirst()).flatMap { a, b in (0..<3).map { a + (b - a) * (Double($0) / 3) } } + stroke.suffix(1)
        }
        #expect(try likeness(drawing, slow) > 0.999)
    }

    @Test("is alike for the same thing drawn again, and unlike for another thing")
    func alike() throws {
        for seed in 2...6 as ClosedRange<UInt64> {
            #expect(try likeness(fish(1), fish(seed, tremor: 0.4)) > 0.95)
            #expect(try likeness(fish(1), ladder(seed)) < 0.75)
        }
    }

    @Test("is found by a query that is turned or stretched a little", arguments: [-10.0, -5, 0, 5, 10], [0.8, 1, 1.25])
    func turned(degrees: Double, stretch: Double) throws {
        let look = try #require(DrawingLook(fish(1)))
        let (sine, cosine) = (sin(degrees / 180 * .pi), cos(degrees / 180 * .pi))
        let turned = mapped(fish(9)) { Point(x: ($0.x * cosine - $0.y * sine) * stretch, y: $0.x * sine + $0.y * cosine) }
        let query = try #require(DrawingQuery(turned))
        #expect(query.likeness(of: look) > 0.95)
        #expect(query.likeness(of: try #require(DrawingLook(ladder(1)))) < query.likeness(of: look) - 0.1)
    }

    @Test("dots have none; lines, what is very far away and what is scribbled have one")
    func edges() throws {
        #expect(DrawingLook([]) == nil && DrawingLook([[]]) == nil && DrawingLook([[Point(x: 1, y: 1)]]) == nil)
        #expect(DrawingLook([[Point(x: 1, y: 1), Point(x: 1, y: 1)], [Point(x: 9, y: 9)]]) == nil)
        #expect(DrawingLook([[Point(x: .infinity, y: 0), Point(x: 1, y: 1)]]) == nil)
        #expect(DrawingQuery([[Point(x: .nan, y: 0), Point(x: 1, y: 1)]]) == nil)
        #expect(DrawingLook([[Point(x: 1e200, y: 0), Point(x: -1e200, y: 1)]]) == nil)
        let lines = try (0..<4).map { index in
            let angle = Double(index) * .pi / 4
            return try #require(DrawingLook([[Point(x: 0, y: 0), Point(x: 50 * cos(angle), y: 50 * sin(angle))]]))
        }
        for (index, line) in lines.enumerated() {
            for other in lines[..<index] { #expect(line.likeness(to: other) < 0.6) }
        }
        var dice = SeededGenerator(seed: 1)
        let scribble = (0..<20_000).map { _ in
            Point(x: Double.random(in: -1e6...1e6, using: &dice), y: Double.random(in: -1e6...1e6, using: &dice))
        }
        #expect(DrawingLook([scribble]) != nil)
        #expect(DrawingLook(bytes: []) == nil && DrawingLook(bytes: Array(repeating: 0, count: DrawingLook.size)) == nil)
    }

    // MARK: The index

    private func drawing(_ strokes: [[Point]], _ first: UInt64) throws -> SearchableDrawing {
        SearchableDrawing(
            strokes: [StrokeID(first), StrokeID(first + 1)], box: Box(x: 1, y: 2, width: 3, height: 4),
            look: try #require(DrawingLook(strokes)))
    }

    @Test("is in an index, which finds what is alike, best first, and follows its packages")
    func index() throws {
        let place = try Workplace()
        let path = place.path + "/search.sqlite"
        let query = try #require(DrawingQuery(fish(1)))
        do {
            let index = try SearchIndex(path: path)
            for name in ["a", "b"] { try index.begin(name) }
            let drawings = [try drawing(ladder(1), 1), try drawing(fish(2, tremor: 1), 3), try drawing(fish(3), 5)]
            try index.replace(PartID(1), of: "a", with: SearchableContent(drawings: drawings))
            try index.replace(PartID(2), of: "b", with: SearchableContent(drawings: [try drawing(fish(1), 7)]))
            let result = try index.find(query)
            #expect(
                result.total == 3 && result.hits.map { $0.strokes.first?.value } == [7, 5, 3]
                    && result.hits.map(\.package) == ["b", "a", "a"])
            #expect(result.hits.first?.part == PartID(2) && result.hits.first?.box == Box(x: 1, y: 2, width: 3, height: 4))
            #expect(result.hits.allSatisfy { (SearchIndex.leastLikeness...1).contains($0.score) })
            var limited = query
            (limited.package, limited.limit) = ("a", 1)
            #expect(try index.find(limited).hits.map { $0.strokes.map(\.value) } == [[5, 6]] && index.find(limited).total == 2)
            // words alone leave drawings as they are, a part anew does not
            try index.put([:], part: PartID(1), of: "a")
            #expect(try index.find(query).total == 3)
            try index.replace(PartID(1), of: "a", with: SearchableContent(drawings: [try drawing(fish(4), 9)]))
            try index.rename("a", to: "z")
            #expect(try index.find(query).hits.map(\.package).sorted() == ["b", "z"])
            try index.forget(["b"])
            #expect(try index.find(query).hits.map { $0.strokes.first?.value } == [9])
            try index.begin("z")
            #expect(try index.find(query).hits.isEmpty)
        }
    }

    @Test("that is none says so, for the index to be made anew")
    func damage() throws {
        let place = try Workplace()
        let index = try SearchIndex(path: place.path + "/search.sqlite")
        try index.begin("a")
        for (look, strokes) in [([1, 2, 3], "1"), (Array(repeating: 9, count: DrawingLook.size), "1 x")] as [([UInt8], String)] {
            try index.write {
                try $0.execute("DELETE FROM drawing")
                try $0.execute(
                    "INSERT INTO drawing (package, part, strokes, x, y, width, height, look) VALUES (1, 1, ?1, 0, 0, 1, 1, ?2)",
                    [strokes, look])
            }
            // what all directions have everywhere is like many things
            let grid = (0..<9).flatMap { step in
                let at = 10 * Double(step)
                return [
                    [Point(x: 0, y: at), Point(x: 80, y: at)], [Point(x: at, y: 0), Point(x: at, y: 80)],
                    [Point(x: 0, y: at), Point(x: 80 - at, y: 80)], [Point(x: at, y: 0), Point(x: 0, y: at)],
                    [Point(x: 80, y: at), Point(x: at, y: 80)], [Point(x: at, y: 0), Point(x: 80, y: 80 - at)],
                ]
            }
            let query = try #require(DrawingQuery(grid))
            let error = #expect(throws: SearchIndexError.self) { _ = try index.find(query) }
            if case .damaged? = error {} else { Issue.record("\(String(describing: error))") }
        }
    }
}
