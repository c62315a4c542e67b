public import Varlink

extension RecorderInterface {
    /// Begins to record.
    public enum Start: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Start"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// What will be written.
            public var label: String?
            /// Who writes.
            public var writer: String?

            /// With all its fields.
            public init(label: String? = nil, writer: String? = nil) {
                self.label = label
                self.writer = writer
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// As it is then.
            public var state: State

            /// With all its fields.
            public init(state: State) {
                self.state = state
            }
        }
    }

    /// Ends the user's recording.
    public enum Stop: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Stop"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// What there is of it.
            public var recording: Recording

            /// With all its fields.
            public init(recording: Recording) {
                self.recording = recording
            }
        }
    }

    /// Says something of what is written.
    public enum Annotate: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Annotate"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// What kind of thing.
            public var key: String
            /// What is said.
            public var text: String

            /// With all its fields.
            public init(key: String, text: String) {
                self.key = key
                self.text = text
            }
        }

        /// Gives nothing.
        public typealias Reply = Empty
    }

    /// How recording stands.
    public enum GetState: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.GetState"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The user's own.
            public var state: State
            /// Other users' recordings of devices that this user may use.
            public var others: [State]

            /// With all its fields.
            public init(state: State, others: [State]) {
                self.state = state
                self.others = others
            }
        }
    }

    /// How recording stands, whenever that changes.
    public enum Watch: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Watch"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Counts the replies from 1 on; a gap means that some were dropped.
            public var sequence: Int
            /// The user's own.
            public var state: State
            /// Other users' recordings of devices that this user may use.
            public var others: [State]

            /// With all its fields.
            public init(sequence: Int, state: State, others: [State]) {
                self.sequence = sequence
                self.state = state
                self.others = others
            }
        }
    }

    /// The user's recordings.
    public enum List: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.List"

        /// Takes nothing.
        public typealias Parameters = Empty

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// The oldest first.
            public var recordings: [Recording]
            /// Of all of them.
            public var bytes: Int
            /// How many bytes they may have.
            public var limit: Int

            /// With all its fields.
            public init(recordings: [Recording], bytes: Int, limit: Int) {
                self.recordings = recordings
                self.bytes = bytes
                self.limit = limit
            }
        }
    }

    /// A piece of a file.
    public enum Read: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Read"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Of the recording.
            public var name: String
            /// Of the file.
            public var file: String
            /// Where the piece begins, in bytes.
            public var offset: Int

            /// With all its fields.
            public init(name: String, file: String, offset: Int) {
                self.name = name
                self.file = file
                self.offset = offset
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Base64.
            public var data: String
            /// Of the whole file, in bytes.
            public var size: Int

            /// With all its fields.
            public init(data: String, size: Int) {
                self.data = data
                self.size = size
            }
        }
    }

    /// Removes a recording.
    public enum Delete: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Recorder.Delete"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Of the recording.
            public var name: String

            /// With all its fields.
            public init(name: String) {
                self.name = name
            }
        }

        /// Gives nothing.
        public typealias Reply = Empty
    }
}
