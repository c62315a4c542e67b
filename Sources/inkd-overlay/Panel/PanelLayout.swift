internal import InkProtocol

/// A rectangle in pixels, relative to the screen or to the panel.
struct Rectangle: Equatable {
    /// The position of the left edge.
    var x: Double
    /// The position of the top edge.
    var y: Double
    var width: Double
    var height: Double

    /// Whether a position lies in the rectangle.
    func contains(x placeX: Double, y placeY: Double) -> Bool {
        placeX >= x && placeX < x + width && placeY >= y && placeY < y + height
    }
}

/// A monitor.
struct Monitor: Equatable {
    /// The monitor's frame on the screen, in pixels.
    var frame: Rectangle
    /// The scale at which ink has its real size. Projectors and virtual monitors report a wrong size, or no size.
    var pixelsPerMillimeter: Double

    /// - Parameters:
    ///   - millimeters: the width that the monitor reports; 0 if it reports no width.
    ///   - scale: pixels per pixel of an ordinary screen (96 pixels per inch).
    init(frame: Rectangle, millimeters: Double, scale: Double) {
        self.frame = frame
        let ordinary = 96 / 25.4 * scale
        let told = frame.width / max(1, millimeters)
        pixelsPerMillimeter = millimeters > 50 && (ordinary / 2...ordinary * 2).contains(told) ? told : ordinary
    }

    /// Returns the monitor with the caret; without a caret, the first monitor, which is the primary one.
    static func of(_ caret: TextInputInterface.Caret?, among monitors: [Monitor]) -> Monitor {
        let own = caret.flatMap { caret in monitors.first { $0.frame.contains(x: Double(caret.x), y: Double(caret.y)) } }
        return own ?? monitors.first ?? Monitor(frame: Rectangle(x: 0, y: 0, width: 640, height: 480), millimeters: 0, scale: 1)
    }
}

/// The layout of the panel and of its contents.
struct PanelLayout: Equatable {
    /// The frame on the screen, in whole pixels.
    let frame: Rectangle
    /// The area of the ink, relative to the panel's upper left corner; nil without ink.
    let ink: Rectangle?
    /// The part of the tablet that is shown in the area of the ink; nil without ink.
    let extent: Extent?
    /// The scale of the ink.
    let pixelsPerMillimeter: Double
    /// The area of the pending text, relative to the panel's upper left corner.
    let text: Rectangle
    /// The area of the candidates, relative to the panel's upper left corner; of height 0 if the desktop shows the candidates.
    let candidates: Rectangle

    /// Measures in pixels, at a scale of 1.
    enum Measure {
        /// The width of a panel with little content, and the step by which it grows.
        static let width = (least: 200.0, step: 48.0)
        /// The maximum height of the ink.
        static let ink = 230.0
        static let text = 32.0
        static let candidates = 26.0
        /// The width of a message for the user, the height of its lines, and their maximum number.
        static let message = (width: 480.0, line: 22.0, lines: 6)
        static let padding = 10.0
        /// The distance between the panel and the caret, and to the screen's edges.
        static let distance = 12.0
        /// The height of a desktop's own list of candidates below the caret. IBus's list is 143 pixels high with five candidates.
        static let list = 156.0
    }

    /// The margin around the writing, in millimeters of the tablet.
    private static let margin = 3.0
    /// The largest fractions of a monitor's width and height that ink occupies.
    private static let largest = (width: 0.6, height: 0.3)

