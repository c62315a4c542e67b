public import ModelStore
public import Varlink

/// The models of a repository: the file `index.json`, which is signed.
///
/// The index is parsed only after its signature was verified, and even then with limits on its size.
public struct RepositoryIndex: Sendable, Hashable {
    /// A model of a repository.
    public struct Entry: Sendable, Hashable {
        /// The tag that the model is for.
        public let tag: LanguageTag
        /// The model's version, for people: a number or a date.
        public let version: String
        /// The path of the model's file, relative to the folder of the index.
        public let file: String
        /// The size of the file in bytes.
        public let size: Int
        /// The file's SHA-256 in 64 lowercase hexadecimal digits.
        public let sha256: String
        /// The license of the model and its training data.
        public let license: String

        /// Creates an entry with these fields, without checking them.
        public init(tag: LanguageTag, version: String, file: String, size: Int, sha256: String, license: String) {
            self.tag = tag
            self.version = version
            self.file = file
            self.size = size
            self.sha256 = sha256
            self.license = license
        }
    }

    /// The index's file name.
    public static let fileName = "index.json"
    /// The maximum size of an index in bytes.
    public static let sizeLimit = 1 << 20
    /// The format that is written, and the newest that can be read.
    static let format = 1
    /// The maximum number of models in an index.
    static let entryLimit = 2000
    /// The maximum length of a version and of a license in bytes.
    static let textLimit = 1000

    /// The repository's name; versions are compared within one name.
    public let name: String
    /// The version, which increases with each index of this name.
    public let version: Int
    /// The time of expiry in seconds since 1970; nil: never. The maintainer signs a later index before then, so that an old index cannot be
    /// offered forever.
    public let expires: Int?
    /// The models, ordered by tag.
    public let entries: [Entry]

    /// Creates an index with these fields, without checking them.
    public init(name: String, version: Int, expires: Int? = nil, entries: [Entry]) {
        self.name = name
        self.version = version
        self.expires = expires
        self.entries = entries.sorted { "\($0.tag)" < "\($1.tag)" }
    }

    /// Parses an index.
    ///
    /// - Throws: `invalidIndex`, `newerIndex`.
    public init(parsing bytes: [UInt8]) throws(RepositoryError) {
        guard bytes.count <= Self.sizeLimit else { throw .invalidIndex(reason: "it has more than \(Self.sizeLimit) bytes") }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw .invalidIndex(reason: error.description) }
        if let format = json["format"]?.int, format > Self.format { throw .newerIndex(format: Int(format)) }
        do {
            var fields = try JSONFields(json, unknownFields: .ignored)
            let _: Int = try fields.required("format")
            name = try fields.required("name")
            version = try fields.required("version")
            expires = try fields.optional("expires")
            let found: [Entry] = try fields.required("models")
            entries = found.sorted { "\($0.tag)" < "\($1.tag)" }
        } catch {
            throw .invalidIndex(reason: error.description)
        }
        try check()
    }

    private func check() throws(RepositoryError) {
        guard !name.isEmpty, name.utf8.count <= 100 else {
            throw .invalidIndex(reason: "its name has \(name.utf8.count) bytes, but 1 to 100 are allowed")
        }
        guard version > 0 else { throw .invalidIndex(reason: "its version is \(version)") }
        if let expires, expires <= 0 { throw .invalidIndex(reason: "it expires at \(expires)") }
        guard entries.count <= Self.entryLimit else { throw .invalidIndex(reason: "it has more than \(Self.entryLimit) models") }
        var tags: Set<LanguageTag> = []
        for entry in entries where !tags.insert(entry.tag).inserted { throw .invalidIndex(reason: "it contains \(entry.tag) twice") }
    }

    /// Rejects the index if it has expired.
    ///
    /// - Parameter time: seconds since 1970.
    /// - Throws: `expired`.
    func refuseExpired(at time: Int) throws(RepositoryError) {
        if let expires, expires <= time { throw .expired(name: name, day: CalendarDay.text(of: expires)) }
    }

    /// Returns the model with exactly this tag.
    ///
    /// - Throws: `noSuchModel`.
    public func entry(_ tag: String) throws(RepositoryError) -> Entry {
        guard let tag = try? LanguageTag(tag), let entry = entries.first(where: { $0.tag == tag }) else {
            throw .noSuchModel(tag: tag, available: entries.map(\.tag.description))
        }
        return entry
    }

    /// Returns the index in its file format.
    ///
    /// - Throws: `invalidIndex` if the result could not be parsed.
    public func encoded() throws(RepositoryError) -> [UInt8] {
        let list = entries.map(\.description).joined(separator: ",\n")
        let head =
            "{\"format\":\(Self.format),\"name\":\(JSONValue.string(name)),\"version\":\(version),\(expires.map { "\"expires\":\($0)," } ?? "")\"models\":[\n"
        let bytes = Array((head + list + "\n]}\n").utf8)
        _ = try RepositoryIndex(parsing: bytes)
        return bytes
    }
}

extension RepositoryIndex.Entry: VarlinkValue, CustomStringConvertible {
    /// Reads and checks the fields.
    public init(json: JSONValue, unknownFields: UnknownFields) throws(Mismatch) {
        var fields = try JSONFields(json, unknownFields: unknownFields)
        let tag: String = try fields.required("tag")
        do { self.tag = try LanguageTag(tag) } catch { throw Mismatch(error.description).inside(field: "tag") }
        version = try fields.required("version")
        file = try fields.required("file")
        size = try fields.required("size")
        sha256 = try fields.required("sha256")
        license = try fields.required("licence")
        let limit = RepositoryIndex.textLimit
        for (field, text) in [("version", version), ("licence", license)] where text.isEmpty || text.utf8.count > limit {
            throw Mismatch("has \(text.utf8.count) bytes, but 1 to \(limit) are allowed").inside(field: field)
        }
        guard Self.isSafe(path: file) else {
            throw Mismatch("must be a path of letters, digits and . _ - below the index's folder").inside(field: "file")
        }
        guard size > 0, size <= ModelStore.sizeLimit else {
            throw Mismatch("is \(size), but must be 1 to \(ModelStore.sizeLimit)").inside(field: "size")
        }
        guard sha256.utf8.count == 64, sha256.utf8.allSatisfy(Self.isLowerHexadecimal) else {
            throw Mismatch("must be 64 lower-case hexadecimal digits").inside(field: "sha256")
        }
    }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("tag", tag.description)
        json.member("version", version)
        json.member("file", file)
        json.member("size", size)
        json.member("sha256", sha256)
        json.member("licence", license)
        json.endObject()
    }

    /// The model as one line of JSON.
    public var description: String {
        var json = JSONWriter()
        write(to: &json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Whether a path stays below its folder, and means the same as a file path and in a URL.
    static func isSafe(path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return path.utf8.count <= 200
            && parts.allSatisfy { part in
                guard let first = part.first, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
                return part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                        true
                    default: false
                    }
                }
            }
    }

    private static func isLowerHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
