internal import Ink
internal import InkProtocol
internal import Synthesis

/// Synthesizes ink of text for a client: checks the limits of a call, and converts the library's results for the protocol.
struct TextInk: Sendable {
    private let text: String
    private let hand: String
    private let options: SynthesisOptions
    private let files: HandFiles

    /// Maximum number of characters in a call.
    static let characterLimit = 2_000
    /// Maximum number of samples in a reply, as many as `AddStrokes` accepts.
    static let sampleLimit = 100_000

    /// - Parameters:
    ///   - models: the folder of models, which contains the folder of hands.
    ///   - now: milliseconds since 1970.
    /// - Throws: `InvalidInk`; only the length of the text and the start time are checked here.
    init(_ parameters: InkInterface.Synthesize.Parameters, models: String, now: Double) throws(InkInterface.InvalidInk) {
        let count = parameters.text.count
        guard count <= Self.characterLimit else {
            throw InkInterface.InvalidInk(reason: "text has \(count) characters: give at most \(Self.characterLimit) in a call")
        }
        let start = parameters.start ?? now
        guard ValueRange.time.contains(start) else {
            throw InkInterface.InvalidInk(reason: ValueRange.time.problem(with: start, of: "start"))
        }
        var options = SynthesisOptions()
        options.height = .small(parameters.size ?? 3)
        options.slant = parameters.slant ?? options.slant
        options.width = parameters.width
        options.lineGap = parameters.lineGap
        options.seed = parameters.seed.map { UInt64(bitPattern: Int64($0)) } ?? options.seed
        options.variation = parameters.variation ?? options.variation
        options.speed = parameters.speed ?? options.speed
        options.start = Instant(microseconds: Int64(start * 1000))
        options.sampleLimit = Self.sampleLimit
        self.options = options
        text = parameters.text
        hand = parameters.hand ?? "print"
        files = HandFiles(folders: ["\(models)/hands"] + HandFiles.installed.folders)
    }

    /// Returns the strokes of the text. This can take long, and reads a file.
    /// - Throws: `InvalidInk`, `NoSuchHand`, `NoGlyph`
    func strokes() throws -> [InkInterface.NewStroke] {
        try written().map { points in
            // thousandths are finer than any tablet
            InkInterface.NewStroke(
                x: points.map { Self.rounded($0.x) }, y: points.map { Self.rounded($0.y) },
                force: points.map { Self.rounded(Double($0.force)) }, time: points.map { Double($0.time.microseconds) / 1000 })
        }
    }

    private func written() throws -> [[InkPoint]] {
        do throws(SynthesisError) {
            return try HandwritingSynthesizer(hand: try files.hand(named: hand), options: options).strokes(for: text)
        } catch {
            throw Self.refusal(error)
        }
    }

    private static func refusal(_ error: SynthesisError) -> any VarlinkError {
        switch error {
        case .noSuchHand(let name, let available): InkInterface.NoSuchHand(hand: String(name.prefix(80)), hands: available)
        case .missingCharacters(let characters, let hand):
            InkInterface.NoGlyph(hand: hand, characters: characters.prefix(100).map { String($0) })
        case .outOfRange, .tooLong, .unreadableHand: InkInterface.InvalidInk(reason: error.description)
        }
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
