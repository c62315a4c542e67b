public import Ink

/// A file of Xournal++ or Xournal, limited to ink, text and pictures: XML in gzip, or in a ZIP archive. Lengths are in points (1/72 inch).
public struct XournalDocument: Sendable, Hashable {
    /// A page.
    public struct Page: Sendable, Hashable {
        /// The width.
        public var width: Double
        /// The height.
        public var height: Double
        /// The appearance of the paper; nil if unknown.
        public var background: Background?
        /// The layers, lowest first.
        public var layers: [Layer]

        /// Creates a page with these layers.
        public init(width: Double, height: Double, background: Background? = nil, layers: [Layer] = []) {
            self.width = width
            self.height = height
            self.background = background
            self.layers = layers
        }
    }

    /// Paper of one color, optionally with a pattern.
    public struct Background: Sendable, Hashable {
        /// The color as `#rrggbbaa`, or a name.
        public var color: String
        /// The style: `plain`, `lined`, `ruled`, `graph` or another.
        public var style: String

        /// Creates a background.
        public init(color: String, style: String) {
            self.color = color
            self.style = style
        }
    }

    /// A layer of a page.
    public struct Layer: Sendable, Hashable {
        /// The name; nil for an unnamed layer.
        public var name: String?
        /// The contents, lowest first.
        public var elements: [Element]

        /// Creates a layer with these elements.
        public init(name: String? = nil, elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// An element of a layer.
    public enum Element: Sendable, Hashable {
        /// Ink.
        case stroke(Stroke)
        /// Typed text.
        case text(Text)
        /// A picture.
        case image(Image)
    }

    /// The drawing tool of ink.
    public enum Tool: String, Sendable, Hashable {
        /// Opaque ink.
        case pen
        /// Half-transparent ink.
        case highlighter
        /// White-out: hides everything below.
        case eraser
    }

    /// An sRGB color with opacity, 0 to 255.
    public struct Color: Sendable, Hashable {
        /// The red component.
        public var red: UInt8
        /// The green component.
        public var green: UInt8
        /// The blue component.
        public var blue: UInt8
        /// The opacity; 255 is opaque.
        public var alpha: UInt8

        /// Creates a color; opaque by default.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    /// A stroke of ink.
    public struct Stroke: Sendable, Hashable {
        /// The drawing tool.
        public var tool: Tool
        /// The color.
        public var color: Color
        /// The points, at least one.
        public var places: [Point]
        /// The width at each point.
        public var widths: [Double]

        /// Creates a stroke through these points, with these widths.
        public init(tool: Tool, color: Color, places: [Point], widths: [Double]) {
            self.tool = tool
            self.color = color
            self.places = places
            self.widths = widths
        }
    }

    /// Typed text, placed by its upper left corner.
    public struct Text: Sendable, Hashable {
        /// The text, possibly with several lines.
        public var text: String
        /// The upper left corner.
        public var place: Point
        /// The size of the letters.
        public var size: Double
        /// The color.
        public var color: Color

        /// Creates text at this position.
        public init(_ text: String, at place: Point, size: Double, color: Color) {
            self.text = text
            self.place = place
            self.size = size
            self.color = color
        }
    }

    /// A picture.
    public struct Image: Sendable, Hashable {
        /// The picture's position and size.
        public var box: Box
        /// The picture's file: PNG, or another format that the file has. Empty for some formulas.
        public var bytes: [UInt8]
        /// The formula shown in the picture; nil for other pictures.
        public var latex: String?

        /// Creates a picture in this box.
        public init(_ bytes: [UInt8], in box: Box, latex: String? = nil) {
            self.bytes = bytes
            self.box = box
            self.latex = latex
        }
    }

    /// The pages in order.
    public var pages: [Page]
    /// Damaged or unsupported parts of the file that were left out.
    public var leftOut = LeftOut()

    /// Creates a document of these pages.
    public init(pages: [Page]) { self.pages = pages }
}
