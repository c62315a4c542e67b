/// Where a text stands in the language after some of its characters.
struct TextState {
    /// What the last character left behind.
    enum Place: UInt8 {
        /// Nothing, or a space.
        case start
        case word, digit
        /// A sign after which a space is expected, and one after which it is not.
        case closing, joining
    }

    /// How the word has been written so far.
    enum Pattern: UInt8 {
        case none, lower, initial, capitalised, capitals, mixed
    }

    /// What is known of the sentence: nothing, that the text goes on in it, or that a new one begins.
    enum Sentence: UInt8 {
        case unknown, within, begins
    }

    var place = Place.start
    var pattern = Pattern.none
    var sentence = Sentence.unknown
    /// Whether a bracket or a quotation is open.
    var bracketed = false
    var quoted = false
    /// How the word before was written.
    var before = Pattern.none
    /// The word's last characters.
    var context = CharacterModel.Context()
    /// The word so far in lower case, and as it is written.
    var word = WordKey()
    var written = WordKey()
    /// How many characters the word has so far.
    var length = 0
    /// What the word's characters cost as characters, and as capitals.
    var spelling: Float = 0
    var casing: Float = 0
    /// The part after the last apostrophe without it and with it, and the probability of what is before it with it and without it.
    var tail = WordKey()
    var clitic = WordKey()
    var elision = -Float.infinity
    var host = -Float.infinity
    /// Whether the last character is an apostrophe.
    var endsInApostrophe = false
}
