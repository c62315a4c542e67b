import Foundation
import Ink
import System
import Testing

@testable import Practice
@testable import Synthesis

@Suite("Lessons")
struct LessonTests {
    /// Strokes of a text in a hand of this project, with small letters 5 mm high.
    private static func strokes(_ text: String, hand: String = "print") throws -> [[Point]] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL.path
        var options = SynthesisOptions()
        options.height = .small(unit)
        options.variation = 0
        let hand = try HandFiles(folders: [root + "/models/hands"]).hand(named: hand)
        return try HandwritingSynthesizer(hand: hand, options: options).strokes(for: text).map { $0.map { Point(x: $0.x, y: $0.y) } }
    }

    private static let unit = 5.0
    private static let text = "Sphinx of black quartz, judge my vow. Pack my box with five dozen jugs"

    private func lesson(_ template: [[Point]], _ difficulty: Double = 0.5, isOrdered: Bool = true) -> Lesson {
        Lesson(template, unit: Self.unit, difficulty: Difficulty(difficulty), isOrdered: isOrdered)
    }

    @Test(
        "a careful writer passes more than 95 of 100 strokes", arguments: [("print", 0.5), ("print", 0), ("script", 0.5), ("cursive", 0.3)])
    func good(_ hand: String, _ difficulty: Double) throws {
        var pupil = Pupil(seed: 3, unit: Self.unit)
        var (passed, tries) = (0, 0)
        while tries < 100 {
            var lesson = lesson(try Self.strokes(Self.text, hand: hand), difficulty)
            for stroke in lesson.template {
                var judgment = try lesson.judged(pupil.copy(of: stroke))
                (passed, tries) = (passed + (judgment.isPassed ? 1 : 0), tries + 1)
                while !judgment.isPassed { judgment = try lesson.judged(stroke) }
            }
            #expect(lesson.next == nil && lesson.passed == lesson.template.count)
            #expect(lesson.score > 0.4 && lesson.score < 1)
        }
        #expect(Double(passed) >= 0.95 * Double(tries), "\(passed) of \(tries)")
    }

    @Test("more than 90 of 100 strokes that go the other way are caught, and said to")
    func reversed() throws {
        var pupil = Pupil(seed: 4, unit: Self.unit)
        var (caught, named, tries) = (0, 0, 0)
        for hand in ["print", "script"] {
            var lesson = lesson(try Self.strokes(Self.text, hand: hand))
            for stroke in lesson.template {
                // a dot has no direction
                if StrokeShape(stroke).length > Self.unit / 2 {
                    let judgment = try lesson.judged(pupil.copy(of: stroke.reversed()))
                    tries += 1
                    caught += judgment.isPassed ? 0 : 1
                    named += judgment.fault == .direction ? 1 : 0
                    if judgment.isPassed { continue }
                }
                let again = try lesson.judged(stroke)
                #expect(again.isPassed)
            }
        }
        #expect(tries >= 100)
        #expect(Double(caught) >= 0.9 * Double(tries), "\(caught) of \(tries)")
        #expect(Double(named) >= 0.9 * Double(tries), "\(named) of \(tries)")
    }

    @Test("more than 90 of 100 strokes that come before their turn are caught, and taken where any order is right")
    func order() throws {
        var pupil = Pupil(seed: 5, unit: Self.unit)
        var (caught, taken, tries) = (0, 0, 0)
        for hand in ["print", "script"] {
            let template = try Self.strokes(Self.text, hand: hand)
            for index in template.indices.dropLast() {
                let early = pupil.copy(of: template[index + 1])
                var (strict, free) = (lesson(Array(template[index...])), lesson(Array(template[index...]), isOrdered: false))
                tries += 1
                caught += try strict.judged(early).isPassed ? 0 : 1
                let judgment = try free.judged(early)
                taken += judgment.isPassed && judgment.index == 1 && free.next == 0 ? 1 : 0
            }
        }
        #expect(tries >= 100)
        #expect(Double(caught) >= 0.9 * Double(tries), "\(caught) of \(tries)")
        #expect(Double(taken) >= 0.9 * Double(tries), "\(taken) of \(tries)")
    }

    @Test("more than 90 of 100 strokes of another letter at that place are caught")
    func shape() throws {
        var pupil = Pupil(seed: 6, unit: Self.unit)
        var (caught, tries) = (0, 0)
        let template = try Self.strokes(Self.text)
        for (index, stroke) in template.enumerated() {
            for step in [7, 12, 19] {
                let other = template[(index + step) % template.count]
                let way = StrokeShape(stroke).center - StrokeShape(other).center
                // stems and dots of several letters are the same stroke
                guard StrokeShape(other).moved(by: way).distance(to: StrokeShape(stroke)) > 0.3 * Self.unit else { continue }
                var lesson = lesson([stroke])
                tries += 1
                caught += try lesson.judged(pupil.copy(of: other.map { $0 + way })).isPassed ? 0 : 1
            }
        }
        #expect(tries >= 100)
        #expect(Double(caught) >= 0.9 * Double(tries), "\(caught) of \(tries)")
    }

    @Test("a stroke elsewhere, one that is too long, and an empty one do not pass")
    func elsewhere() throws {
        let stem = (0...20).map { Point(x: 0, y: Double($0) / 2) }
        var lesson = lesson([stem])
        let tried = [
            [], stem.map { $0 + Point(x: 20, y: 0) }, (0...60).map { Point(x: 0, y: Double($0) / 2 - 10) },
            stem.map { Point(x: $0.y, y: $0.x) }, [Point(x: 0, y: 5)],
        ]
        let faults = tried.map { lesson.judge($0)?.fault }
        #expect(faults == [nil, .place, .size, .shape, .size])
        #expect(lesson.next == 0 && lesson.tries == 4 && lesson.score == 0)
        let judgment = try lesson.judged(stem)
        #expect(judgment.isPassed && judgment.comparison.score == 1 && lesson.score == 0.2)
        let more = lesson.judge(stem)
        #expect(more == nil)
    }

    @Test("what passes for a beginner need not pass for a master")
    func difficulty() throws {
        var pupil = Pupil(seed: 7, unit: Self.unit)
        let template = try Self.strokes(Self.text)
        let copies = template.map { pupil.copy(of: $0, care: 0.5) }
        let passed = try [0, 0.5, 1].map { difficulty in
            try zip(template, copies).count { stroke, copy in
                var lesson = lesson([stroke], difficulty)
                return try lesson.judged(copy).isPassed
            }
        }
        #expect(passed[0] > passed[1] && passed[1] > passed[2])
        #expect(Difficulty(-3).value == 0 && Difficulty(7).value == 1)
    }
}

