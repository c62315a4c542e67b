internal import Markup

/// The files that make up a document of a word processor (ECMA-376, part 2: Open Packaging Conventions).
enum WordParts {
    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"

    /// Those of the document's root.
    static let namespaces = [
        ("xmlns:w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"), ("xmlns:r", office),
        ("xmlns:wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
        ("xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
        ("xmlns:pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    ]

    /// In the order in which they are stored: what the others are comes first.
    static func files(document: XML, pictures: [(name: String, bytes: [UInt8])]) -> [(name: String, bytes: [UInt8])] {
        let links = pictures.enumerated().map { index, picture in
            relationship("image\(index + 1)", "\(office)/image", "media/\(picture.name)")
        }
        return [
            ("[Content_Types].xml", contentTypes.document),
            ("_rels/.rels", relationships([relationship("document", "\(office)/officeDocument", "word/document.xml")]).document),
            ("word/document.xml", document.document), ("word/_rels/document.xml.rels", relationships(links).document),
        ] + pictures.map { ("word/media/\($0.name)", $0.bytes) }
    }

    private static var contentTypes: XML {
        let defaults = [
            ("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml"), ("png", "image/png"),
            ("jpeg", "image/jpeg"),
        ]
        let main = "\(ExportFormat.docx.rawValue).main+xml"
        return XML(
            "Types", [("xmlns", "\(package)/content-types")],
            defaults.map { XML("Default", [("Extension", $0), ("ContentType", $1)]) }
                + [XML("Override", [("PartName", "/word/document.xml"), ("ContentType", main)])])
    }

    private static func relationships(_ links: [XML]) -> XML { XML("Relationships", [("xmlns", "\(package)/relationships")], links) }

    private static func relationship(_ id: String, _ type: String, _ target: String) -> XML {
        XML("Relationship", [("Id", id), ("Type", type), ("Target", target)])
    }
}
