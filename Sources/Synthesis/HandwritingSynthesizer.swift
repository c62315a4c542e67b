internal import Glibc
public import Ink
internal import System

/// Synthesizes ink from text: the samples that a pen would produce, with positions, times and force.
public struct HandwritingSynthesizer: Sendable {
    /// The handwriting.
    public let hand: Hand
    /// Size, layout and style.
    public let options: SynthesisOptions

    /// The pauses of a writer between words, and between lines, in microseconds.
    private static let stops = (word: 120_000.0, line: 400_000.0)

    /// Creates a writer with this hand.
    ///
    /// - Throws: `outOfRange` for the first option with an invalid value.
    public init(hand: Hand, options: SynthesisOptions = SynthesisOptions()) throws(SynthesisError) {
        try options.check()
        self.hand = hand
        self.options = options
    }

    /// Writes a text. A line ends at each line break of the text, and at a space if it would otherwise be longer than `options.width`.
    ///
    /// If the hand joins letters, dots, bars and accents are drawn after the word. The same text, hand and options give the same ink. The
    /// first line's capitals begin a little below the origin, to leave room for accents.
    ///
    /// - Returns: the strokes in drawing order, each with at least one sample: millimeters, y downward; microseconds that never decrease;
    ///   force from 0 to 1.
    /// - Throws: `missingCharacters` if the hand lacks characters of the text; `tooLong` for more than `options.sampleLimit` samples.
    public func strokes(for text: String) throws(SynthesisError) -> [[InkPoint]] {
        let missing = hand.missingCharacters(in: text)
        guard missing.isEmpty else { throw .missingCharacters(missing, hand: hand.name) }
        let scale = options.scale(of: hand)
        var random = SeededGenerator(seed: options.seed)
        let lines = TextLines(
            text, in: hand, width: (options.width ?? .infinity) / scale, isVaried: options.variation > 0, &random
        ).lines
        let pen = PenLines(
            scale: scale, xHeight: hand.xHeight, shear: tan(options.slant), variation: options.variation, isJoined: hand.isJoined)
        var writer = Writer(motion: PenMotion(speed: options.speed, xHeight: hand.xHeight * scale), options: options, random: random)
        for (number, line) in lines.enumerated() {
            let baseline = options.origin.y + ascent + Double(number) * lineGap
            // lines slope up or down a little
            let climb = 0.006 * options.variation * writer.random.normal()
            var left = 0.0
            if number > 0 { writer.stop(Self.stops.line) }
            for (index, word) in line.enumerated() {
                left += word.indent * scale
                if index > 0 { writer.stop(Self.stops.word) }
                let start = Point(x: options.origin.x + left, y: baseline + climb * left)
                for stroke in pen.strokes(of: word.glyphs, &writer.random) {
                    try writer.draw(stroke.map { $0 + start })
                }
                left += word.width * scale
            }
        }
        return writer.strokes
    }

    /// The distance from the origin to the first baseline in millimeters.
    public var ascent: Double { 1.35 * hand.capHeight * options.scale(of: hand) }

    /// The distance between baselines in millimeters.
    public var lineGap: Double { options.lineGap ?? (1.35 * hand.capHeight + hand.descent) * options.scale(of: hand) }
}

/// The state of a pen while it writes a page.
private struct Writer {
    let motion: PenMotion
    let options: SynthesisOptions
    var random: SeededGenerator
    private(set) var strokes: [[InkPoint]] = []
    private var rest = 0.0
    private var count = 0

    init(motion: PenMotion, options: SynthesisOptions, random: SeededGenerator) {
        (self.motion, self.options, self.random) = (motion, options, random)
    }

    /// Adds a pause before the next stroke, in addition to the time that the pen takes to move there.
    mutating func stop(_ microseconds: Double) { rest += microseconds }

    mutating func draw(_ line: [Point]) throws(SynthesisError) {
        guard let first = line.first else { return }
        var start = options.start
        if let last = strokes.last?.last {
            let pause = motion.pause(over: Point(x: last.x, y: last.y).distance(to: first)) + rest
            start = last.time.advanced(byMicroseconds: Int64(pause * (1 + 0.1 * options.variation * random.normal())))
        }
        rest = 0
        let samples = motion.samples(along: line, from: start, variation: options.variation, &random)
        count += samples.count
        guard count <= options.sampleLimit else { throw .tooLong(sampleLimit: options.sampleLimit) }
        strokes.append(samples)
    }
}
