import Foundation

/// What a symbol model says about itself, checked.
struct SymbolDescription {
    let card: ModelCard
    /// In the order of the network's classes.
    let symbols: [Symbol]
    /// The network's scores are divided by this before they become probabilities: it makes them as sure as they are right
    /// (Guo et al. 2017, "On calibration of modern neural networks").
    let temperature: Temperature
    let architecture: Architecture

    private static let mostSymbols = 10_000

    /// Reads the metadata of a model file.
    ///
    /// - Throws: `metadata`, `newerFormat`, `wrongPipeline`.
    init(metadata: [String: String]) throws(RecognitionError) {
        card = try ModelCard(metadata: metadata)
        guard card.kind == .symbols else { throw .metadata(key: "kind", problem: "is \(card.kind.rawValue), expected symbols") }
        let pipeline = metadata["symbol_pipeline"] ?? "none"
        guard pipeline == String(SymbolFeatureExtractor.pipeline) else {
            throw .wrongPipeline(found: pipeline, supported: SymbolFeatureExtractor.pipeline)
        }
        temperature = try Temperature(metadata: metadata)
        symbols = try Self.symbols(Self.decode([[String]].self, "symbols", metadata))
        architecture = try Self.decode(Architecture.self, "architecture", metadata)
        guard architecture.kind == .classification else {
            throw .metadata(key: "architecture", problem: "is of kind \(architecture.kind.rawValue), expected conv-bilstm-mean")
        }
        try architecture.check(classes: symbols.count)
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ key: String, _ metadata: [String: String]
    ) throws(RecognitionError) -> Value {
        guard let text = metadata[key] else { throw .metadata(key: key, problem: "is missing") }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch let error as RecognitionError {
            throw error
        } catch {
            throw .metadata(key: key, problem: "is not the JSON expected")
        }
    }

    /// rows: command, character or nothing, kinds separated by spaces.
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
            guard commands.insert(row[0]).inserted else { throw .metadata(key: "symbols", problem: "has \(row[0]) twice") }
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
