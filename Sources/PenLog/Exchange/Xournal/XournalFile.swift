internal import Compression

/// An unpacked file of Xournal++ or Xournal: its XML, and the attachments of an archive.
public struct XournalFile: Sendable {
    /// The document.
    public let xml: [UInt8]
    /// Attachments such as pictures, by path.
    let attachments: [String: [UInt8]]
    /// The damaged parts.
    let leftOut: LeftOut

    /// Maximum number of bytes of an unpacked file: a hundred full pages with pictures.
    public static let mostBytes = 64 << 20

    /// The first bytes of the document, for detecting its kind.
    public var beginning: ArraySlice<UInt8> { xml.prefix(FileKind.looksAt) }

    /// The total number of bytes.
    public var size: Int { attachments.values.reduce(xml.count) { $0 + $1.count } }

    /// Unpacks a file: gzip, a ZIP archive with `content.xml`, or plain XML. From a damaged file everything that can be unpacked is read.
    ///
    /// - Throws: `RecordingError` if it cannot be unpacked, or is too large.
    public init(_ file: [UInt8]) throws(RecordingError) {
        var leftOut = LeftOut()
        var attachments: [String: [UInt8]] = [:]
        let xml: [UInt8]?
        do throws(CompressionError) {
            if CompressionFormat.gzip.begins(file) {
                let unpacked = try Unpacked(.gzip, file, limit: Self.mostBytes)
                for damage in unpacked.damages { leftOut.add("part of the file", damage.description) }
                xml = unpacked.bytes
            } else if ZipContents.begins(file) {
                let archive = try ZipContents(file, limit: Self.mostBytes) { !$0.hasSuffix("/") && !$0.hasPrefix("META-INF/") }
                if let damage = archive.damage { leftOut.add("part of the file", "the archive is damaged: \(damage)") }
                xml = archive.files["content.xml"]
                attachments = archive.files.filter { !["content.xml", "mimetype"].contains($0.key) }
            } else {
                xml = file
            }
        } catch {
            throw RecordingError(
                problem: "the file cannot be decompressed: \(error.reason)", remedy: "save it again, or split it")
        }
        guard let xml else {
            throw RecordingError(
                problem: "the ZIP archive has no content.xml, unlike every Xournal++ document", remedy: "give a Xournal++ file")
        }
        guard xml.count <= Self.mostBytes else {
            throw RecordingError(problem: "the file has \(xml.count) bytes", remedy: "split it into files of at most \(Self.mostBytes)")
        }
        (self.xml, self.attachments, self.leftOut) = (xml, attachments, leftOut)
    }
}
