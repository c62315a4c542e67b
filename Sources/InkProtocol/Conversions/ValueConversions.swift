extension BlocksInterface {
    /// The formats that blocks are exported in, by their media types.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// The text of the lines, in UTF-8.
        case text = "text/plain"
        /// JSON Interactive Ink eXchange: words, candidates and ink.
        case jiix = "application/vnd.myscript.jiix"
        /// Ink Markup Language.
        case inkML = "application/inkml+xml"
        /// Scalable Vector Graphics.
        case svg = "image/svg+xml"
        /// Portable Network Graphics.
        case png = "image/png"
        /// Portable Document Format.
        case pdf = "application/pdf"
        /// Office Open XML of a word processor.
        case docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        /// HyperText Markup Language.
        case html = "text/html"
        /// Markdown.
        case markdown = "text/markdown"
        /// Formulas in LaTeX.
        case latex = "application/x-latex"
        /// Formulas in presentation MathML.
        case mathML = "application/mathml+xml"

        /// The filename extension of the format, without the dot.
        public var fileEnding: String {
            switch self {
            case .text: "txt"
            case .jiix: "jiix"
            case .inkML: "inkml"
            case .svg: "svg"
            case .png: "png"
            case .pdf: "pdf"
            case .docx: "docx"
            case .html: "html"
            case .markdown: "md"
            case .latex: "tex"
            case .mathML: "mml"
            }
        }

        /// Whether the format's files are text in UTF-8.
        public var isText: Bool {
            switch self {
            case .text, .jiix, .inkML, .svg, .html, .markdown, .latex, .mathML: true
            case .png, .pdf, .docx: false
            }
        }

        /// Creates the format of this filename extension, without the dot; case-insensitive.
        public init?(fileEnding: String) {
            guard let format = Self.allCases.first(where: { $0.fileEnding == fileEnding.lowercased() }) else { return nil }
            self = format
        }
    }
}

extension EditorInterface.Value {
    /// A value that is known to be of exactly one type.
    public enum Content: Sendable, Hashable {
        /// A text.
        case text(String)
        /// A number.
        case number(Double)
        /// Yes or no.
        case flag(Bool)
    }

    /// Creates a value of this content.
    public init(_ content: Content) {
        switch content {
        case .text(let text): self.init(text: text)
        case .number(let number): self.init(number: number)
        case .flag(let flag): self.init(flag: flag)
        }
    }

    /// The value; nil unless it is exactly one of the three.
    public var content: Content? {
        switch (text, number, flag) {
        case (let text?, nil, nil): .text(text)
        case (nil, let number?, nil): .number(number)
        case (nil, nil, let flag?): .flag(flag)
        default: nil
        }
    }
}

extension TextInputInterface {
    /// A reply of `Attach` and of `Watch`.
    public typealias Event = Attach.Reply
}

extension TextInputInterface.Purpose {
    /// Whether such a field may be written into.
    public var takesInk: Bool { self != .password && self != .none }
}

extension ModelsInterface.Write {
    /// Maximum number of bytes per call.
    public static let limit = 128 << 10
}

extension TransfersInterface.Write {
    /// Maximum number of bytes of one call, and of one reply of `Read`.
    public static let limit = 512 << 10
}
