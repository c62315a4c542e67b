internal import Foundation

/// How probable it is that a reading is right: logistic regressions that were fitted to readings of ink whose text is known.
///
/// They belong to a network and travel in its model's metadata; `training/inkd_training/text/calibrate.py` fits and writes them.
struct Confidence: Sendable, Hashable, Decodable {
    /// The version of `Evidence`; a calibration of another is refused.
    static let evidence = 1

    private var evidence: Int
    /// The constant, then a weight for each number of `Evidence.ofWord`.
    private var word: [Double]
    /// The constant, then a weight for each number of `Evidence.ofText`.
    private var text: [Double]

    /// Reads what the model's metadata says.
    ///
    /// - Throws: `metadata`.
    init(json: String) throws(RecognitionError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
        } catch {
            throw .metadata(key: "confidence", problem: "is not the JSON expected")
        }
        guard evidence == Self.evidence else {
            throw .metadata(key: "confidence", problem: "is for evidence \(evidence), expected \(Self.evidence); fit it again")
        }
        guard word.count == Evidence.wordNumbers + 1, text.count == Evidence.textNumbers + 1 else {
            throw .metadata(key: "confidence", problem: "has \(word.count) and \(text.count) weights")
        }
        guard (word + text).allSatisfy(\.isFinite) else {
            throw .metadata(key: "confidence", problem: "holds a weight that is not finite")
        }
    }

    /// 0…1 from a word's evidence.
    func ofWord(_ numbers: [Double]) -> Double { Self.share(word, numbers) }

    /// 0…1 from the evidence of a whole text.
    func ofText(_ numbers: [Double]) -> Double { Self.share(text, numbers) }

    private static func share(_ weights: [Double], _ numbers: [Double]) -> Double {
        1 / (1 + exp(-zip(weights.dropFirst(), numbers).reduce(weights[0]) { $0 + $1.0 * $1.1 }))
    }
}
