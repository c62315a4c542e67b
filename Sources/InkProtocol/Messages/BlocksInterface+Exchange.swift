public import Varlink

extension BlocksInterface {
    /// An export's switch: either of the two is there.
    public struct Option: Codable, Sendable, Hashable {
        /// Such as `export.jiix.strokes`.
        public var key: String
        /// Yes or no.
        public var flag: Bool?
        /// A number.
        public var number: Double?

        /// With all its fields.
        public init(key: String, flag: Bool? = nil, number: Double? = nil) {
            self.key = key
            self.flag = flag
            self.number = number
        }
    }

    /// A block, or everything, in a format that others read.
    public enum Export: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Export"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// Its name; nil for everything.
            public var block: String?
            /// A media type.
            public var format: String
            /// What differs from the configuration.
            public var options: [Option]?

            /// With all its fields.
            public init(editor: String, block: String? = nil, format: String, options: [Option]? = nil) {
                self.editor = editor
                self.block = block
                self.format = format
                self.options = options
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The one that was exported.
            public var revision: Int
            /// The content of a text format.
            public var text: String?
            /// The content of any other, in base64.
            public var data: String?

            /// With all its fields.
            public init(revision: Int, text: String? = nil, data: String? = nil) {
                self.revision = revision
                self.text = text
                self.data = data
            }
        }
    }

    /// Takes in what was exported, and perhaps edited.
    public enum Import: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.Import"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The editor's name.
            public var editor: String
            /// A media type.
            public var format: String
            /// The content.
            public var text: String

            /// With all its fields.
            public init(editor: String, format: String, text: String) {
                self.editor = editor
                self.format = format
                self.text = text
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The content's revision afterwards.
            public var revision: Int
            /// How many words say something else now.
            public var chosen: Int

            /// With all its fields.
            public init(revision: Int, chosen: Int) {
                self.revision = revision
                self.chosen = chosen
            }
        }
    }

    /// There is no such format, or not for this.
    public struct NoSuchFormat: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.NoSuchFormat"
        /// The format asked for.
        public var format: String
        /// Those that there are.
        public var formats: [String]

        /// With all its fields.
        public init(format: String, formats: [String]) {
            self.format = format
            self.formats = formats
        }
    }

    /// The export could not be made.
    public struct ExportFailed: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.ExportFailed"
        /// The format asked for.
        public var format: String
        /// What went wrong.
        public var reason: String

        /// With all its fields.
        public init(format: String, reason: String) {
            self.format = format
            self.reason = reason
        }
    }

    /// What was handed in cannot be taken in; nothing is changed.
    public struct ImportFailed: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Blocks.ImportFailed"
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(reason: String) {
            self.reason = reason
        }
    }
}
