/// The kind of a file, detected by its first bytes, for messages when another kind of file is expected.
public enum FileKind: Sendable, Hashable {
    /// An empty file.
    case empty
    /// A known kind. `name` follows "is", as in "a PDF document". `remedy` is the command of inkd to use instead, if there is one.
    case known(name: String, remedy: String?)
    /// Text in no known format.
    case text
    /// Bytes that match no kind.
    case unknown

    /// Maximum number of bytes examined at the beginning of a file.
    public static let looksAt = 64 << 10

    /// Detects the kind of a file with these first bytes.
    public init(of beginning: some Collection<UInt8>) {
        let bytes = Array(beginning.prefix(Self.looksAt))
        guard !bytes.isEmpty else {
            self = .empty
            return
        }
        if let kind = Self.signatures.first(where: { $0.fits(bytes) }) {
            self = Self.isZip(bytes) ? Self.zip(bytes) : .known(name: kind.name, remedy: kind.remedy)
        } else if let kind = Self.textKind(of: bytes) {
            self = kind
        } else {
            self = Self.isText(bytes) ? .text : .unknown
        }
    }

    /// The name of the kind, phrased to follow "is".
    public var name: String {
        switch self {
        case .empty: "empty"
        case .known(let name, _): name
        case .text: "plain text"
        case .unknown: "of an unknown kind"
        }
    }

    /// The remedy, if inkd offers one.
    public var remedy: String? {
        if case .known(_, let remedy) = self { remedy } else { nil }
    }

    /// Whether the file is binary and so cannot hold JSON lines or XML.
    public var isBinary: Bool {
        switch self {
        case .known(let name, _): Self.signatures.contains { $0.name == name } || !Self.textNames.contains(name)
        case .unknown: true
        case .empty, .text: false
        }
    }

    private struct Signature: Sendable {
        let name: String
        let remedy: String?
        let place: Int
        let bytes: [UInt8]

        init(_ name: String, _ bytes: [UInt8], at place: Int = 0, remedy: String? = nil) {
            (self.name, self.bytes, self.place, self.remedy) = (name, bytes, place, remedy)
        }

        init(_ name: String, _ text: String, at place: Int = 0, remedy: String? = nil) {
            self.init(name, Array(text.utf8), at: place, remedy: remedy)
        }

        func fits(_ file: [UInt8]) -> Bool {
            file.count >= place + bytes.count && file[place..<place + bytes.count].elementsEqual(bytes)
        }
    }

    private static let picture = "put it on a page with `inkctl blocks image`"

