public import Varlink

/// The messages of org.inkd.Blocks. Its type `Box` is that of org.inkd.Editor.
public enum BlocksInterface {
    /// A rectangle in millimetres, y down.
    public typealias Box = EditorInterface.Box

    /// The reply of a method that changes the content and gives nothing else.
    public typealias Revised = InkInterface.Revised

    /// A part of a document.
    public struct Block: Codable, Sendable, Hashable {
        /// Its name.
        public var id: String
        /// Text, Math, Diagram, Drawing, Container, Raw Content, Node, Edge or Polyedge.
        public var type: String
        /// The block it is in; nil for the root.
        public var parent: String?
        /// The blocks in it.
        public var children: [String]
        /// Around everything in it; nil if it is empty.
        public var box: Box?
        /// Its own strokes.
        public var strokes: [Int]
        /// What it says.
        public var text: String
        /// What a node or an edge was recognised as.
        public var shape: String?
        /// The media type of the picture in it.
        public var media: String?

        /// With all its fields.
        public init(
            id: String, type: String, parent: String? = nil, children: [String], box: Box? = nil, strokes: [Int], text: String,
            shape: String? = nil, media: String? = nil
        ) {
            self.id = id
            self.type = type
            self.parent = parent
            self.children = children
            self.box = box
            self.strokes = strokes
            self.text = text
            self.shape = shape
            self.media = media
        }
    }

    /// All blocks.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.List"

        /// An editor's name.
        public typealias Parameters = EditorInterface.Named

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The one they hold at.
            public var revision: Int
            /// The root first, then its children, each followed by its own.
            public var blocks: [Block]

            /// With all its fields.
            public init(revision: Int, blocks: [Block]) {
                self.revision = revision
                self.blocks = blocks
            }
        }
    }

    /// The topmost block at a place.
    public enum Hit: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Hit"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Millimetres.
            public var x: Double
            /// Millimetres, downwards.
            public var y: Double

            /// With all its fields.
            public init(editor: String, x: Double, y: Double) {
                self.editor = editor
                self.x = x
                self.y = y
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The one it holds at.
            public var revision: Int
            /// Nil if there is none.
            public var block: Block?

            /// With all its fields.
            public init(revision: Int, block: Block? = nil) {
                self.revision = revision
                self.block = block
            }
        }
    }

    /// The block is not, or no longer, there.
    public struct BlockInvalid: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.BlockInvalid"
        /// Its name.
        public var block: String
        /// The content's revision now.
        public var revision: Int

        /// With all its fields.
        public init(block: String, revision: Int) {
            self.block = block
            self.revision = revision
        }
    }

    /// A part or a block of this type cannot do that.
    public struct Unsupported: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Unsupported"
        /// Its type.
        public var type: String
        /// What was asked for.
        public var operation: String

        /// With all its fields.
        public init(type: String, operation: String) {
            self.type = type
            self.operation = operation
        }
    }
}
