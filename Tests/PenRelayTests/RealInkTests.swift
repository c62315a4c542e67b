import Evdev
import Foundation
import Ink
import InkTestSupport
import PenRelay
import Testing

@Suite("Real ink through the relay")
struct RealInkTests {
    /// Ink as tests' data have it: delta-coded positions in device units, evenly spaced in time.
    private struct Row: Decodable {
        var label: String
        var hz: Double?
        var ppmm: Double?
        var strokes: [[Int32]]
    }

    private static let folder =
        ProcessInfo.processInfo.environment["INKD_DATA"].map { URL(fileURLWithPath: $0) }
        ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/data").standardized

    private static func rows(_ name: String) throws -> [Row] {
        let file = folder.appending(path: "dev/\(name).jsonl.gz")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let text = try ChildProgram.run(["gzip", "-dc", file.path]).output
        let lines = text.split(separator: UInt8(ascii: "\n"))
        // as many of all writers as a debug build plays in seconds
        return try stride(from: 0, to: lines.count, by: max(1, lines.count / 500)).map {
            try JSONDecoder().decode(Row.self, from: Data(lines[$0]))
        }
    }

    // a text that begins with a sign, such as a period, may begin with a dot, which is a tap
    @Test("at least 99.3 % of the first strokes of texts and words write", arguments: ["unipen_text", "unipen_word"])
    func firstStrokes(file: String) throws {
        let rows = try Self.rows(file)
        guard !rows.isEmpty else {
            print("skipped: no ink in \(Self.folder.path)/dev")
            return
        }
        var verdicts: [Verdict: Int] = [:]
        var (strokes, later) = (0, 0)
        for row in rows {
            guard let hz = row.hz, let scale = row.ppmm, (20...300).contains(hz), scale > 0,
                row.label.first.map({ $0.isLetter || $0.isNumber }) == true
            else { continue }
            var pen = RelayedPen(fields: [.field(-1e4, -1e4, 2e4, 2e4)])
            pen.come(20, 20)
            for (index, stroke) in row.strokes.enumerated() where !stroke.isEmpty {
                play(stroke, step: 1000 / hz, scale: scale, on: &pen)
                if index == 0 { verdicts[pen.last ?? .canceled, default: 0] += 1 } else if pen.last == .writes { later += 1 }
                strokes += index == 0 ? 0 : 1
            }
        }
        let count = verdicts.values.reduce(0, +)
        let writing = Double(verdicts[.writes] ?? 0) / Double(max(1, count))
        print(
            "\(file): first strokes that write: \(verdicts[.writes] ?? 0) of \(count) (\(100 * writing) %), taps \(verdicts[.tap] ?? 0), presses \(verdicts[.passes] ?? 0); later strokes: \(later) of \(strokes)"
        )
        #expect(count > 100 && writing >= 0.993)
        #expect(Double(later) / Double(max(1, strokes)) >= 0.99)
    }

    private func play(_ stroke: [Int32], step: Double, scale: Double, on pen: inout RelayedPen) {
        var (x, y) = (0.0, 0.0)
        for at in stride(from: 0, to: stroke.count - 1, by: 2) {
            (x, y) = (x + Double(stroke[at]) / scale, y + Double(stroke[at + 1]) / scale)
            if at == 0 {
                pen.down(x, y, after: 60)
            } else {
                pen.play(RelayedPen.place(x, y) + [(EventType.abs, Axis.pressure, 1600)], after: step)
            }
        }
        pen.up()
    }
}
