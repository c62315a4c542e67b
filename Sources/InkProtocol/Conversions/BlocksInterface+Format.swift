extension BlocksInterface {
    /// The formats that blocks go out in, by their media types.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// What the lines say, in UTF-8.
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

        /// How the names of such files end, without the dot.
        public var fileEnding: String {
            switch self {
            case .text: "txt"
            case .jiix: "jiix"
            case .inkML: "inkml"
            case .svg: "svg"
            case .png: "png"
            case .pdf: "pdf"
            case .docx: "docx"
            }
        }

        /// Whether its files are text in UTF-8.
        public var isText: Bool {
            switch self {
            case .text, .jiix, .inkML, .svg: true
            case .png, .pdf, .docx: false
            }
        }

        /// The format of files whose names end like this, without the dot; upper and lower case are the same.
        public init?(fileEnding: String) {
            guard let format = Self.allCases.first(where: { $0.fileEnding == fileEnding.lowercased() }) else { return nil }
            self = format
        }
    }
}
