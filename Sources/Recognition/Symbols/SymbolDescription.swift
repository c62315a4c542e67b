import Glibc
import Ink

/// The validated description of a symbol model.
struct SymbolDescription: ClassifierDescription {
    let card: ModelCard
    /// The symbols in the order of the network's classes.
    let symbols: [Symbol]
    let temperature: Temperature
    let architecture: Architecture
    /// The convolutions of the network that processes the ink as a picture; nil in a model without this network.
    let convolutions: [SketchDescription.Convolution]?

    private static let mostSymbols = 10_000

    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata, .symbols, pipeline: SymbolFeatureExtractor.pipeline, "symbol_pipeline")
        temperature = try Temperature(metadata: metadata)
        symbols = try Self.symbols(metadata.decoded([[String]].self, "symbols"))
        architecture = try metadata.decoded(Architecture.self, "architecture")
        guard architecture.kind == .classification else {
            throw .metadata(key: "architecture", problem: "is of kind \(architecture.kind.rawValue), expected conv-bilstm-mean")
        }
        try architecture.check(classes: symbols.count)
        convolutions = try metadata["convolutions"] == nil ? nil : SketchDescription.convolutions(metadata: metadata)
    }

    /// Loads the network for the strokes, and the network for the picture.
    func network(
        _ file: Safetensors, _ instructions: InstructionSet
    ) throws(RecognitionError) -> (strokes: Network, picture: SketchNetwork?) {
        let strokes = try Network(architecture, weights: file, instructions: instructions)
        guard let convolutions else { return (strokes, nil) }
        let picture = try SketchNetwork(
            convolutions, classes: symbols.count, prefix: "picture.", weights: file, instructions: instructions)
        return (strokes, picture)
    }

    /// Decodes rows of a command, a character or an empty string, and kinds separated by spaces.
    private static func symbols(_ rows: [[String]]) throws(RecognitionError) -> [Symbol] {
        guard (1...mostSymbols).contains(rows.count) else {
            throw .metadata(key: "symbols", problem: "has \(rows.count) symbols, expected 1 to \(mostSymbols)")
        }
        var symbols: [Symbol] = []
        var commands: Set<String> = []
        for row in rows {
            guard row.count == 3, !row[0].isEmpty else {
                throw .metadata(key: "symbols", problem: "has a symbol that is not a command, a character and kinds")
            }
            guard commands.insert(row[0]).inserted else { throw .metadata(key: "symbols", problem: "has \(row[0]) more than once") }
            var kinds: Set<Symbol.Kind> = []
            for name in row[2].split(separator: " ") {
                guard let kind = Symbol.Kind(rawValue: String(name)) else {
                    throw .metadata(key: "symbols", problem: "has the kind \(name)")
                }
                kinds.insert(kind)
            }
            symbols.append(Symbol(command: row[0], character: row[1].isEmpty ? nil : row[1], kinds: kinds))
        }
        return symbols
    }
}

/// The extraction of the symbol network's input features from strokes: symbol pipeline 1, the same as `features` in
/// `training/inkd_training/symbols/features.py`.
///
/// The ink is centered and scaled until the longer side of its box is 1, resampled at equal distances and described point by point; its
/// size and its times have no influence.
enum SymbolFeatureExtractor {
    /// The version of the pipeline; models trained on another version are refused.
    static let pipeline = 1

    private static let step = 0.05
    /// The approximate maximum number of pieces of an ink: beyond it, the step increases.
    private static let mostPieces = 96.0
    /// The size below which ink is a dot, because dividing by it is unsafe.
    private static let smallestSize = 1e-300

    /// Returns the features of the strokes: direction x, y; pen-up jump x, y; position x, y from −1 to 1; stroke start; stroke end. No rows
    /// without samples.
    ///
    /// - Throws: `coordinate`, `tooMuchInk`.
    static func features(of strokes: [Stroke]) throws(RecognitionError) -> Features {
        var (ink, names) = try FeatureExtractor.gather(strokes)
        guard let (left, right) = extent(ink.x), let (top, bottom) = extent(ink.y) else { return Features() }
        let larger = max(right - left, bottom - top)
        let size = larger > smallestSize ? larger : 1
        for i in ink.x.indices {
            ink.x[i] = (ink.x[i] - (left + right) / 2) / size
            ink.y[i] = (ink.y[i] - (top + bottom) / 2) / size
        }
        let step = max(step, length(ink) / mostPieces)
        return describe(ink.resampled(step: step), step: step, starts: ink.starts, names: names)
    }

    private static func extent(_ values: [Double]) -> (low: Double, high: Double)? {
        guard let low = values.min(), let high = values.max() else { return nil }
        return (low, high)
    }

    /// Returns the total length of all strokes, without the pen's movements between them; summed in the order of the training code.
    private static func length(_ ink: Polylines) -> Double {
        var length = 0.0
        for stroke in ink.starts.indices {
            for i in ink.range(stroke).dropFirst() { length += hypot(ink.x[i] - ink.x[i - 1], ink.y[i] - ink.y[i - 1]) }
        }
        return length
    }

    private static func describe(_ ink: Polylines, step: Double, starts: [Int], names: [Int]) -> Features {
        var features = Features()
        features.values.reserveCapacity(ink.x.count * Features.width)
        for stroke in names.indices {
            let range = ink.range(stroke)
            for i in range {
                let isStart = i == range.lowerBound
                let dx = i > 0 ? ink.x[i] - ink.x[i - 1] : 0
                let dy = i > 0 ? ink.y[i] - ink.y[i - 1] : 0
                features.values += [
                    isStart ? 0 : Float(dx / step), isStart ? 0 : Float(dy / step), isStart ? Float(dx) : 0, isStart ? Float(dy) : 0,
                    Float(2 * ink.x[i]), Float(2 * ink.y[i]), isStart ? 1 : 0, i == range.upperBound - 1 ? 1 : 0,
                ]
                features.stroke.append(names[stroke])
                features.position.append(ink.position[i] - Double(starts[stroke]))
            }
        }
        return features
    }
}
