import Foundation
import Ink

/// An ink, and how many words it says.
struct TextInk {
    let words: Int
    let strokes: [Stroke]

    /// One row of the data set.
    private struct Row: Decodable {
        let label: String
        /// x and y of the first sample, then differences.
        let strokes: [[Int32]]
    }

    /// The first inks of words written by people: `dev/unipen_word.jsonl.gz` of a directory.
    static func read(from directory: String, atMost limit: Int) throws -> [TextInk] {
        let path = URL(fileURLWithPath: directory).appendingPathComponent("dev/unipen_word.jsonl.gz").path
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw BenchmarkError.data(path: path, reason: "there is no such file, or it may not be read; unset INKD_DATA to do without")
        }
        let unpack = Process()
        let output = Pipe()
        unpack.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unpack.arguments = ["gzip", "-dc", path]
        unpack.standardOutput = output
        try unpack.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        unpack.waitUntilExit()
        guard unpack.terminationStatus == 0 else { throw BenchmarkError.data(path: path, reason: "gzip failed") }
        return try data.split(separator: UInt8(ascii: "\n")).prefix(limit).map { line in
            let row = try JSONDecoder().decode(Row.self, from: Data(line))
            return TextInk(words: max(1, row.label.split(separator: " ").count), strokes: row.strokes.map(stroke))
        }
    }

    private static func stroke(_ numbers: [Int32]) -> Stroke {
        var (x, y) = (Int32(0), Int32(0))
        let points = stride(from: 0, to: numbers.count - 1, by: 2).map { index in
            x &+= numbers[index]
            y &+= numbers[index + 1]
            return InkPoint(x: Double(x), y: Double(y))
        }
        return Stroke(id: StrokeID(1), points: points)
    }
}
