public import Varlink

extension EditorInterface {
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

    /// The editor needs a view size first: `SetViewSize`.
    public struct NoViewSize: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NoViewSize"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// The editor needs a part first: `SetPart`.
    public struct NoPart: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NoPart"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// Only editors that a client created, and set the part of, can do that.
    public struct DeviceEditor: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.DeviceEditor"
        /// Its name.
        public var editor: String

        /// With all its fields.
        public init(editor: String) {
            self.editor = editor
        }
    }

    /// The language of a part is fixed once it has been set.
    public struct LanguageFixed: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.LanguageFixed"
        /// The package's name.
        public var package: String
        /// The part's number.
        public var part: Int
        /// Its language.
        public var language: String

        /// With all its fields.
        public init(package: String, part: Int, language: String) {
            self.package = package
            self.part = part
            self.language = language
        }
    }

    /// An event is not acceptable; none was applied.
    public struct InvalidPointerEvents: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.InvalidPointerEvents"
        /// The first that is not.
        public var index: Int
        /// What is wrong.
        public var reason: String

        /// With all its fields.
        public init(index: Int, reason: String) {
            self.index = index
            self.reason = reason
        }
    }

    /// The line, or the word in it, is not there.
    public struct NoSuchWord: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NoSuchWord"
        /// The editor's name.
        public var editor: String
        /// The line's number.
        public var line: Int
        /// The word's index.
        public var word: Int

        /// With all its fields.
        public init(editor: String, line: Int, word: Int) {
            self.editor = editor
            self.line = line
            self.word = word
        }
    }

    /// Not everything was read in the time given.
    public struct NotIdle: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.NotIdle"
        /// Its name.
        public var editor: String
        /// Milliseconds.
        public var timeout: Int

        /// With all its fields.
        public init(editor: String, timeout: Int) {
            self.editor = editor
            self.timeout = timeout
        }
    }

    /// A user may have no more editors.
    public struct TooManyEditors: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.TooManyEditors"
        /// How many one may have.
        public var limit: Int

        /// With all its fields.
        public init(limit: Int) {
            self.limit = limit
        }
    }
}
