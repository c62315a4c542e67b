internal import InkProtocol

/// Pixels: of the screen, or of the panel.
struct Rectangle: Equatable {
    /// Of the left edge.
    var x: Double
    /// Of the top edge.
    var y: Double
    var width: Double
    var height: Double

    /// Whether a place lies in it.
    func contains(x placeX: Double, y placeY: Double) -> Bool {
        placeX >= x && placeX < x + width && placeY >= y && placeY < y + height
    }
}

/// The layout of the panel and of its contents.
struct PanelLayout: Equatable {
    /// On the screen, in whole pixels.
    let frame: Rectangle
    /// The area of the ink; nil without a surface. This and the following are relative to the panel's corner.
    let ink: Rectangle?
    /// Of the ink.
    let pixelsPerMillimetre: Double
    /// For the pending text.
    let text: Rectangle
    /// For the candidates.
    let candidates: Rectangle

    /// Pixels, at a scale of 1.
    enum Measure {
        /// The largest area of the ink.
        static let ink = (width: 400.0, height: 230.0)
        static let text = 32.0
        static let candidates = 26.0
        static let padding = 10.0
        /// Between the panel and the caret, and to the screen's edges.
        static let distance = 12.0
        /// The height of desktops' own lists of candidates below the caret.
        static let list = 72.0
    }

    /// - Parameters:
    ///   - caret: Of the screen. The panel lies above it, for below it the desktop may show candidates; without one at the bottom in the middle.
    ///   - monitor: What the panel stays on.
    ///   - scale: The scale: pixels for one on an ordinary screen.
    init(surface: Surface?, caret: TextInputInterface.Caret?, monitor: Rectangle, scale: Double) {
        let padding = Measure.padding * scale
        var width = Measure.ink.width * scale
        var inkHeight = 0.0
        pixelsPerMillimetre = surface.map { min(width / $0.width, Measure.ink.height * scale / $0.height) } ?? 0
        if let surface {
            // narrow surfaces leave room for text all the same
            inkHeight = surface.height * pixelsPerMillimetre
            let inkWidth = surface.width * pixelsPerMillimetre
            width = max(inkWidth, width * 0.7)
            ink = Rectangle(x: padding + (width - inkWidth) / 2, y: padding, width: inkWidth, height: inkHeight)
        } else {
            ink = nil
        }
        text = Rectangle(x: padding, y: padding + inkHeight, width: width, height: Measure.text * scale)
        candidates = Rectangle(x: padding, y: text.y + text.height, width: width, height: Measure.candidates * scale)
        let size = (
            width: (width + 2 * padding).rounded(.up), height: (candidates.y + candidates.height + padding).rounded(.up)
        )
        let corner = Self.corner(of: size, caret: caret, monitor: monitor, scale: scale)
        frame = Rectangle(x: corner.x.rounded(), y: corner.y.rounded(), width: size.width, height: size.height)
    }

    private static func corner(
        of size: (width: Double, height: Double), caret: TextInputInterface.Caret?, monitor: Rectangle, scale: Double
    ) -> (x: Double, y: Double) {
        let distance = Measure.distance * scale
        var x = monitor.x + (monitor.width - size.width) / 2
        var y = monitor.y + monitor.height - size.height - 4 * distance
        if let caret {
            x = Double(caret.x) - distance
            y = Double(caret.y) - distance - size.height
            if y < monitor.y { y = Double(caret.y) + Double(caret.height) + Measure.list * scale }
        }
        // the left and the top edge count most, where a monitor is too small
        return (
            max(monitor.x, min(x, monitor.x + monitor.width - size.width)),
            max(monitor.y, min(y, monitor.y + monitor.height - size.height))
        )
    }

    /// The monitor that the caret is on, or else the first, which is the primary one.
    static func monitor(for caret: TextInputInterface.Caret?, among monitors: [Rectangle]) -> Rectangle {
        let own = caret.flatMap { caret in monitors.first { $0.contains(x: Double(caret.x), y: Double(caret.y)) } }
        return own ?? monitors.first ?? Rectangle(x: 0, y: 0, width: 640, height: 480)
    }
}
