import Compression
import Foundation
import Ink

@testable import Recognition

extension FuzzTarget {
    /// A file of tensors: a model of any kind, or an adaptation, which reads ink if it can be loaded. The checksum of its data is put right
    /// first.
    static let model = FuzzTarget("model") { bytes in
        guard let bytes = ModelChecksum.corrected(Array(bytes)) else { return }
        bytes.withUnsafeBytes { bytes in
            guard let tensors = try? Safetensors(bytes) else { return }
            guard let card = try? ModelCard(metadata: tensors.metadata) else { return ModelCheck.adapt(bytes) }
            ModelCheck.load(bytes, card.kind)
        }
    }
}

/// What must hold of a model that is taken.
enum ModelCheck {
    private static let ink = [
        Stroke(id: StrokeID(1), points: [(0, 7), (0, 0), (5, 7), (5, 0)].map { InkPoint(x: $0, y: $1) }),
        Stroke(id: StrokeID(2), points: [(9, 0), (7, 2), (7, 5), (9, 7), (11, 7), (13, 2)].map { InkPoint(x: $0, y: $1) }),
    ]

    /// Takes the file for a model of this kind.
    static func load(_ bytes: UnsafeRawBufferPointer, _ kind: ModelCard.Kind) {
        // both have weights of both precisions; the kernels themselves are tested elsewhere
        switch kind {
        case .text:
            guard let recognizer = try? Recognizer(bytes: bytes, instructions: .best) else { return }
            guard let transcript = try? recognizer.recognize(ink, alternatives: 4) else { return }
            demand(transcript.candidates.allSatisfy { $0.score?.isFinite != false }, "a reading has no score")
        case .language:
            let file = WorkFile(WorkFile.folder + "/language")
            guard (try? file.write(bytes)) != nil, let language = try? LanguageModel(path: file.path) else { return }
            _ = language.lists("ink")
            base?.language = language
            _ = try? base?.recognize(ink, alternatives: 2)
            base?.language = nil
        case .symbols:
            guard let candidates = try? SymbolClassifier(bytes: bytes, instructions: .best).classify(ink) else { return }
            demand(candidates.allSatisfy { $0.score.isFinite }, "a symbol has no score")
        case .shapes:
            guard let reading = try? ShapeRecognizer(bytes: bytes, instructions: .best).recognize(ink) else { return }
            demand(reading.candidates.allSatisfy { $0.score.isFinite }, "a shape has no score")
        case .sketches:
            guard let reading = try? SketchRecognizer(bytes: bytes, instructions: .best).recognize(ink) else { return }
            demand(reading.candidates.allSatisfy { $0.score.isFinite }, "a sketch has no score")
        case .characters:
            guard let candidates = try? CharacterRecognizer(bytes: bytes, instructions: .best).recognize(ink) else { return }
            demand(candidates.allSatisfy { $0.score.isFinite }, "a character has no score")
        case .formulas:
            guard let readings = try? GroupRecognizer(bytes: bytes, instructions: .best).read([[0]], of: ink, unit: 5) else { return }
            demand(readings.allSatisfy { $0.none.isFinite && $0.candidates.allSatisfy(\.score.isFinite) }, "a symbol has no score")
        case .gestures:
            guard let recognizer = try? GestureRecognizer(bytes: bytes) else { return }
            _ = try? recognizer.probabilities(of: ink[0], over: TextContext(strokes: ink))
        }
    }

    /// The tiny model of the tests, which adaptations are for.
    nonisolated(unsafe) private static let base = try? Recognizer(modelPath: Seeds.fixtures + "/recognition/tiny.safetensors")

    /// What the tiny model learns of this ink; nil if that is nothing.
    static let learnt: Seed? = {
        let model = Seeds.fixtures + "/recognition/tiny.safetensors"
        let examples = (0..<Adapter.fewest).map { Adapter.Example(strokes: [ink[$0 % 2]], text: ["ab", "ba"][$0 % 2]) }
        let file = WorkFile.folder + "/learnt"
        guard let base, let adaptation = try? Adapter(modelPath: model).adapt(to: examples) else { return nil }
        guard (try? adaptation.write(to: file, for: base)) != nil else { return nil }
        return FileManager.default.contents(atPath: file).map { Seed("adaptation", [UInt8]($0)) }
    }()

    /// What the tiny model reads; nil if it cannot.
    static func transcript(of strokes: [Stroke]) -> Transcript? { try? base?.recognize(strokes, alternatives: 2) }

    /// Takes the file for an adaptation.
    static func adapt(_ bytes: UnsafeRawBufferPointer) {
        guard let base, let adaptation = try? Adaptation(bytes, base: base.dataSHA256, architecture: base.model.architecture) else {
            return
        }
        guard (try? base.adapt(to: adaptation)) != nil else { return }
        _ = try? base.recognize(ink, alternatives: 2)
    }
}

/// Files of tensors that are not refused for their checksums.
private enum ModelChecksum {
    /// The file with the digest of its data where its header names one; nil if it has no header.
    static func corrected(_ file: [UInt8]) -> [UInt8]? {
        var bytes = file
        guard bytes.count > 8 else { return nil }
        let length = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= UInt64(bytes.count - 8) else { return nil }
        let start = 8 + Int(length)
        let key = Array(#""data_sha256":""#.utf8)
        guard let place = bytes[..<start].firstRange(of: key), place.upperBound + 64 <= start else { return bytes }
        let digest = bytes[start...].withUnsafeBytes { SHA256.hexadecimal(of: $0) }
        bytes.replaceSubrange(place.upperBound..<(place.upperBound + 64), with: digest.utf8)
        return bytes
    }
}
