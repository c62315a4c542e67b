/// A rectangle in pixels.
public struct PixelRectangle: Sendable, Hashable {
    /// Left and top edge.
    public var (x, y): (Double, Double)
    /// The size.
    public var (width, height): (Double, Double)

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// Returns the part of this rectangle within another one; nil if they have no point in common.
    func clipped(to other: PixelRectangle) -> PixelRectangle? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (right, bottom) = (min(x + width, other.x + other.width), min(y + height, other.y + other.height))
        guard left < right, top < bottom else { return nil }
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether another rectangle lies within this one.
    func contains(_ other: PixelRectangle) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }
}

/// The text fields of the active window, as its application describes them on the accessibility bus.
public struct WindowFields: Sendable, Hashable {
    /// The object at whose top left corner the coordinates begin.
    public enum Origin: Sendable, Hashable {
        /// The screen, as in org.inkd.TextInput.
        case screen
        /// The visible window, without a shadow.
        case window
        /// The window's surface, with the shadow that its toolkit draws.
        case surface
    }

    /// A text field.
    public struct Field: Sendable, Hashable {
        /// The rectangle, measured from the origin that `WindowFields.origin` names.
        public var place: PixelRectangle
        /// Whether the field has the keyboard focus.
        public var hasFocus: Bool
        /// Whether the field hides its text, as one for passwords does.
        public var isSecret: Bool

        public init(place: PixelRectangle, hasFocus: Bool, isSecret: Bool) {
            (self.place, self.hasFocus, self.isSecret) = (place, hasFocus, isSecret)
        }
    }

    /// The object from whose corner the fields are measured.
    public var origin: Origin
    /// The text fields that the application reports.
    public var fields: [Field]
    /// The application's process; nil if unknown.
    public var process: Int?
    /// The window's title; nil if unknown.
    public var title: String?
    /// Whether objects of the window did not answer or reported no position, so that fields may be missing.
    public var isIncomplete: Bool

    public init(origin: Origin, fields: [Field], process: Int? = nil, title: String? = nil, isIncomplete: Bool = false) {
        (self.origin, self.fields) = (origin, fields)
        (self.process, self.title, self.isIncomplete) = (process, title, isIncomplete)
    }
}

/// The window with the keyboard focus, as the desktop places it on the screen.
public struct FocusedWindow: Sendable, Hashable {
    /// The window without a shadow that its toolkit draws, and without the desktop's frame.
    public var place: PixelRectangle
    /// The widths by which the surface, including that shadow, extends beyond the left and the top edge of `place`.
    public var (shadowLeft, shadowTop): (Double, Double)
    /// The application's process; nil if unknown.
    public var process: Int?
    /// The window's title; nil if unknown.
    public var title: String?

    public init(
        place: PixelRectangle, shadowLeft: Double = 0, shadowTop: Double = 0, process: Int? = nil, title: String? = nil
    ) {
        (self.place, self.shadowLeft, self.shadowTop) = (place, shadowLeft, shadowTop)
        (self.process, self.title) = (process, title)
    }

    /// Returns the position of an origin of coordinates on the screen.
    func position(of origin: WindowFields.Origin) -> (x: Double, y: Double) {
        switch origin {
        case .screen: (0, 0)
        case .window: (place.x, place.y)
        case .surface: (place.x - shadowLeft, place.y - shadowTop)
        }
    }
}