    /// Kinds identified by their first bytes.
    private static let signatures: [Signature] = [
        Signature(
            "a PDF document", "%PDF",
            remedy: "export the handwriting from the program that wrote it, as InkML or .xopp: a PDF has no strokes"),
        Signature("a PNG picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a], remedy: picture),
        Signature("a JPEG picture", [0xff, 0xd8, 0xff], remedy: picture),
        Signature("a GIF picture", "GIF8"),
        Signature("a WebP picture", "WEBP", at: 8),
        Signature("a WAV recording", "WAVE", at: 8),
        Signature("an AVI video", "AVI ", at: 8),
        Signature("a TIFF picture", [0x49, 0x49, 0x2a, 0x00]),
        Signature("a TIFF picture", [0x4d, 0x4d, 0x00, 0x2a]),
        Signature("a HEIC picture", "ftyphei", at: 4),
        Signature("an MP4 video", "ftyp", at: 4),
        Signature("an Ogg recording", "OggS"),
        Signature("an MP3 recording", "ID3"),
        Signature("a ZIP archive", [0x50, 0x4b, 0x03, 0x04], remedy: "unpack it and give the file inside"),
        Signature("an empty ZIP archive", [0x50, 0x4b, 0x05, 0x06]),
        Signature("a file packed by gzip", [0x1f, 0x8b], remedy: "unpack it with `gunzip`"),
        Signature("a file packed by Zstandard", [0x28, 0xb5, 0x2f, 0xfd], remedy: "unpack it with `zstd -d`"),
        Signature("a file packed by xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], remedy: "unpack it with `unxz`"),
        Signature("a file packed by bzip2", "BZh", remedy: "unpack it with `bunzip2`"),
        Signature("a 7-Zip archive", [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], remedy: "unpack it and give the file inside"),
        Signature("a RAR archive", "Rar!", remedy: "unpack it and give the file inside"),
        Signature("a tar archive", "ustar", at: 257, remedy: "unpack it and give the file inside"),
        Signature("a program (ELF)", [0x7f, 0x45, 0x4c, 0x46]),
        Signature("a program of Windows", "MZ"),
        Signature(
            "an SQLite database", "SQLite format 3\0",
            remedy: "if it is an inkd package, import it with `inkctl packages import`"),
        Signature(
            "a pen log", "INKDLOG\n", remedy: "play it with `inkctl replay`, or rename it to end in .inklog for `inkctl convert`"),
        Signature("a document of Microsoft Office 97", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Signature("a section of OneNote", [0xe4, 0x52, 0x5c, 0x7b, 0x8c, 0xd8, 0xa7, 0x4d], remedy: "export it from OneNote as InkML"),
        Signature("a page of a reMarkable", "reMarkable .lines file", remedy: "export it as InkML or SVG with a program for reMarkable"),
        Signature("a note of a Supernote", "noteSN_FILE_VER", remedy: "export it from the Supernote"),
        Signature("a document in Rich Text Format", "{\\rtf"),
        Signature("a model of inkd or another in safetensors", "{\"__metadata__\"", at: 8, remedy: "see `inkctl models`"),
    ]

    private static func isZip(_ bytes: [UInt8]) -> Bool { ZipContents.begins(bytes) }

    /// Detects documents in archives by the names or the first content in them.
    private static func zip(_ bytes: [UInt8]) -> Self {
        let kinds: [(word: String, name: String, remedy: String?)] = [
            ("application/xournal++", "a document of Xournal++", "import it with `inkctl packages import-pages`"),
            ("word/", "a document of Word (DOCX)", "save it in Word as InkML, or copy the ink from it"),
            ("xl/", "a sheet of Excel (XLSX)", nil), ("ppt/", "a presentation of PowerPoint (PPTX)", nil),
            ("application/vnd.oasis.opendocument.", "an OpenDocument", nil), ("application/epub+zip", "a book (EPUB)", nil),
            ("[Content_Types].xml", "a document of Microsoft Office", nil),
            ("content.xml", "a document of Xournal++, or an OpenDocument", nil),
        ]
        for kind in kinds where bytes.firstRange(of: Array(kind.word.utf8)) != nil { return .known(name: kind.name, remedy: kind.remedy) }
        return .known(name: "a ZIP archive", remedy: "unpack it and give the file inside")
    }

    // MARK: Text

    private static let textForms: [(begin: String, name: String, remedy: String?)] = [
        ("<!doctype html", "an HTML page", nil), ("<html", "an HTML page", nil), ("<svg", "an SVG picture", nil),
        ("<ink", "InkML", "convert it to JSON lines with `inkctl convert`, or import it with `inkctl import`"),
        ("<xournal", "a document of Xournal++", "import it with `inkctl packages import-pages`"),
        ("<whiteboardcapturesession", "a session of IAM-OnDB", "convert it with `inkctl convert --from iamondb`"),
        ("# evemu", "a recording of evemu", "play it with `inkctl replay`, or use `inkctl convert --from evemu`"),
        ("# libinput record", "a recording of libinput", "play it with `inkctl replay`, or use `inkctl convert --from libinput`"),
        (".version", "UNIPEN", "convert it with `inkctl convert --from unipen`"), ("#!", "a script", nil),
    ]

    private static let jiix = (name: "JIIX", remedy: "import it with `inkctl import`")
    private static let json = "JSON"
    private static let batch = (name: "a request of MyScript's batch mode", remedy: "read it with `inkctl recognize`")
    private static let inks = (
        name: "ink as JSON lines", remedy: "read it with `inkctl recognize`, or convert it with `inkctl convert --from jsonl`"
    )
    private static let xml = "XML"
    private static let textNames: Set<String> = Set(textForms.map(\.name) + [jiix.name, json, batch.name, inks.name, xml])

    private static func textKind(of bytes: [UInt8]) -> Self? {
        let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        let text = String(decoding: bytes[start...].prefix(16 << 10), as: UTF8.self)
        let lower = text.drop(while: \.isWhitespace).lowercased()
        func has(_ word: String) -> Bool { lower.firstRange(of: word) != nil }
        if lower.hasPrefix("{") || lower.hasPrefix("[") {
            if has("\"strokegroups\"") { return .known(name: batch.name, remedy: batch.remedy) }
            if has("\"strokes\"") { return .known(name: inks.name, remedy: inks.remedy) }
            if has("\"type\""), ["\"words\"", "\"elements\"", "\"bounding-box\"", "\"expressions\""].contains(where: has) {
                return .known(name: jiix.name, remedy: jiix.remedy)
            }
            return .known(name: json, remedy: nil)
        }
        // the root follows the declaration and comments, and may have a prefix
        let root = lower.hasPrefix("<?xml") || lower.hasPrefix("<!--") ? firstElement(lower) : Substring(lower)
        let plain =
            root.hasPrefix("<")
            ? "<" + (root.dropFirst().prefix { $0.isLetter || $0 == ":" || $0 == "-" }.split(separator: ":").last ?? "") : ""
        for form in textForms where lower.hasPrefix(form.begin) || root.hasPrefix(form.begin) || plain == form.begin {
            return .known(name: form.name, remedy: form.remedy)
        }
        return lower.hasPrefix("<?xml") || plain.count > 1 ? .known(name: xml, remedy: nil) : nil
    }

    /// Returns the text from the first XML element on.
    private static func firstElement(_ text: String) -> Substring {
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            let end = rest.hasPrefix("<?") ? "?>" : rest.hasPrefix("<!--") ? "-->" : nil
            guard let end, let range = rest.firstRange(of: end) else { return rest }
            rest = rest[range.upperBound...]
        }
        return rest
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) { return true }
        return bytes.allSatisfy { $0 >= 32 || [9, 10, 12, 13, 27].contains($0) }
    }
}
