internal import Glibc

/// The sizes of a network: convolutions that shorten the sequence, bidirectional LSTM layers, a score for every class at every step or
/// once.
struct Architecture: Sendable, Hashable, Decodable {
    /// The kind of a network's output: one at every step, or one for the whole ink.
    enum Kind: String, Sendable, Hashable, Decodable {
        /// Scores at every step (Graves et al. 2006, "Connectionist temporal classification").
        case transcription = "conv-bilstm-ctc"
        /// Scores for the whole ink: the input of the output layer is the mean of all steps.
        case classification = "conv-bilstm-mean"

        init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            guard let kind = Kind(rawValue: name) else {
                throw RecognitionError.metadata(key: "architecture", problem: "is of the unknown kind \(name)")
            }
            self = kind
        }
    }

    /// The kind of the network's output.
    var kind: Kind
    /// The number of features in a row.
    var features: Int
    /// The output channels of every convolution.
    var channels: [Int]
    /// The kernel length of every convolution; odd, padded by half of it on both sides.
    var kernels: [Int]
    /// The stride of every convolution.
    var strides: [Int]
    /// The width of one direction of an LSTM layer.
    var hidden: Int
    /// The number of LSTM layers.
    var layers: Int
    /// The number of classes; for a transcription, including the blank.
    var classes: Int

    /// The number of rows of features for one step of the output.
    var rowsPerStep: Int { strides.reduce(1, *) }

    /// Returns the number of multiplications of the matrices, without padding, for `rows` rows of features.
    func multiplications(rows: Int) -> Int {
        var (count, width, steps) = (0, features, rows)
        for (index, kernel) in kernels.enumerated() {
            steps = (steps + strides[index] - 1) / strides[index]
            count += steps * kernel * width * channels[index]
            width = channels[index]
        }
        for _ in 0..<layers {
            count += steps * 2 * 4 * hidden * (width + hidden)
            width = 2 * hidden
        }
        return count + (kind == .transcription ? steps : 1) * width * classes
    }

    /// Refuses sizes that do not fit together or are out of range.
    ///
    /// - Throws: `metadata` naming the size.
    func check(classes expected: Int) throws(RecognitionError) {
        func require(_ holds: Bool, _ problem: String) throws(RecognitionError) {
            guard holds else { throw .metadata(key: "architecture", problem: problem) }
        }
        try require(features == Features.width, "has \(features) features, expected \(Features.width)")
        try require((1...4).contains(channels.count), "has \(channels.count) convolutions, expected 1 to 4")
        try require(kernels.count == channels.count && strides.count == channels.count, "has lists of different lengths")
        try require(channels.allSatisfy((1...1024).contains), "has channels \(channels), expected 1 to 1024")
        try require(kernels.allSatisfy { (1...15).contains($0) && $0 % 2 == 1 }, "has kernels \(kernels), expected odd numbers up to 15")
        try require(strides.allSatisfy((1...4).contains), "has strides \(strides), expected 1 to 4")
        try require((1...1024).contains(hidden), "has hidden \(hidden), expected 1 to 1024")
        try require((1...8).contains(layers), "has \(layers) layers, expected 1 to 8")
        try require(classes == expected, "has \(classes) classes, but the alphabet gives \(expected)")
    }
}

/// The characters that a network distinguishes. Class 0 is CTC's blank, class k is the k-th character.
struct Alphabet: Sendable, Hashable {
    /// One character per class, from class 1 on.
    let scalars: [Unicode.Scalar]
    /// The class of the space; nil if it is not among the characters.
    let space: Int?
    /// Letters that are only read in languages that use them, because they resemble others, as ı resembles i.
    let languageLetters: Set<Unicode.Scalar>

    /// The number of classes, including the blank.
    var classes: Int { scalars.count + 1 }

    /// Creates an alphabet of the characters in the order of their classes.
    ///
    /// - Throws: `metadata` if `text` is empty, too long, or repeats a character.
    init(_ text: String, languageLetters: String = "") throws(RecognitionError) {
        scalars = Array(text.unicodeScalars)
        guard (1...4096).contains(scalars.count) else {
            throw .metadata(key: "alphabet", problem: "has \(scalars.count) characters, expected 1 to 4096")
        }
        guard Set(scalars).count == scalars.count else { throw .metadata(key: "alphabet", problem: "has a duplicate character") }
        space = scalars.firstIndex(of: " ").map { $0 + 1 }
        self.languageLetters = Set(languageLetters.unicodeScalars)
    }

    /// Whether a character may be decoded: all except those `languageLetters` that the language does not use.
    ///
    /// - Parameter language: The language; nil for no language.
    func reads(_ character: Unicode.Scalar, in language: LanguageModel?) -> Bool {
        !languageLetters.contains(character) || language?.graphemes.contains(character) == true
    }

    /// Returns the text that the classes spell; blanks and unknown classes are skipped.
    func text(_ classes: some Sequence<Int>) -> String {
        var text = String.UnicodeScalarView()
        for c in classes where c > 0 && c <= scalars.count { text.append(scalars[c - 1]) }
        return String(text)
    }
}
