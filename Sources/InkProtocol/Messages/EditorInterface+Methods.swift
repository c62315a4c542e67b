extension EditorInterface {
    /// All editors.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// One for each pen device.
            public var editors: [State]

            /// With all its fields.
            public init(editors: [State]) {
                self.editors = editors
            }
        }
    }

    /// One editor and its lines.
    public enum GetState: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.GetState"

        /// An editor's name.
        public typealias Parameters = Named

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The editor.
            public var state: State
            /// From top to bottom.
            public var lines: [Line]

            /// With all its fields.
            public init(state: State, lines: [Line]) {
                self.state = state
                self.lines = lines
            }
        }
    }

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

            /// With all its fields.
            public init(sequence: Int, change: Change, state: State, line: Line? = nil) {
                self.sequence = sequence
                self.change = change
                self.state = state
                self.line = line
            }
        }
    }

    /// Takes the last change back.
    public enum Undo: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Undo"

        /// An editor's name.
        public typealias Parameters = Named

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Makes a change again that was taken back.
    public enum Redo: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Redo"

        /// An editor's name.
        public typealias Parameters = Named

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Removes all ink.
    public enum Clear: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Clear"

        /// An editor's name.
        public typealias Parameters = Named

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// All ink.
    public enum Strokes: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Strokes"

        /// An editor's name.
        public typealias Parameters = Named

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The content's revision.
            public var revision: Int
            /// In the order they were written.
            public var strokes: [Stroke]

            /// With all its fields.
            public init(revision: Int, strokes: [Stroke]) {
                self.revision = revision
                self.strokes = strokes
            }
        }
    }

    /// There is no editor of this name.
    public struct NoSuchEditor: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NoSuchEditor"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// The editor has nothing to undo.
    public struct NothingToUndo: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NothingToUndo"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// The editor has nothing to redo.
    public struct NothingToRedo: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NothingToRedo"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }
}
