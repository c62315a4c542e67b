import Editing
import Foundation
import Ink
import InkTestSupport
import Testing

@testable import InkStore

@Suite("What is in a part")
struct ContentTests {
    let place: Workplace
    let package: Package

    init() throws {
        place = try Workplace()
        package = try place.space().open("notes", .createNew).package
    }

    @Test("comes back as it was put in, from the working copy and from the saved file")
    func roundTrip() throws {
        let part = try package.createPart(Samples.items)
        try package.setReadings([LineID(1): Samples.reading("é"), LineID(2): Samples.reading("")], in: part)
        let content = try package.load(part)
        #expect(content.items == Samples.items && content.unreadable.isEmpty)
        #expect(content.readings == [LineID(1): Samples.reading("é"), LineID(2): Samples.reading("")])
        try package.save()
        try package.close()
        let again = try place.space().open("notes").package
        #expect(try again.load(part) == content)
    }

    @Test("is the same file for the same content")
    func deterministic() throws {
        let part = try package.createPart(Samples.items)
        try package.setReadings([LineID(1): Samples.reading("a")], in: part)
        try package.save()
        let other = try place.space().open("other", .createNew).package
        let twin = try other.createPart(Samples.items.reversed())
        try other.setReadings([LineID(1): Samples.reading("a")], in: twin)
        try other.save()
        #expect(place.bytes(place.root + "/notes.inkpkg") == place.bytes(place.root + "/other.inkpkg"))
    }

    @Test("whatever is added, changed and removed, what is loaded is what is left")
    func randomEdits() throws {
        var dice = SeededGenerator(seed: 3)
        let part = try package.createPart([])
        var model: [ItemKey: DocumentItem] = [:]
        for _ in 0..<150 {
            var changes: [DocumentChange] = []
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let item = Self.item(&dice)
                guard let key = item.key, !changes.contains(where: { $0.key == key }) else { continue }
                let after = Bool.random(using: &dice) ? item : nil
                changes.append(DocumentChange(key: key, before: model[key], after: after))
                model[key] = after
            }
            try package.append(changes, to: part)
        }
        let items = model.values.compactMap { item in item.key.map { ($0, item) } }.sorted { $0.0 < $1.0 }.map(\.1)
        #expect(try package.load(part).items == items && items.count > 5)
    }

    private static func item(_ dice: inout SeededGenerator) -> DocumentItem {
        let id = UInt64.random(in: 1...12, using: &dice)
        switch Int.random(in: 0..<6, using: &dice) {
        case 0: return Samples.stroke(id, line: .random(in: 1...3, using: &dice))
        case 1: return .block(Samples.block(id, .text, .empty))
        case 2: return .choice(WordChoice(strokes: [StrokeID(id), StrokeID(id + 1)], text: "\(UInt8.random(in: 0...9, using: &dice))"))
        case 3:
            return .boundary(
                WordBoundary(kind: Bool.random(using: &dice) ? .joined : .parted, left: [StrokeID(id + 20)], right: [StrokeID(id)]))
        case 4:
            return .word(
                TypesetWord(
                    id: StrokeID(id), line: LineID(.random(in: 1...3, using: &dice)), text: "w\(id)", x: 1, width: 2, baseline: 3,
                    xHeight: 4))
        default: return .decoration(Decoration(id: DecorationID(id), kind: .underline, strokes: [StrokeID(id)]))
        }
    }

    @Test("changes are written all or none")
    func atomic() throws {
        let part = try package.createPart([Samples.stroke(1)])
        let bad = DocumentItem.choice(WordChoice(strokes: [StrokeID(3), StrokeID(2)], text: ""))
        #expect {
            try package.append(Samples.removing([Samples.stroke(1)]) + Samples.adding([bad]), to: part)
        } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        #expect(try package.load(part).items == [Samples.stroke(1)])
    }

    @Test("what could not be read again is refused with the reason")
    func refused() throws {
        let part = try package.createPart([])
        var endless = Samples.blocks[0]
        endless.box.x = .infinity
        var large = Samples.blocks[1]
        large.content = .image(InkImage(mediaType: "image/png", bytes: [UInt8](repeating: 0, count: 65 << 20), width: 1, height: 1))
        let items: [DocumentItem] = [
            .block(endless), .block(large),
            .decoration(Decoration(id: DecorationID(1), kind: .underline, strokes: [StrokeID(2), StrokeID(2)])),
            .block(Samples.block(1 << 63, .text, .empty)),
        ]
        for item in items {
            #expect {
                try package.append(Samples.adding([item]), to: part)
            } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        }
        var reading = Samples.reading("a")
        reading.confidence = .nan
        #expect {
            try package.setReadings([LineID(1): reading], in: part)
        } throws: { if case PackageError.invalidValue = $0 { true } else { false } }
        #expect(try package.load(part) == PartContent())
    }

    @Test("a reading is dropped when a stroke comes to its line, changes or leaves it, and not otherwise")
    func staleReadings() throws {
        let part = try package.createPart([])
        let one = Samples.stroke(1, line: 1)
        let elsewhere = Samples.stroke(1, line: 2)
        let key = ItemKey.stroke(StrokeID(1))
        let readings = [1, 2, 3].map { (LineID($0), Samples.reading("\($0)")) }
        let steps: [(DocumentChange, Set<UInt64>)] = [
            (DocumentChange(key: key, before: nil, after: one), [2, 3]),
            (DocumentChange(key: key, before: one, after: elsewhere), [3]),
            (DocumentChange(key: key, before: elsewhere, after: nil), [1, 3]),
            (DocumentChange(key: .decoration(DecorationID(4)), before: nil, after: Samples.decoration), [1, 2, 3]),
        ]
        for (change, left) in steps {
            try package.setReadings(Dictionary(uniqueKeysWithValues: readings), in: part)
            try package.append([change], to: part)
            #expect(Set(try package.load(part).readings.keys.map(\.value)) == left)
        }
        try package.setReadings([LineID(1): nil], in: part)
        #expect(Set(try package.load(part).readings.keys.map(\.value)) == [2, 3])
    }

    @Test("no name is given out twice, whatever was removed")
    func nextNames() throws {
        let part = try package.createPart([])
        #expect(try package.load(part).next == NextNames())
        try package.append(Samples.adding(Samples.items), to: part)
        var next = NextNames()
        next.stroke = StrokeID(304)
        next.line = LineID(3)
        next.block = BlockID(6)
        next.decoration = DecorationID(5)
        #expect(try package.load(part).next == next)
        try package.append(Samples.removing(Samples.items), to: part)
        #expect(try package.load(part).next == next)
        try package.save()
        try package.close()
        #expect(try place.space().open("notes").package.load(part).next == next)
    }

    @Test("a stroke that moves to another line keeps the name of the line it left from being used again")
    func linesGoneByMoving() throws {
        let part = try package.createPart([Samples.stroke(1, line: 9)])
        try package.append(
            [DocumentChange(key: .stroke(StrokeID(1)), before: Samples.stroke(1, line: 9), after: Samples.stroke(1, line: 2))], to: part)
        #expect(try package.load(part).next.line == LineID(10))
    }
}
