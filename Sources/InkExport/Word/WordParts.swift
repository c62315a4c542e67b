internal import XML

/// The files that make up a document of a word processor (ECMA-376, part 2: Open Packaging Conventions).
struct WordParts {
    /// The main part.
    var document: XML
    var lists: [FlowList]
    /// The title of the document; nil if unknown.
    var title: String?
    /// The language as a BCP 47 tag.
    var language: String?
    var pictures: [(name: String, bytes: [UInt8])]

    private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"
    private static let main = ("xmlns:w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main")

    /// The XML namespaces of the document's root element.
    static let namespaces = [
        main, ("xmlns:r", office), ("xmlns:wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"),
        ("xmlns:a", "http://schemas.openxmlformats.org/drawingml/2006/main"),
        ("xmlns:pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"),
    ]

    /// The files in the order in which they are stored: the list of content types comes first.
    var all: [(name: String, bytes: [UInt8])] {
        var links = pictures.enumerated().map { index, picture in
            Self.relationship("image\(index + 1)", "\(Self.office)/image", "media/\(picture.name)")
        }
        links.append(Self.relationship("styles", "\(Self.office)/styles", "styles.xml"))
        links.append(Self.relationship("numbering", "\(Self.office)/numbering", "numbering.xml"))
        let roots = [
            Self.relationship("document", "\(Self.office)/officeDocument", "word/document.xml"),
            Self.relationship("core", "\(Self.package)/relationships/metadata/core-properties", "docProps/core.xml"),
        ]
        return [
            ("[Content_Types].xml", contentTypes.document), ("_rels/.rels", Self.relationships(roots).document),
            ("docProps/core.xml", properties.document), ("word/document.xml", document.document),
            ("word/_rels/document.xml.rels", Self.relationships(links).document), ("word/styles.xml", styles.document),
            ("word/numbering.xml", numbering.document),
        ] + pictures.map { ("word/media/\($0.name)", $0.bytes) }
    }

    private var contentTypes: XML {
        let defaults = [
            ("rels", "application/vnd.openxmlformats-package.relationships+xml"), ("xml", "application/xml"), ("png", "image/png"),
            ("jpeg", "image/jpeg"),
        ]
        let word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
        let parts = [
            ("/word/document.xml", "\(word).document.main+xml"), ("/word/styles.xml", "\(word).styles+xml"),
            ("/word/numbering.xml", "\(word).numbering+xml"),
            ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
        ]
        return XML(
            "Types", [("xmlns", "\(Self.package)/content-types")],
            defaults.map { XML("Default", [("Extension", $0), ("ContentType", $1)]) }
                + parts.map { XML("Override", [("PartName", $0), ("ContentType", $1)]) })
    }

    private static func relationships(_ links: [XML]) -> XML { XML("Relationships", [("xmlns", "\(package)/relationships")], links) }

    private static func relationship(_ id: String, _ type: String, _ target: String) -> XML {
        XML("Relationship", [("Id", id), ("Type", type), ("Target", target)])
    }

    /// The metadata of the document.
    private var properties: XML {
        XML(
            "cp:coreProperties",
            [("xmlns:cp", "\(Self.package)/metadata/core-properties"), ("xmlns:dc", "http://purl.org/dc/elements/1.1/")],
            (title.map { [XML("dc:title", [], text: $0)] } ?? []) + (language.map { [XML("dc:language", [], text: $0)] } ?? []))
    }

    /// The styles. Headings are larger and bold. All other formatting is the default of the program that displays the document.
    private var styles: XML {
        func value(_ name: String, _ value: String) -> XML { XML("w:\(name)", [("w:val", value)]) }
        let language = self.language.map { [XML("w:lang", [("w:val", $0)])] } ?? []
        let usual = XML("w:docDefaults", [], [XML("w:rPrDefault", [], [XML("w:rPr", [], [value("sz", "22")] + language)])])
        let normal = XML("w:style", [("w:type", "paragraph"), ("w:default", "1"), ("w:styleId", "Normal")], [value("name", "Normal")])
        let headings = (1...3).map { level in
            XML(
                "w:style", [("w:type", "paragraph"), ("w:styleId", "Heading\(level)")],
                [
                    value("name", "heading \(level)"), value("basedOn", "Normal"), value("next", "Normal"), XML("w:qFormat"),
                    XML(
                        "w:pPr", [],
                        [
                            XML("w:keepNext"), XML("w:spacing", [("w:before", "240"), ("w:after", "120")]),
                            value("outlineLvl", "\(level - 1)"),
                        ]),
                    XML("w:rPr", [], [XML("w:b"), value("sz", "\(38 - 5 * level)")]),
                ])
        }
        return XML("w:styles", [Self.main], [usual, normal] + headings)
    }

    /// The numbering definitions, one for each list. A definition has the same numbering on all nine levels.
    private var numbering: XML {
        func value(_ name: String, _ value: String) -> XML { XML("w:\(name)", [("w:val", value)]) }
        let kinds = lists.map { list in
            let levels = (0...8).map { level in
                let (format, text) =
                    switch list.style {
                    case .bullet: ("bullet", "•")
                    case .number: ("decimal", "%\(level + 1)\(list.sign)")
                    case .letter: ("lowerLetter", "%\(level + 1)\(list.sign)")
                    }
                let indent = XML("w:ind", [("w:left", "\(567 * (level + 1))"), ("w:hanging", "397")])
                return XML(
                    "w:lvl", [("w:ilvl", "\(level)")],
                    [
                        value("start", "\(list.start)"), value("numFmt", format), value("lvlText", text), value("lvlJc", "left"),
                        XML("w:pPr", [], [indent]),
                    ])
            }
            return XML("w:abstractNum", [("w:abstractNumId", "\(list.number)")], [value("multiLevelType", "hybridMultilevel")] + levels)
        }
        let instances = lists.map { list in
            XML("w:num", [("w:numId", "\(list.number + 1)")], [value("abstractNumId", "\(list.number)")])
        }
        return XML("w:numbering", [Self.main], kinds + instances)
    }
}
