public import Varlink

extension EditorInterface {
    /// All editors.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// One for each pen device, and those that clients created.
            public var editors: [State]

            /// With all its fields.
            public init(editors: [State]) {
                self.editors = editors
            }
        }
    }

    /// Makes an editor of no device.
    public enum Create: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Create"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String

            /// With all its fields.
            public init(editor: String) {
                self.editor = editor
            }
        }
    }

    /// Ends an editor that a client created; sends a device's one back to the device's own part.
    public enum Close: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.Close"

        /// An editor's name.
        public typealias Parameters = Named

        /// Carries nothing.
        public typealias Reply = Empty
    }

    /// Says how large the surface is.
    public enum SetViewSize: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.SetViewSize"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// Millimetres.
            public var width: Double
            /// Millimetres.
            public var height: Double

            /// With all its fields.
            public init(editor: String, width: Double, height: Double) {
                self.editor = editor
                self.width = width
                self.height = height
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
    }

    /// Has an editor edit a part of an open package, or no part any more.
    public enum SetPart: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Editor.SetPart"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Its name.
            public var editor: String
            /// The package's name; nil for no part.
            public var package: String?
            /// The part's number; nil for no part.
            public var part: Int?

            /// With all its fields.
            public init(editor: String, package: String? = nil, part: Int? = nil) {
                self.editor = editor
                self.package = package
                self.part = part
            }
        }

        /// The editor afterwards.
        public typealias Reply = Stated
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
}
