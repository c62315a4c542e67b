import Foundation
import Ink
import Testing
@testable import Recognition

/// The vectors that training's `text/golden.py` wrote, and the model files they belong to.
struct Golden: Decodable {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        var name: String
        var strokes: [[Double]]
        var features: [[Float]]
        var logits: [[Float]]
        /// Of formulas: the usual size, and the groups of strokes.
        var unit: Double?
        var groups: [[Int]]?

        var testDescription: String { name }
        var ink: [Stroke] { strokes.enumerated().map { stroke($1, id: $0) } }
    }

    var cases: [Case]

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
        path: "Fixtures/recognition")
    static let tinyModel = folder.appending(path: "tiny.safetensors")

    /// A model file with a piece of its header replaced, the header's length put right.
    static func changed(_ bytes: [UInt8], _ old: String, _ new: String) throws -> [UInt8] {
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        let header = String(decoding: bytes[8..<(8 + length)], as: UTF8.self)
        try #require(header.contains(old), "\(old)")
        let edited = Array(header.replacingOccurrences(of: old, with: new).utf8)
        return (0..<8).map { UInt8(truncatingIfNeeded: edited.count >> (8 * $0)) } + edited + bytes[(8 + length)...]
    }

    /// Expects that metadata are refused by the name of what is wrong with them.
    static func expectRefusal(of key: String, sourceLocation: SourceLocation = #_sourceLocation, load: () throws -> Void) throws {
        do {
            try load()
            Issue.record("\(key) was not refused", sourceLocation: sourceLocation)
        } catch RecognitionError.metadata(let found, _) {
            #expect(found == key, sourceLocation: sourceLocation)
        }
    }

    /// Expects that a model file is refused that is cut short, or whose weights do not match their checksum.
    static func expectDamageIsFound(
        in good: [UInt8], sourceLocation: SourceLocation = #_sourceLocation, load: ([UInt8]) throws -> Void
    ) {
        #expect(throws: RecognitionError.self, sourceLocation: sourceLocation) { try load(Array(good.prefix(good.count - 1))) }
        var bytes = good
        bytes[bytes.count - 3] ^= 1
        #expect(throws: RecognitionError.checksum, sourceLocation: sourceLocation) { try load(bytes) }
    }

    static func read(_ name: String) throws -> [Case] {
        try JSONDecoder().decode(Golden.self, from: Data(contentsOf: folder.appending(path: "\(name).json"))).cases
    }
}

/// A stroke of x and y in turn.
func stroke(_ coordinates: [Double], id: Int = 0) -> Stroke {
    let points = stride(from: 0, to: coordinates.count - 1, by: 2).map { InkPoint(x: coordinates[$0], y: coordinates[$0 + 1]) }
    return Stroke(id: StrokeID(UInt64(id)), points: points)
}

/// The tiny model with its bytes, changed if need be.
func tinyRecognizer(_ bytes: [UInt8]? = nil, instructions: InstructionSet = .best) throws -> Recognizer {
    let bytes = try bytes ?? tinyBytes()
    return try bytes.withUnsafeBytes { try Recognizer(bytes: $0, instructions: instructions) }
}

/// The bytes of a model of the fixtures: "tiny", or "tiny-int8", the same quantized.
func tinyBytes(_ name: String = "tiny") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Golden.folder.appending(path: "\(name).safetensors")))
}
