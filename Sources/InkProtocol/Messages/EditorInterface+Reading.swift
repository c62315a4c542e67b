public import Varlink

extension EditorInterface {
    /// The editors there are, or one, then each change.
    public enum Watch: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Watch"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name; nil for all.
            public var editor: String?

            /// With all its fields.
            public init(editor: String? = nil) {
                self.editor = editor
            }
        }

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Counts the replies of this watch; one left out for a slow client leaves a hole.
            public var sequence: Int
            /// What happened.
            public var change: Change
            /// The editor afterwards.
            public var state: State
            /// What was read; comes with `recognition`.
            public var line: Line?
            /// The blocks that changed; come with `contentChanged`.
            public var blocks: [String]?
            /// What a stroke did; comes with `gesture`.
            public var gesture: Gesture?
            /// What to tell; comes with `error`.
            public var error: Problem?

            /// With all its fields.
            public init(
                sequence: Int, change: Change, state: State, line: Line? = nil, blocks: [String]? = nil,
                gesture: Gesture? = nil, error: Problem? = nil
            ) {
                self.sequence = sequence
                self.change = change
                self.state = state
                self.line = line
                self.blocks = blocks
                self.gesture = gesture
                self.error = error
            }
        }
    }

    /// Answers when everything has been read.
    public enum WaitForIdle: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.WaitForIdle"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// Milliseconds; 10000 if nil.
            public var timeout: Int?

            /// With all its fields.
            public init(editor: String, timeout: Int? = nil) {
                self.editor = editor
                self.timeout = timeout
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Has a word say something else.
    public enum SelectCandidate: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.SelectCandidate"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// The line's number.
            public var line: Int
            /// The word's index in the line.
            public var word: Int
            /// One of its candidates, or any text.
            public var text: String

            /// With all its fields.
            public init(editor: String, line: Int, word: Int, text: String) {
                self.editor = editor
                self.line = line
                self.word = word
                self.text = text
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
    }
}
