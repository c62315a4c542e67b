extension TextInputInterface {
    /// A word of a reading.
    public struct Word: Codable, Sendable, Hashable {
        /// As it is in the reading.
        public var text: String
        /// Best first, `text` among them.
        public var candidates: [String]
        /// The strokes that write it, by their numbers in the editor.
        public var strokes: [Int]
        /// 0 to 1.
        public var confidence: Double?

        /// With all its fields.
        public init(text: String, candidates: [String], strokes: [Int], confidence: Double? = nil) {
            self.text = text
            self.candidates = candidates
            self.strokes = strokes
            self.confidence = confidence
        }
    }

    /// One line as it is read.
    public struct Reading: Codable, Sendable, Hashable {
        /// Whose line.
        public var editor: String
        /// Its number in the editor.
        public var line: Int
        /// Begins with a space where what stands before the caret asks for one; empty when the line was erased.
        public var text: String
        /// The pen has rested, or gone away.
        public var final: Bool
        /// How many characters (Unicode code points) of `text` are firm.
        public var stablePrefix: Int
        /// In reading order.
        public var words: [Word]
        /// Readings of the whole line, best first.
        public var candidates: [String]
        /// All strokes of the line.
        public var strokes: [Int]

        /// With all its fields.
        public init(
            editor: String, line: Int, text: String, final: Bool, stablePrefix: Int, words: [Word], candidates: [String], strokes: [Int]
        ) {
            self.editor = editor
            self.line = line
            self.text = text
            self.final = final
            self.stablePrefix = stablePrefix
            self.words = words
            self.candidates = candidates
            self.strokes = strokes
        }
    }

    /// An edit gesture over ink that was written.
    public struct Gesture: Codable, Sendable, Hashable {
        /// scratch-out, strikethrough, underline, surround, join, split or insert.
        public var kind: String
        /// Those it lies over.
        public var words: [String]
        /// They are in the field already.
        public var taken: Bool

        /// With all its fields.
        public init(kind: String, words: [String], taken: Bool) {
            self.kind = kind
            self.words = words
            self.taken = taken
        }
    }

    /// What a stream tells of.
    public enum Change: String, Codable, Sendable, Hashable, CaseIterable {
        /// How things stand when the stream begins.
        case present
        /// Something in `status` changed.
        case status
        /// The pen touched to write.
        case strokeBegan
        /// A line was read.
        case reading
        /// A stroke was an edit gesture.
        case gesture
        /// The caret moved.
        case caret
        /// Text was put into the field.
        case taken
    }

    /// What each reply of a stream carries.
    public struct Event: Codable, Sendable, Hashable {
        /// 1, 2, 3, …
        public var sequence: Int
        /// What happened.
        public var change: Change
        /// The session's number, with `present` of `Attach`.
        public var session: Int?
        /// With `present` and `status`.
        public var status: Status?
        /// With `reading`.
        public var reading: Reading?
        /// With `gesture`.
        public var gesture: Gesture?
        /// With `caret`.
        public var caret: Caret?
        /// With `taken`.
        public var text: String?
        /// What strokes, readings and gestures are about.
        public var field: Int?

        /// With all its fields.
        public init(
            sequence: Int, change: Change, session: Int? = nil, status: Status? = nil, reading: Reading? = nil, gesture: Gesture? = nil,
            caret: Caret? = nil, text: String? = nil, field: Int? = nil
        ) {
            self.sequence = sequence
            self.change = change
            self.session = session
            self.status = status
            self.reading = reading
            self.gesture = gesture
            self.caret = caret
            self.text = text
            self.field = field
        }
    }
}
