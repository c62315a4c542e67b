public import Varlink

extension ModelsInterface {
    /// Takes in a model file.
    public enum Install: StreamingVarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Install"

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Bytes of the file.
            public var size: Int

            /// With all its fields.
            public init(size: Int) { self.size = size }
        }

        /// What each reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Names it in `Write`.
            public var upload: Int
            /// How far it is.
            public var progress: Progress
            /// Bytes that are there.
            public var received: Int
            /// What was installed; comes with `installed`.
            public var model: Model?

            /// With all its fields.
            public init(upload: Int, progress: Progress, received: Int, model: Model? = nil) {
                self.upload = upload
                self.progress = progress
                self.received = received
                self.model = model
            }
        }
    }

    /// Puts the next bytes of an upload in.
    public enum Write: VarlinkMethod {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Write"

        /// Bytes that one call may carry.
        public static let limit = 128 << 10

        /// What a call carries.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Which upload.
            public var upload: Int
            /// In base64.
            public var data: String

            /// With all its fields.
            public init(upload: Int, data: String) {
                self.upload = upload
                self.data = data
            }
        }

        /// What the reply carries.
        public struct Reply: Codable, Sendable, Hashable {
            /// Bytes that are there.
            public var received: Int

            /// With all its fields.
            public init(received: Int) { self.received = received }
        }
    }

    /// The file is damaged, cut short, of a newer format, or no model.
    public struct InvalidModel: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.InvalidModel"
        /// What is wrong with it.
        public var reason: String

        /// With all its fields.
        public init(reason: String) { self.reason = reason }
    }

    /// More bytes than a model, or one `Write`, may have.
    public struct TooLarge: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.TooLarge"
        /// How many came, or were announced.
        public var size: Int
        /// How many may.
        public var limit: Int

        /// With all its fields.
        public init(size: Int, limit: Int) {
            self.size = size
            self.limit = limit
        }
    }

    /// What was to be written is not base64.
    public struct InvalidData: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.InvalidData"
        /// Which upload.
        public var upload: Int

        /// With all its fields.
        public init(upload: Int) { self.upload = upload }
    }

    /// There is no upload of this number, or it is somebody else's.
    public struct NoSuchUpload: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.NoSuchUpload"
        /// The number given.
        public var upload: Int

        /// With all its fields.
        public init(upload: Int) { self.upload = upload }
    }

    /// Models cannot be stored here.
    public struct Unusable: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Unusable"
        /// Why not.
        public var reason: String

        /// With all its fields.
        public init(reason: String) { self.reason = reason }
    }

    /// More installs at once than are taken; try again later.
    public struct Busy: VarlinkError {
        /// As it goes over the wire.
        public static let name = "org.inkd.Models.Busy"

        /// With all its fields.
        public init() {}
    }
}