extension Lesson {
    fileprivate mutating func judged(_ stroke: [Point]) throws -> Judgment {
        let judgment = judge(stroke)
        return try #require(judgment)
    }
}

/// Somebody who copies strokes: never quite as large, as upright and there, bent a little, with a tremor.
private struct Pupil {
    private var random: SeededGenerator
    private let unit: Double

    init(seed: UInt64, unit: Double) {
        random = SeededGenerator(seed: seed)
        self.unit = unit
    }

    /// - Parameter care: 1 for a careful writer; half of it is twice as far off.
    mutating func copy(of stroke: [Point], care: Double = 1) -> [Point] {
        let off = 1 / care
        let (width, height) = (1 + 0.07 * off * random.normal(), 1 + 0.07 * off * random.normal())
        let (turn, lean) = (0.05 * off * random.normal(), 0.06 * off * random.normal())
        let way = Point(x: 0.12 * off * unit * random.normal(), y: 0.12 * off * unit * random.normal())
        let (bend, phase) = (0.05 * off * unit * random.normal(), 2 * .pi * random.unit())
        let center = StrokeShape(stroke).center
        var copy: [Point] = []
        for (index, place) in stroke.enumerated() {
            let (x, y) = ((place.x - center.x) * width, (place.y - center.y) * height)
            let wave = bend * sin(phase + 4 * Double(index) / Double(max(1, stroke.count)))
            let tremor = Point(x: 0.01 * unit * random.normal(), y: 0.01 * unit * random.normal())
            let turned = Point(x: x * cos(turn) - y * sin(turn) - lean * y + wave, y: x * sin(turn) + y * cos(turn) + wave)
            copy.append(center + turned + way + tremor)
        }
        return copy
    }
}
