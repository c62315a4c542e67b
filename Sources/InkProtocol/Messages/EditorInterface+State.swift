extension EditorInterface {
    /// An editor at one moment.
    public struct State: Codable, Sendable, Hashable {
        /// Its name.
        public var editor: String
        /// The device it belongs to; nil for an editor that a client created.
        public var device: Int?
        /// The package of the part it edits; nil without a part, and for a device's own part.
        public var package: String?
        /// The part it edits.
        public var part: Int?
        /// The part's type.
        public var type: String?
        /// Grows with every change of content.
        public var revision: Int
        /// There is something to undo.
        public var canUndo: Bool
        /// There is something to redo.
        public var canRedo: Bool
        /// How many steps can be undone.
        public var undoCount: Int
        /// How many steps can be redone.
        public var redoCount: Int
        /// It has no ink.
        public var empty: Bool
        /// Nothing is being written or recognised.
        public var idle: Bool
        /// How many it has.
        public var strokes: Int
        /// All lines, joined by line breaks; nil in a watch's `contentChanged` and `recognition`, and in replies of `PointerEvents`.
        public var text: String?

        /// With all its fields.
        public init(
            editor: String, device: Int? = nil, package: String? = nil, part: Int? = nil, type: String? = nil, revision: Int,
            canUndo: Bool, canRedo: Bool, undoCount: Int, redoCount: Int, empty: Bool, idle: Bool, strokes: Int,
            text: String? = nil
        ) {
            self.editor = editor
            self.device = device
            self.package = package
            self.part = part
            self.type = type
            self.revision = revision
            self.canUndo = canUndo
            self.canRedo = canRedo
            self.undoCount = undoCount
            self.redoCount = redoCount
            self.empty = empty
            self.idle = idle
            self.strokes = strokes
            self.text = text
        }
    }

    /// What a watch tells.
    public enum Change: String, Codable, Sendable, Hashable, CaseIterable {
        /// The editor as it is when the watch begins.
        case present
        /// Ink was added or removed.
        case contentChanged
        /// A line was read.
        case recognition
        /// All that was written has been read.
        case idle
        /// Another part, another language, or another view size was set.
        case partChanged
        /// A stroke was a gesture that edited what was written.
        case gesture
        /// Something the client should tell its user.
        case error
        /// The editor was closed, or its device is gone.
        case closed
    }

    /// What a stroke did to what was written.
    public struct Gesture: Codable, Sendable, Hashable {
        /// scratch-out, strikethrough, underline, surround, join, split or insert.
        public var kind: String
        /// The stroke that was the gesture.
        public var stroke: Int
        /// What the words said that it touched.
        public var words: [String]
        /// The strokes that it touched.
        public var strokes: [Int]
        /// What the stroke would say as writing.
        public var fallbackText: String?

        /// With all its fields.
        public init(kind: String, stroke: Int, words: [String], strokes: [Int], fallbackText: String? = nil) {
            self.kind = kind
            self.stroke = stroke
            self.words = words
            self.strokes = strokes
            self.fallbackText = fallbackText
        }
    }

    /// Something the client should tell its user.
    public struct Problem: Codable, Sendable, Hashable {
        /// A name such as `RecognitionUnavailable`.
        public var reason: String
        /// For people.
        public var message: String
        /// The block it is about.
        public var block: String?

        /// With all its fields.
        public init(reason: String, message: String, block: String? = nil) {
            self.reason = reason
            self.message = message
            self.block = block
        }
    }

    /// The parameters of a method that takes just an editor's name.
    public struct Named: Codable, Sendable, Hashable {
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// The reply of a method that gives just the editor's state.
    public struct Stated: Codable, Sendable, Hashable {
        /// The editor afterwards.
        public var state: State

        /// With all its fields.
        public init(state: State) {
            self.state = state
        }
    }
}
