internal import InkProtocol

extension EditorInterface.Value.Content {
    /// What a person means by a word: `true` and `false` are flags, numbers are numbers, all else is text.
    init(_ word: String) {
        switch word {
        case "true": self = .flag(true)
        case "false": self = .flag(false)
        default: self = Double(word).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(word)
        }
    }

    /// The value in a word, whole numbers without a point.
    var word: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }
}
