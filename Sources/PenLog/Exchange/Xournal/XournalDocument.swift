public import Ink

/// A file of Xournal++ or Xournal, as far as it is ink, text and pictures: XML in gzip, or in a ZIP archive. Lengths are points, a 72nd of an inch.
public struct XournalDocument: Sendable, Hashable {
    /// A page.
    public struct Page: Sendable, Hashable {
        /// Its width.
        public var width: Double
        /// Its height.
        public var height: Double
        /// What its paper looks like; nil if nothing is known of it.
        public var background: Background?
        /// The lowest first.
        public var layers: [Layer]

        /// A page of these layers.
        public init(width: Double, height: Double, background: Background? = nil, layers: [Layer] = []) {
            self.width = width
            self.height = height
            self.background = background
            self.layers = layers
        }
    }

    /// Paper of one colour, perhaps with a pattern.
    public struct Background: Sendable, Hashable {
        /// `#rrggbbaa`, or a name.
        public var colour: String
        /// `plain`, `lined`, `ruled`, `graph` or another.
        public var style: String

        /// Paper like this.
        public init(colour: String, style: String) {
            self.colour = colour
            self.style = style
        }
    }

    /// What lies on one another, the lowest first.
    public struct Layer: Sendable, Hashable {
        /// Its name; nil if it has none.
        public var name: String?
        /// Its contents.
        public var elements: [Element]

        /// A layer of these.
        public init(name: String? = nil, elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// A thing on a layer.
    public enum Element: Sendable, Hashable {
        /// Ink.
        case stroke(Stroke)
        /// Text that was typed.
        case text(Text)
        /// A picture.
        case image(Image)
    }

    /// What ink is drawn with.
    public enum Tool: String, Sendable, Hashable {
        /// Opaque ink.
        case pen
        /// Half-transparent ink.
        case highlighter
        /// White-out: what is below is not seen.
        case eraser
    }

    /// sRGB and opacity, 0 to 255.
    public struct Colour: Sendable, Hashable {
        /// Of red.
        public var red: UInt8
        /// Of green.
        public var green: UInt8
        /// Of blue.
        public var blue: UInt8
        /// 255 is opaque.
        public var alpha: UInt8

        /// A colour; opaque by default.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        }
    }

    /// Ink.
    public struct Stroke: Sendable, Hashable {
        /// What it is drawn with.
        public var tool: Tool
        /// Its colour.
        public var colour: Colour
        /// Its places, one at least.
        public var places: [Place]
        /// A width for each of its places.
        public var widths: [Double]

        /// A stroke through these places, as wide at each.
        public init(tool: Tool, colour: Colour, places: [Place], widths: [Double]) {
            self.tool = tool
            self.colour = colour
            self.places = places
            self.widths = widths
        }
    }

    /// Text that was typed, its upper left corner at a place.
    public struct Text: Sendable, Hashable {
        /// The text; it may have several lines.
        public var text: String
        /// Of its upper left corner.
        public var place: Place
        /// Of its letters.
        public var size: Double
        /// Its colour.
        public var colour: Colour

        /// Text at a place.
        public init(_ text: String, at place: Place, size: Double, colour: Colour) {
            self.text = text
            self.place = place
            self.size = size
            self.colour = colour
        }
    }

    /// A picture.
    public struct Image: Sendable, Hashable {
        /// Where it lies.
        public var box: Box
        /// The file of the picture: PNG, or what else the file has. Of a formula it may be empty.
        public var bytes: [UInt8]
        /// The formula that the picture shows; nil for other pictures.
        public var latex: String?

        /// A picture at a place.
        public init(_ bytes: [UInt8], in box: Box, latex: String? = nil) {
            self.bytes = bytes
            self.box = box
            self.latex = latex
        }
    }

    /// In their order.
    public var pages: [Page]
    /// What of the file did not come in.
    public var leftOut = LeftOut()

    /// A document of these pages.
    public init(pages: [Page]) { self.pages = pages }
}