    /// - Parameters:
    ///   - extent: the extent of the writing. Ink has its real size if there is room. If a line is too long, its end is shown.
    ///   - caret: The caret on the screen. The panel is above the caret, or below if there is no room above. Without a caret, the panel is
    ///     centered at the bottom.
    ///   - monitor: The monitor that the panel stays on.
    ///   - scale: The scale: pixels per pixel of an ordinary screen.
    ///   - showsCandidates: Whether the panel shows the candidates. If not, the desktop shows them below the caret.
    init(extent: Extent?, caret: TextInputInterface.Caret?, monitor: Monitor, scale: Double, showsCandidates: Bool = true) {
        let padding = Measure.padding * scale
        var width = Measure.width.least * scale
        var inkHeight = 0.0
        if let written = extent?.grown(by: Self.margin) {
            let most = Self.largest.width * monitor.frame.width
            let highest = min(Measure.ink * scale, Self.largest.height * monitor.frame.height)
            pixelsPerMillimeter = min(monitor.pixelsPerMillimeter, highest / written.height)
            inkHeight = written.height * pixelsPerMillimeter
            let step = Measure.width.step * scale
            // the panel grows in steps, because a panel that grows with every sample is restless
            width = min(max(most, width), max(width, (written.width * pixelsPerMillimeter / step).rounded(.up) * step))
            let shown = width / pixelsPerMillimeter
            let left = written.width > shown ? written.right - shown : written.left
            self.extent = Extent(left: left, top: written.top, right: left + shown, bottom: written.bottom)
            ink = Rectangle(x: padding, y: padding, width: width, height: inkHeight)
        } else {
            pixelsPerMillimeter = 0
            self.extent = nil
            ink = nil
        }
        text = Rectangle(x: padding, y: padding + inkHeight, width: width, height: Measure.text * scale)
        candidates = Rectangle(
            x: padding, y: text.y + text.height, width: width, height: showsCandidates ? Measure.candidates * scale : 0)
        let size = (
            width: (width + 2 * padding).rounded(.up), height: (candidates.y + candidates.height + padding).rounded(.up)
        )
        let corner = Self.corner(
            of: size, caret: caret, below: (showsCandidates ? Measure.distance : Measure.list) * scale, monitor: monitor.frame, scale: scale
        )
        frame = Rectangle(x: corner.x.rounded(), y: corner.y.rounded(), width: size.width, height: size.height)
    }

    /// Lays out a message for the user without other content.
    ///
    /// - Parameter lines: the number of its lines, of which at most `Measure.message.lines` are shown.
    init(lines: Int, caret: TextInputInterface.Caret?, monitor: Monitor, scale: Double) {
        (pixelsPerMillimeter, extent, ink) = (0, nil, nil)
        let padding = Measure.padding * scale
        text = Rectangle(
            x: padding, y: padding, width: Self.messageWidth(on: monitor, scale: scale),
            height: Measure.message.line * scale * Double(min(lines, Measure.message.lines)))
        candidates = Rectangle(x: padding, y: text.y + text.height, width: text.width, height: 0)
        let size = (width: (text.width + 2 * padding).rounded(.up), height: (text.height + 2 * padding).rounded(.up))
        let corner = Self.corner(of: size, caret: caret, below: Measure.distance * scale, monitor: monitor.frame, scale: scale)
        frame = Rectangle(x: corner.x.rounded(), y: corner.y.rounded(), width: size.width, height: size.height)
    }

    /// Returns the width of a line of a message for the user.
    static func messageWidth(on monitor: Monitor, scale: Double) -> Double {
        max(Measure.width.least * scale, min(Measure.message.width * scale, 0.8 * monitor.frame.width))
    }

    /// Whether the panel covers a caret.
    func covers(_ caret: TextInputInterface.Caret) -> Bool {
        let (left, top) = (Double(caret.x), Double(caret.y))
        return left < frame.x + frame.width && left + Double(caret.width) >= frame.x && top < frame.y + frame.height
            && top + Double(caret.height) > frame.y
    }

    private static func corner(
        of size: (width: Double, height: Double), caret: TextInputInterface.Caret?, below: Double, monitor: Rectangle, scale: Double
    ) -> (x: Double, y: Double) {
        let distance = Measure.distance * scale
        var x = monitor.x + (monitor.width - size.width) / 2
        var y = monitor.y + monitor.height - size.height - 4 * distance
        if let caret {
            x = Double(caret.x) - distance
            y = Double(caret.y) - distance - size.height
            if y < monitor.y { y = Double(caret.y) + Double(caret.height) + below }
        }
        // on a monitor that is too small, the left and the top edge take precedence
        return (
            max(monitor.x, min(x, monitor.x + monitor.width - size.width)),
            max(monitor.y, min(y, monitor.y + monitor.height - size.height))
        )
    }
}
