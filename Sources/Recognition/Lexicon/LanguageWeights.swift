/// How much the decoder listens to a language; chosen on ink that nothing was trained on (training/README.md, "Language").
struct LanguageWeights: Sendable, Hashable, Decodable {
    /// Factor of the language's logarithms against the network's.
    var language: Float
    /// Added for every character but the space: makes up for what each one costs in the language.
    var length: Float
    /// Added for every space.
    var space: Float
    /// Share of the listed words in a word's probability; the rest is the n-gram's.
    var lexicon: Float
    /// Natural logarithm of the share of words that are any letters in any case.
    var code: Float

    /// Refuses weights that are no numbers or beyond reason.
    ///
    /// - Throws: `metadata`.
    func check() throws(RecognitionError) {
        let possible = [
            (0...10).contains(language), (-10...10).contains(length), (-10...10).contains(space), (0.01...0.99).contains(lexicon),
            (-20...0).contains(code),
        ]
        guard possible.allSatisfy(\.self) else {
            throw .metadata(key: "weights", problem: "are beyond reason")
        }
    }
}
