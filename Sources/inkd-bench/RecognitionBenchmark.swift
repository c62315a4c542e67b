import CBenchmark
import Foundation
import Ink
import InkTestSupport
import PenLog
import Recognition

/// Measures the speed of reading lines on one core, compared with the same code without AVX2, and with the peak arithmetic performance of
/// the processor.
struct RecognitionBenchmark {
    /// The path of the model.
    let modelPath: String
    /// A directory with people's inks; nil for artificial inks only.
    let dataPath: String?

    /// The speed for a set of inks. Times are the thread's processor time.
    struct Speed: Encodable {
        var words: Int
        var wordsPerSecond: Double
        /// The number of words per second with only the architecture's baseline instructions.
        var baselineWordsPerSecond: Double
        /// The number of words per second that the network's multiplications alone would permit.
        var limitWordsPerSecond: Double
    }

    /// All figures.
    struct Outcome: Encodable {
        var artificial: Speed
        /// The speed for words written by people; nil without data.
        var people: Speed?
        /// The shortest time for a line of ten words, in milliseconds.
        var tenWordsBest: Double
        /// The median time for a line of ten words, in milliseconds.
        var tenWordsMedian: Double
        /// The number of multiply-adds per second that the processor can perform, in 10⁹.
        var multiplyAddsPerSecond: Double
    }

    private static let lines = [
        "the heron stands in shallow water", "we met at noon by the old mill", "please send two copies of the letter",
        "Rain again, but the roof holds.", "nobody knew where the path went", "my aunt keeps bees and sells honey",
        "Could you call me back on Friday?", "seven boats left the harbour at dawn",
    ]
    private static let tenWords = "a small boat crossed the wide bay before the storm"

    /// Runs the benchmark.
    func run() throws -> Outcome {
        let recognizer = try Recognizer(modelPath: modelPath)
        let baseline = try Recognizer(baselineModelPath: modelPath)
        let rate = bench_multiply_adds_per_second()
        var hand = Handwriting()
        hand.width = 1000
        let inks = try Self.lines.map { line in TextInk(words: line.split(separator: " ").count, strokes: try hand.strokes(writing: line)) }
        let ten = try hand.strokes(writing: Self.tenWords)
        _ = try recognizer.recognize(ten)
        let times = try (0..<21).map { _ in try time { _ = try recognizer.recognize(ten) } }.sorted()
        return Outcome(
            artificial: try speed(inks, recognizer, baseline, rate),
            people: try dataPath.map { try speed(TextInk.read(from: $0, atMost: 300), recognizer, baseline, rate) },
            tenWordsBest: times[0] * 1000, tenWordsMedian: times[times.count / 2] * 1000, multiplyAddsPerSecond: rate / 1e9)
    }

    private func speed(_ inks: [TextInk], _ recognizer: Recognizer, _ baseline: Recognizer, _ rate: Double) throws -> Speed {
        let words = inks.reduce(0) { $0 + $1.words }
        let multiplications = try inks.reduce(0) { $0 + (try recognizer.multiplications(for: $1.strokes)) }
        let fast = try best { for ink in inks { _ = try recognizer.recognize(ink.strokes) } }
        let slow = try best { for ink in inks { _ = try baseline.recognize(ink.strokes) } }
        return Speed(
            words: words, wordsPerSecond: Double(words) / fast, baselineWordsPerSecond: Double(words) / slow,
            limitWordsPerSecond: Double(words) / (Double(multiplications) / rate))
    }

    /// Returns the shortest time of three runs, in seconds.
    private func best(_ work: () throws -> Void) throws -> Double {
        try (0..<3).reduce(.infinity) { best, _ in min(best, try time(work)) }
    }

    /// Returns the thread's processor time in seconds.
    private func time(_ work: () throws -> Void) rethrows -> Double {
        let thread = bench_this_thread()
        let start = bench_processor_time(thread)
        try work()
        return Double(bench_processor_time(thread) - start) * 1e-9
    }
}

/// An ink, and the number of its words.
private struct TextInk {
    let words: Int
    let strokes: [Stroke]

    /// Reads the first inks of words written by people: `dev/unipen_word.jsonl.gz` of a directory.
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
