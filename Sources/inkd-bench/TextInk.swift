import Foundation
import Ink
import PenLog

/// An ink, and how many words it says.
struct TextInk {
    let words: Int
    let strokes: [Stroke]

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
        return data.split(separator: UInt8(ascii: "\n")).prefix(limit).enumerated().compactMap { index, line in
            guard let ink = try? JSONInk(line: String(decoding: line, as: UTF8.self), number: index + 1), let label = ink.label else {
                return nil
            }
            return TextInk(words: max(1, label.split(separator: " ").count), strokes: ink.deviceStrokes)
        }
    }
}
