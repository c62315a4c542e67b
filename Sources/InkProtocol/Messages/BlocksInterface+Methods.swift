public import Varlink

extension BlocksInterface {
    /// The reply of a method that adds a block.
    public struct Added: Codable, Sendable, Hashable {
        /// The content's revision afterwards.
        public var revision: Int
        /// The new block's name.
        public var block: String

        /// With all its fields.
        public init(revision: Int, block: String) {
            self.revision = revision
            self.block = block
        }
    }

    /// Makes an empty place to write in.
    public enum Add: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Add"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Left edge, in millimetres.
            public var x: Double
            /// Top edge, in millimetres.
            public var y: Double
            /// Millimetres; 100 if nil.
            public var width: Double?
            /// Millimetres; 30 if nil.
            public var height: Double?
            /// The block's type.
            public var type: String

            /// With all its fields.
            public init(editor: String, x: Double, y: Double, width: Double? = nil, height: Double? = nil, type: String) {
                self.editor = editor
                self.x = x
                self.y = y
                self.width = width
                self.height = height
                self.type = type
            }
        }

        /// The new block.
        public typealias Reply = Added
    }

    /// Puts a picture in.
    public enum AddImage: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.AddImage"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Left edge, in millimetres.
            public var x: Double
            /// Top edge, in millimetres.
            public var y: Double
            /// Millimetres; if nil, at 96 dots an inch, 100 at most.
            public var width: Double?
            /// image/png or image/jpeg.
            public var media: String
            /// The file in base64.
            public var data: String

            /// With all its fields.
            public init(editor: String, x: Double, y: Double, width: Double? = nil, media: String, data: String) {
                self.editor = editor
                self.x = x
                self.y = y
                self.width = width
                self.media = media
                self.data = data
            }
        }

        /// The new block.
        public typealias Reply = Added
    }

    /// Takes a block out, and all that is in it.
    public enum Remove: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Remove"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its name; not the root.
            public var block: String
            /// The one the block was seen at: refused if it changed since; nil for whatever it is.
            public var revision: Int?

            /// With all its fields.
            public init(editor: String, block: String, revision: Int? = nil) {
                self.editor = editor
                self.block = block
                self.revision = revision
            }
        }

        /// The revision afterwards.
        public typealias Reply = Revised
    }

    /// Makes typeset text and exact figures of ink.
    public enum Convert: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Convert"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its name; nil for everything.
            public var block: String?
            /// The one the block was seen at: refused if it changed since; nil for whatever it is.
            public var revision: Int?

            /// With all its fields.
            public init(editor: String, block: String? = nil, revision: Int? = nil) {
                self.editor = editor
                self.block = block
                self.revision = revision
            }
        }

        /// The revision afterwards.
        public typealias Reply = Revised
    }

    /// Puts a block on the connection's clipboard.
    public enum Copy: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Copy"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its name.
            public var block: String
            /// The one the block was seen at: refused if it changed since; nil for whatever it is.
            public var revision: Int?

            /// With all its fields.
            public init(editor: String, block: String, revision: Int? = nil) {
                self.editor = editor
                self.block = block
                self.revision = revision
            }
        }

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// Puts what is on the connection's clipboard in.
    public enum Paste: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Paste"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Left edge, in millimetres.
            public var x: Double
            /// Top edge, in millimetres.
            public var y: Double

            /// With all its fields.
            public init(editor: String, x: Double, y: Double) {
                self.editor = editor
                self.x = x
                self.y = y
            }
        }

        /// The new block.
        public typealias Reply = Added
    }

    /// What was handed in is no picture of that type.
    public struct InvalidImage: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.InvalidImage"
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }

    /// Nothing was copied over this connection.
    public struct EmptyClipboard: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.EmptyClipboard"

        /// With all its fields.
        public init() {}
    }
}
