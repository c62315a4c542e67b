public import Varlink

extension RecognizerInterface {
    /// How ink is laid out.
    public enum Layout: String, Codable, Sendable, Hashable, CaseIterable {
        /// Lines are told apart.
        case page
        /// All of it is one line.
        case line
    }

    /// What kind of text is expected.
    public enum RecognitionType: String, Codable, Sendable, Hashable, CaseIterable {
        /// Words and sentences.
        case text
        /// An address of electronic mail.
        case email
        /// Digits and what goes with them.
        case number
        /// Characters that make no word.
        case perCharacter
    }

    /// A place one line high to write in; its top edge is at y = 0.
    public struct WritingArea: Codable, Sendable, Hashable {
        /// In the strokes' unit.
        public var width: Double
        /// In the strokes' unit.
        public var height: Double

        /// With all its fields.
        public init(width: Double, height: Double) {
            self.width = width
            self.height = height
        }
    }

    /// A word of the user's own.
    public struct UserWord: Codable, Sendable, Hashable {
        /// How it is written.
        public var text: String
        /// Natural logarithm of how much more probable it is than a common word; 0 if nil.
        public var weight: Double?

        /// With all its fields.
        public init(text: String, weight: Double? = nil) {
            self.text = text
            self.weight = weight
        }
    }

    /// Reads text.
    public enum Recognize: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recognizer.Recognize"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// In the order they were written.
            public var strokes: [InkStroke]
            /// How many candidates may come; 3 if nil, at most 16.
            public var alternatives: Int?
            /// A BCP 47 tag; the daemon's own language if nil, none if empty.
            public var language: String?
            /// A page if nil; a line if nil and there is a `writingArea`.
            public var layout: Layout?
            /// Text if nil.
            public var recognitionType: RecognitionType?
            /// What stands before the ink.
            public var preContext: String?
            /// Where it was written.
            public var writingArea: WritingArea?
            /// The only characters that may come out.
            public var graphemeSet: [String]?
            /// Words that count as known.
            public var userWords: [UserWord]?

            /// With all its fields.
            public init(
                strokes: [InkStroke], alternatives: Int? = nil, language: String? = nil, layout: Layout? = nil,
                recognitionType: RecognitionType? = nil, preContext: String? = nil, writingArea: WritingArea? = nil,
                graphemeSet: [String]? = nil, userWords: [UserWord]? = nil
            ) {
                self.strokes = strokes
                self.alternatives = alternatives
                self.language = language
                self.layout = layout
                self.recognitionType = recognitionType
                self.preContext = preContext
                self.writingArea = writingArea
                self.graphemeSet = graphemeSet
                self.userWords = userWords
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Best first. Lines are joined by line breaks.
            public var candidates: [Candidate]
            /// Of the best candidate.
            public var words: [Word]
            /// 0 to 1: how probable it is that all of it is right; nil where that is not known.
            public var confidence: Double?
            /// From top to bottom.
            public var lines: [Line]

            /// With all its fields.
            public init(candidates: [Candidate], words: [Word], confidence: Double? = nil, lines: [Line] = []) {
                self.candidates = candidates
                self.words = words
                self.confidence = confidence
                self.lines = lines
            }
        }
    }
}
