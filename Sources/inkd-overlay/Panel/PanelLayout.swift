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

/// A monitor.
struct Monitor: Equatable {
    /// On the screen, in pixels.
    var frame: Rectangle
    /// As large as ink is on paper. Beamers and virtual monitors have no true size, or none at all.
    var pixelsPerMillimetre: Double

    /// - Parameters:
    ///   - millimetres: its width as it says it is; 0 if it says nothing.
    ///   - scale: pixels for one on an ordinary screen, of 96 to the inch.
    init(frame: Rectangle, millimetres: Double, scale: Double) {
        self.frame = frame
        let ordinary = 96 / 25.4 * scale
        let told = frame.width / max(1, millimetres)
        pixelsPerMillimetre = millimetres > 50 && (ordinary / 2...ordinary * 2).contains(told) ? told : ordinary
    }

    /// The monitor that the caret is on, or else the first, which is the primary one.
    static func of(_ caret: TextInputInterface.Caret?, among monitors: [Monitor]) -> Monitor {
        let own = caret.flatMap { caret in monitors.first { $0.frame.contains(x: Double(caret.x), y: Double(caret.y)) } }
        return own ?? monitors.first ?? Monitor(frame: Rectangle(x: 0, y: 0, width: 640, height: 480), millimetres: 0, scale: 1)
    }
}

/// The layout of the panel and of its contents.
struct PanelLayout: Equatable {
    /// On the screen, in whole pixels.
    let frame: Rectangle
    /// The area of the ink; nil where there is none. This and the following are relative to the panel's corner.
    let ink: Rectangle?
    /// The piece of the tablet that is shown there.
    let extent: Extent?
    /// Of the ink.
    let pixelsPerMillimetre: Double
    /// For the pending text.
    let text: Rectangle
    /// For the candidates; without height where they are shown elsewhere.
    let candidates: Rectangle

    /// Pixels, at a scale of 1.
    enum Measure {
        /// The width of a panel with little in it, and by how much it grows.
        static let width = (least: 200.0, step: 48.0)
        /// The greatest height of the ink.
        static let ink = 230.0
        static let text = 32.0
        static let candidates = 26.0
        /// Of a sentence for the user: its lines, and their number at most.
        static let message = (width: 480.0, line: 22.0, lines: 6)
        static let padding = 10.0
        /// Between the panel and the caret, and to the screen's edges.
        static let distance = 12.0
        /// The height of a desktop's own list of candidates below the caret. IBus's is 143 pixels high with five of them.
        static let list = 156.0
    }

    /// Millimetres of the tablet around what is written.
    private static let margin = 3.0
    /// The largest part of a monitor that ink takes.
    private static let largest = (width: 0.6, height: 0.3)

    /// - Parameters:
    ///   - extent: of what is written. Ink has its real size, if there is room; of a long line the end is shown.
    ///   - caret: Of the screen. The panel lies above it, or below it where there is no room; without one at the bottom in the middle.
    ///   - monitor: What the panel stays on.
    ///   - scale: The scale: pixels for one on an ordinary screen.
    ///   - showsCandidates: If not, the desktop shows them below the caret.
    init(extent: Extent?, caret: TextInputInterface.Caret?, monitor: Monitor, scale: Double, showsCandidates: Bool = true) {
        let padding = Measure.padding * scale
        var width = Measure.width.least * scale
        var inkHeight = 0.0
        if let written = extent?.grown(by: Self.margin) {
            let most = Self.largest.width * monitor.frame.width
            let highest = min(Measure.ink * scale, Self.largest.height * monitor.frame.height)
            pixelsPerMillimetre = min(monitor.pixelsPerMillimetre, highest / written.height)
            inkHeight = written.height * pixelsPerMillimetre
            let step = Measure.width.step * scale
            // in steps: a panel that grows with every sample is restless
            width = min(max(most, width), max(width, (written.width * pixelsPerMillimetre / step).rounded(.up) * step))
            let shown = width / pixelsPerMillimetre
            let left = written.width > shown ? written.right - shown : written.left
            self.extent = Extent(left: left, top: written.top, right: left + shown, bottom: written.bottom)
            ink = Rectangle(x: padding, y: padding, width: width, height: inkHeight)
        } else {
            pixelsPerMillimetre = 0
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

    /// For a sentence for the user alone.
    ///
    /// - Parameter lines: as many as it has; no more than `Measure.message.lines` have room.
    init(lines: Int, caret: TextInputInterface.Caret?, monitor: Monitor, scale: Double) {
        (pixelsPerMillimetre, extent, ink) = (0, nil, nil)
        let padding = Measure.padding * scale
        text = Rectangle(
            x: padding, y: padding, width: Self.messageWidth(on: monitor, scale: scale),
            height: Measure.message.line * scale * Double(min(lines, Measure.message.lines)))
        candidates = Rectangle(x: padding, y: text.y + text.height, width: text.width, height: 0)
        let size = (width: (text.width + 2 * padding).rounded(.up), height: (text.height + 2 * padding).rounded(.up))
        let corner = Self.corner(of: size, caret: caret, below: Measure.distance * scale, monitor: monitor.frame, scale: scale)
        frame = Rectangle(x: corner.x.rounded(), y: corner.y.rounded(), width: size.width, height: size.height)
    }

    /// The room for a line of a sentence for the user.
    static func messageWidth(on monitor: Monitor, scale: Double) -> Double {
        max(Measure.width.least * scale, min(Measure.message.width * scale, 0.8 * monitor.frame.width))
    }

    /// Whether it lies over a caret.
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
        // the left and the top edge count most, where a monitor is too small
        return (
            max(monitor.x, min(x, monitor.x + monitor.width - size.width)),
            max(monitor.y, min(y, monitor.y + monitor.height - size.height))
        )
    }
}
