import Foundation
import Ink
import InkTestSupport

/// Ink to test with.
enum Sample {
    /// The strokes of a text in a steady hand: samples in millimeters.
    static func writing(_ text: String, seed: UInt64 = 1) throws -> [[InkPoint]] {
        var hand = Handwriting()
        hand.seed = seed
        return try hand.strokes(writing: text).map(\.points)
    }

    /// A stroke that a pen drew along these corners, with so many samples between two of them.
    static func stroke(_ corners: [(Double, Double)], steps: Int = 10, kind: InkStyle.Kind = .pen) -> InkStroke {
        var samples = [InkPoint(x: corners[0].0, y: corners[0].1, force: 0.5)]
        for (a, b) in zip(corners, corners.dropFirst()) {
            for step in 1...steps {
                let t = Double(step) / Double(steps)
                let time = Instant(microseconds: Int64(samples.count) * 5000)
                samples.append(InkPoint(x: a.0 + (b.0 - a.0) * t, y: a.1 + (b.1 - a.1) * t, time: time, force: 0.5))
            }
        }
        return InkStroke(id: StrokeID(1), fitting: samples, style: InkStyle(kind: kind), created: 1_700_000_000_000_000)
    }
}

/// Ink of people, from INKD_DATA.
enum People {
    private static let file = (ProcessInfo.processInfo.environment["INKD_DATA"] ?? "") + "/dev/unipen_word.jsonl.gz"
    static var exist: Bool { FileManager.default.fileExists(atPath: file) }

    private struct Row: Decodable {
        var hz: Double?
        var ppmm: Double?
        var strokes: [[Double]]
    }

    /// The strokes, in millimeters, of one in so many words, of those whose scale and rate are known.
    static func strokes(every: Int) throws -> [[InkPoint]] {
        let lines = Data(try ChildProgram.run(["gzip", "-dc", file]).output).split(separator: UInt8(ascii: "\n"))
        return try stride(from: 0, to: lines.count, by: every).flatMap { index -> [[InkPoint]] in
            let row = try JSONDecoder().decode(Row.self, from: lines[index])
            guard let scale = row.ppmm, let hertz = row.hz else { return [] }
            var tick = 0.0
            return row.strokes.map { differences in
                var (x, y) = (0.0, 0.0)
                return stride(from: 0, to: differences.count - 1, by: 2).map { place in
                    x += differences[place] / scale
                    y += differences[place + 1] / scale
                    tick += 1
                    return InkPoint(x: x, y: y, time: Instant(microseconds: Int64(tick / hertz * 1_000_000)))
                }
            }
        }
    }
}
