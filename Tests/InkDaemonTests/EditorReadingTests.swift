import Editing
import Foundation
import Ink
import InkClient
import InkProtocol
import InkTestSupport
import ModelStore
import System
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("What an editor reads", .enabled(if: hasModel, "no model: set INKD_MODEL to a .safetensors file"))
    struct EditorReadingTests {
        /// A daemon with all models.
        private func start() throws -> RunningDaemon {
            let daemon = try RunningDaemon(model: modelPath) {
                $0.models = URL(fileURLWithPath: modelPath).deletingLastPathComponent().path
            }
            try daemon.wait("model") { $0.shared.models.problem == nil && !$0.shared.models.catalog.tags.isEmpty }
            return daemon
        }

        private func distance(_ a: String, _ b: String) -> Int {
            let b = Array(b)
            var row = Array(0...b.count)
            for (i, x) in a.enumerated() {
                var before = row[0]
                row[0] = i + 1
                for (j, y) in b.enumerated() {
                    (before, row[j + 1]) = (row[j + 1], min(row[j + 1] + 1, row[j] + 1, before + (x == y ? 0 : 1)))
                }
            }
            return row[b.count]
        }

        private func plain(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

        /// What an editor makes of ink that is written into it, and what the recognizer makes of the same ink.
        private func read(
            _ strokes: [[Point]], _ client: InkClient.InkConnection, type: PartType, package: String
        ) throws -> (written: String, atOnce: String) {
            let editor = try client.newEditor(type, package: package)
            let ink = strokes.map { InkInterface.NewStroke(x: $0.map(\.x), y: $0.map(\.y)) }
            try client.write(ink, in: editor, processGestures: false)
            let written = try client.waitForIdle(editor, timeout: .patience).text ?? ""
            let reply = try client.recognize(strokes.map { .init(x: $0.map(\.x), y: $0.map(\.y)) }, timeout: .patience)
            try client.closeEditor(editor)
            return (plain(written), plain(reply.candidates.first?.text ?? ""))
        }

        @Test(
            "of a page whose bars and dots were drawn last is what the recognizer reads",
            arguments: [PartType.text, .textDocument])
        func lateMarks(type: PartType) throws {
            let daemon = try start()
            let client = try daemon.connect()
            var (errors, length) = (0, 0)
            for seed in 1...3 as ClosedRange<UInt64> {
                var hand = Handwriting()
                hand.seed = seed
                let strokes = try hand.strokes(writing: "it is better to those\nwho think that it fits\ntitle and tilt")
                func isMark(_ stroke: Stroke) -> Bool { (stroke.bounds?.height ?? 0) < 0.3 * hand.xHeight }
                let late = strokes.filter { !isMark($0) } + strokes.filter(isMark)
                let places = late.map { $0.points.map { Point(x: $0.x, y: $0.y) } }
                let (written, atOnce) = try read(places, client, type: type, package: "late\(seed)")
                #expect(!atOnce.isEmpty && written.first.map { !"-.".contains($0) } ?? false, "seed \(seed): \(written)")
                errors += distance(written, atOnce)
                length += atOnce.count
            }
            #expect(Double(errors) < 0.02 * Double(length), "\(errors) of \(length) characters")
        }

        @Test("of people's pages is what the recognizer reads", .enabled("needs INKD_DATA") { People.exist })
        func people() throws {
            let daemon = try start()
            let client = try daemon.connect()
            var (errors, length) = (0, 0)
            for (index, page) in try People.pages(every: 25).enumerated() {
                let (written, atOnce) = try read(page, client, type: .text, package: "page\(index)")
                errors += distance(written, atOnce)
                length += atOnce.count
            }
            #expect(length > 100 && Double(errors) < 0.05 * Double(length), "\(errors) of \(length) characters")
        }

        @Test(
            "of a table in Raw Content and in a Text Document are its cells; the rules are a drawing",
            arguments: [PartType.rawContent, .textDocument])
        func table(type: PartType) throws {
            let daemon = try start()
            let client = try daemon.connect()
            let editor = try client.newEditor(type)
            func rule(_ from: Point, _ to: Point) -> [Point] {
                (0...30).map { step in
                    let part = Double(step) / 30
                    return Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part + 0.2 * sin(7 * part))
                }
            }
            var strokes = (0...2).map { rule(Point(x: 10, y: 10 + 20 * Double($0)), Point(x: 150, y: 10.5 + 20 * Double($0))) }
            strokes += (0...2).map { rule(Point(x: 10 + 70 * Double($0), y: 10), Point(x: 10.5 + 70 * Double($0), y: 50)) }
            let rules = strokes.count
            for row in 0..<2 {
                for column in 0..<2 {
                    var hand = Handwriting()
                    hand.seed = UInt64(2 * row + column + 1)
                    hand.xHeight = 3
                    strokes += try hand.strokes(writing: ["left", "right"][column]).map { stroke in
                        stroke.points.map { Point(x: $0.x + 12 + 70 * Double(column), y: $0.y + 9 + 20 * Double(row)) }
                    }
                }
            }
            try client.write(strokes.map { .init(x: $0.map(\.x), y: $0.map(\.y)) }, in: editor, processGestures: false)
            let text = try #require(try client.waitForIdle(editor, timeout: .patience).text)
            #expect(!text.isEmpty && !text.contains { "-_|\\/1".contains($0) }, "\(text)")
            let blocks = try client.blocks(of: editor).blocks
            #expect(Set(blocks.dropFirst().map(\.type)) == ["Text", "Drawing"], "\(blocks.map(\.type))")
            #expect(blocks.filter { $0.type == "Drawing" }.flatMap(\.strokes).count == rules)
        }
    }
}

/// Ink of people, from INKD_DATA.
private enum People {
    static let data = ProcessInfo.processInfo.environment["INKD_DATA"] ?? ""
    static var exist: Bool { FileManager.default.fileExists(atPath: data + "/dev/unipen_page.jsonl.gz") }

    private struct Row: Decodable {
        var strokes: [[Double]]
        var ppmm: Double?
    }

    /// Pages in millimeters: the first of so many, and each that many on.
    static func pages(every: Int) throws -> [[[Point]]] {
        let unpacked = try ChildProgram.run(["gzip", "-dc", "\(data)/dev/unipen_page.jsonl.gz"]).output
        let lines = Data(unpacked).split(separator: UInt8(ascii: "\n"))
        return try stride(from: 0, to: lines.count, by: every).compactMap { index in
            let row = try JSONDecoder().decode(Row.self, from: lines[index])
            guard let scale = row.ppmm, scale > 0 else { return nil }
            let strokes = row.strokes.map { steps in
                var (x, y) = (0.0, 0.0)
                return stride(from: 0, to: steps.count - 1, by: 2).map { place in
                    x += steps[place]
                    y += steps[place + 1]
                    return Point(x: x / scale, y: y / scale)
                }
            }
            let left = strokes.joined().map(\.x).min() ?? 0
            let top = strokes.joined().map(\.y).min() ?? 0
            return strokes.map { $0.map { Point(x: 10 + $0.x - left, y: 10 + $0.y - top) } }
        }
    }
}
