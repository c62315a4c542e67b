internal import CGtk4
internal import Glibc
internal import Ink

/// A picture of one action of a pen that points and writes. It is drawn on a grid of 160 by 88 squares, and scales to any size.
enum PenPicture: CaseIterable {
    /// A tap places the cursor.
    case tap
    /// A stroke writes.
    case stroke
    /// A pen that is held still, and then drawn, selects.
    case hold

    /// The width and height of the grid.
    static let size = (width: 160.0, height: 88.0)
    /// The text field.
    static let field = Box(x: 12, y: 36, width: 136, height: 34)

    /// The caption.
    var caption: String {
        switch self {
        case .tap: "Tap: points, and places the cursor"
        case .stroke: "Stroke in a field: writes"
        case .hold: "Hold still, then draw: selects"
        }
    }

    /// The position of the tip.
    var tip: Point {
        switch self {
        case .tap: Point(x: 78, y: 54)
        case .stroke: Self.handwriting.last ?? Point(x: 0, y: 0)
        case .hold: Point(x: 104, y: 54)
        }
    }

    /// A written word: loops along the field.
    static let handwriting: [Point] = (0...60).map { step in
        let turn = Double(step) / 60 * 4 * 2 * Double.pi
        return Point(x: 28 + Double(step) * 1.1 + 7 * sin(turn), y: 53 + 9 * sin(turn + Double.pi / 2))
    }

    /// Draws the picture in the center of a widget.
    @MainActor
    func paint(with painter: Painter) {
        let scale = min(painter.width / Self.size.width, painter.height / Self.size.height)
        let left = (painter.width - Self.size.width * scale) / 2
        let top = (painter.height - Self.size.height * scale) / 2
        func place(_ point: Point) -> (x: Double, y: Double) { (left + point.x * scale, top + point.y * scale) }
        func fill(_ box: Box, _ color: Color, opacity: Double) {
            let corner = place(Point(x: box.x, y: box.y))
            painter.fill(
                x: corner.x, y: corner.y, width: box.width * scale, height: box.height * scale, radius: 2, color, opacity: opacity)
        }
        let corner = place(Point(x: Self.field.x, y: Self.field.y))
        painter.frame(
            x: corner.x, y: corner.y, width: Self.field.width * scale, height: Self.field.height * scale, radius: 5, line: 1.5,
            painter.text,
            opacity: 0.45)
        switch self {
        case .tap:
            fill(Box(x: 22, y: 50, width: 50, height: 6), painter.text, opacity: 0.35)
            painter.line([place(Point(x: 78, y: 43)), place(Point(x: 78, y: 63))], width: 2, painter.accent)
        case .stroke: painter.line(Self.handwriting.map(place), width: 2.5, painter.ink)
        case .hold:
            fill(Box(x: 50, y: 44, width: 54, height: 18), painter.accent, opacity: 0.3)
            fill(Box(x: 22, y: 50, width: 24, height: 6), painter.text, opacity: 0.35)
            fill(Box(x: 54, y: 50, width: 46, height: 6), painter.text, opacity: 0.6)
        }
        if self != .stroke {
            let center = place(tip)
            let radius = 8 * scale
            painter.frame(
                x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius, radius: radius, line: 1.5,
                painter.accent,
                opacity: 0.8)
        }
        // the pen leans to the right
        func along(_ length: Double) -> Point { Point(x: tip.x + 0.5 * length, y: tip.y - 0.87 * length) }
        painter.line([place(tip), place(along(8))], width: 2, painter.text, opacity: 0.9)
        painter.line([place(along(9)), place(along(40))], width: 6 * scale, painter.text, opacity: 0.7)
    }
}

/// The pictures of a pen that points and writes, side by side with their captions.
@MainActor
final class PenGuide {
    let widget: Widget
    /// The objects that draw the pictures. GTK retains only their widgets.
    private let pictures: [DrawingArea]

    init() {
        let (width, height) = (Int32(PenPicture.size.width), Int32(PenPicture.size.height))
        pictures = PenPicture.allCases.map { picture in
            // screen readers have the caption
            DrawingArea { picture.paint(with: $0) }.sized(width, height).called(picture.caption)
        }
        let columns = zip(pictures, PenPicture.allCases).map { area, picture in
            LinearBox.column(
                spacing: 2, [area, Label(picture.caption).styled("dim-label", "caption").aligned(across: GTK_ALIGN_CENTER)])
        }
        widget = LinearBox.row(spacing: 12, columns).aligned(across: GTK_ALIGN_CENTER)
        widget.isVisible = false
    }
}
