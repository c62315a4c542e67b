import Editing
import Foundation
import Ink
import InkTestSupport

@testable import InkStore

/// A folder of its own, with a space in it, which goes away with this object.
final class Workplace: Sendable {
    let path: String
    var root: String { path + "/packages" }
    var temporary: String { path + "/work" }

    /// In memory if that can be: no test takes the power away, and waiting for disks takes most of the time.
    init() throws {
        let memory = "/dev/shm"
        let folder = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        path = folder + "/inkd-store-\(UInt64.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func space() throws(PackageError) -> PackageSpace { try PackageSpace(root: root, temporary: temporary) }

    func files(_ folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? [] }

    func write(_ bytes: some Collection<UInt8>, _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    func mode(_ path: String) -> Int? { (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int }
}

/// Things to put into parts.
enum Samples {
    /// A stroke as a hand draws it, the same for the same number.
    static func stroke(_ id: UInt64, line: UInt64 = 1) -> DocumentItem {
        var dice = SeededGenerator(seed: id)
        var points: [InkPoint] = []
        var (x, y) = (Double.random(in: 0...190, using: &dice), Double.random(in: 0...110, using: &dice))
        for index in 0..<Int64.random(in: 1...12, using: &dice) {
            x += dice.normal(0.6)
            y += dice.normal(0.6)
            points.append(InkPoint(x: x, y: y, time: Instant(microseconds: 5000 * index), force: .random(in: 0...1, using: &dice)))
        }
        let stroke = InkStroke(id: StrokeID(id), fitting: points, created: 1_700_000_000_000_000)
        return .stroke(PlacedStroke(stroke: stroke, line: LineID(line)))
    }

    static let decoration = DocumentItem.decoration(Decoration(id: DecorationID(4), kind: .surround, strokes: [StrokeID(1), StrokeID(9)]))
    static let choice = DocumentItem.choice(WordChoice(strokes: [StrokeID(3), StrokeID(300)], place: 2, text: "naïve \u{0}…"))
    static let boundary = DocumentItem.boundary(
        WordBoundary(kind: .joined, left: [StrokeID(1), StrokeID(9)], right: [StrokeID(3), StrokeID(300)]))
    static let word = DocumentItem.word(
        TypesetWord(
            id: StrokeID(303), line: LineID(2), text: "Größe", candidates: ["Grüße", "Größe"], x: 1, width: 20, baseline: 9, xHeight: 2.5,
            ink: ([301, 302] as [UInt64]).compactMap { if case .stroke(let placed) = stroke($0) { placed.stroke } else { nil } }))
    static let blocks: [AddedBlock] = [
        block(1, .math, .empty),
        block(2, .drawing, .image(InkImage(mediaType: "image/png", bytes: (0...255).map { $0 }, width: 640, height: 480))),
        block(3, .text, .text([TypesetLine(text: "Grüße", box: Box(x: 1, y: 2, width: 30, height: 4.5), baseline: 5.25)])),
        block(4, .diagram, .figure(.ellipse(center: Point(x: 1, y: -2), radiusX: 3, radiusY: 4, rotation: 0.5), label: "ellipse")),
        block(
            5, .diagram,
            .figure(
                .polygon(points: [Point(x: 0, y: 0), Point(x: 5, y: 0.1)], closed: false, headAtStart: false, headAtEnd: true),
                label: "arrow")),
    ]

    static func block(_ id: UInt64, _ type: BlockType, _ content: AddedBlock.Content) -> AddedBlock {
        AddedBlock(id: BlockID(id), type: type, box: Box(x: -1.5, y: 2, width: 3, height: 0), content: content)
    }

    /// One of everything, in the order of the names.
    static var items: [DocumentItem] {
        [stroke(1), stroke(3, line: 2), stroke(300)] + blocks.map(DocumentItem.block) + [choice, decoration, boundary, word]
    }

    static func reading(_ text: String) -> SavedReading {
        let range = WordRange(stroke: StrokeID(1), first: 0, last: 12)
        let word = LineWord(
            text: text, box: Box(x: 0, y: 1, width: 2, height: 3), ranges: [range],
            candidates: [Candidate(text: text, score: -0.25), Candidate(text: text + "s", score: nil)], baseline: 4, xHeight: nil,
            graphemes: [LineGrapheme(text: "é", ranges: [range]), LineGrapheme(text: "👩‍👧", ranges: [])], confidence: 0.875)
        return SavedReading(
            candidates: [Candidate(text: text, score: -1.5), Candidate(text: "", score: nil)], words: [word, LineWord(text: "x")],
            confidence: 0.5)
    }

    static func adding(_ items: [DocumentItem]) -> [DocumentChange] {
        items.compactMap { item in item.key.map { DocumentChange(key: $0, before: nil, after: item) } }
    }

    static func removing(_ items: [DocumentItem]) -> [DocumentChange] { adding(items).map(\.inverse) }
}

extension Package {
    /// Makes a part with these items in it.
    func createPart(_ items: [DocumentItem]) throws(PackageError) -> PartID {
        let part = try createPart(.rawContent).id
        try append(Samples.adding(items), to: part)
        return part
    }
}
