import Foundation
import Ink
import InkTestSupport
import Testing

@testable import Recognition

@Suite("Transcripts")
struct TranscriptionTests {
    /// Everything that must hold of a transcript, whatever was read.
    private func check(_ transcript: Transcript, of ink: [Stroke], _ name: Comment) {
        #expect(transcript.words.isEmpty == transcript.candidates.isEmpty, name)
        #expect(transcript.words.map(\.text).joined(separator: " ") == transcript.text, name)
        let graphemes = transcript.words.flatMap(\.graphemes)
        guard !graphemes.isEmpty else { return }
        #expect(owners(of: graphemes.map(\.ranges), in: ink).allSatisfy { $0.allSatisfy { $0 == 1 } }, name)
        for word in transcript.words {
            #expect(word.graphemes.map(\.text).joined() == word.text, name)
            #expect(word.graphemes.flatMap(\.ranges).joined == word.ranges, name)
            #expect(word.graphemes.allSatisfy { $0.ranges == $0.ranges.joined }, name)
            #expect(word.box == word.ranges.box(in: ink), name)
            #expect(word.candidates.first?.text == word.text && word.candidates.allSatisfy { $0.score.map { $0 <= 1e-9 } ?? false }, name)
            #expect(word.baseline?.isFinite != false && (word.xHeight ?? 1) > 0, name)
            #expect((0...1).contains(word.confidence ?? 0), name)
        }
    }

    @Test("samples, words and candidates of random ink agree", arguments: 0..<60)
    func random(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let ink = randomInk(&random)
        check(try tinyRecognizer().recognize(ink, alternatives: 3), of: ink, "seed \(seed)")
    }

    @Test(
        "samples, words and candidates of people's ink agree, printed or cursive, read right or wrong",
        .enabled("needs INKD_DATA and a model, models/latin.safetensors") { People.exist }, arguments: ["word", "text"])
    func people(_ level: String) throws {
        let recognizer = try Recognizer(modelPath: People.model)
        for (name, ink) in try People.inks(level, every: level == "word" ? 200 : 60) {
            check(try recognizer.recognize(ink, alternatives: 3), of: ink, "\(name)")
        }
    }

    @Test(
        "dots, bars and the strokes of letters go to the letters that were written",
        .enabled("needs models/latin.safetensors") { People.hasModel })
    func printed() throws {
        let recognizer = try Recognizer(modelPath: People.model)
        var hand = Handwriting()
        hand.width = 1000
        let texts = ["this little fox is an editor", "tea for six at the inn", "text is still ink", "an old boat"]
        let read = try texts.map { (text: $0, transcript: try recognizer.recognize(hand.strokes(writing: $0), alternatives: 1)) }
        let (text, transcript) = try #require(read.first { $0.text == $0.transcript.text })
        let strokes = transcript.words.flatMap(\.graphemes).map { Set($0.ranges.map(\.stroke)) }
        var next = 0
        for (found, character) in zip(strokes, text.filter { $0 != " " }) {
            let count = try #require(GlyphAlphabet.glyph(of: character)).strokes.count
            #expect(found == Set(next..<(next + count)), "\(character)")
            next += count
        }
        let baselines = try transcript.words.map { try #require($0.baseline) }
        #expect(baselines.allSatisfy { abs($0 - 4 * hand.xHeight) < 0.3 * hand.xHeight })
        #expect(try transcript.words.allSatisfy { abs(try #require($0.xHeight) - hand.xHeight) < 0.3 * hand.xHeight })
    }
}

/// Ink of people, from INKD_DATA, and the model to read it with: INKD_MODEL or the project's own.
private enum People {
    static let environment = ProcessInfo.processInfo.environment
    static let model =
        environment["INKD_MODEL"] ?? Golden.folder.appending(path: "../../../models/latin.safetensors").standardizedFileURL.path
    static let data = environment["INKD_DATA"] ?? ""
    static var hasModel: Bool { FileManager.default.fileExists(atPath: model) }
    static var exist: Bool { hasModel && FileManager.default.fileExists(atPath: data + "/dev/unipen_word.jsonl.gz") }

    private struct Row: Decodable {
        var id: String
        var strokes: [[Double]]
    }

    static func inks(_ level: String, every: Int) throws -> [(name: String, ink: [Stroke])] {
        let unpacked = try ChildProgram.run(["gzip", "-dc", "\(data)/dev/unipen_\(level).jsonl.gz"]).output
        let lines = Data(unpacked).split(separator: UInt8(ascii: "\n"))
        return try stride(from: 0, to: lines.count, by: every).map { index in
            let row = try JSONDecoder().decode(Row.self, from: lines[index])
            let strokes = row.strokes.enumerated().map { id, differences in
                var (x, y) = (0.0, 0.0)
                return stroke(
                    stride(from: 0, to: differences.count - 1, by: 2).flatMap { place -> [Double] in
                        x += differences[place]
                        y += differences[place + 1]
                        return [x, y]
                    }, id: id)
            }
            return (row.id, strokes)
        }
    }
}
