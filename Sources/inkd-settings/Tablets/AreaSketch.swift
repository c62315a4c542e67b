internal import Ink

/// The picture of a tablet in the writer's orientation: its active area, with the mapped area. It is in millimeters, and scales to any
/// size.
struct AreaSketch: Sendable, Hashable {
    /// The width of the whole active area.
    let width: Double
    /// The height of the whole active area.
    let height: Double
    /// The mapped area, which is the part that is written on.
    let part: Box
    /// The side of the picture with the tablet's top edge in its default orientation, clockwise from the top.
    let turn: TabletArea.Rotation

    /// Creates the picture of a tablet. `width` and `height` are in the default orientation. A tablet of unknown size is drawn with a
    /// typical size.
    init(_ area: TabletArea, width: Double?, height: Double?) {
        let (width, height) = if let width, let height, width > 0, height > 0 { (width, height) } else { (160.0, 100.0) }
        let mapping = AreaMapping(area, width: width, height: height)
        turn = mapping.turn
        let part = mapping.part
        switch turn {
        case .none:
            (self.width, self.height) = (width, height)
            self.part = part
        case .quarter:
            (self.width, self.height) = (height, width)
            self.part = Box(x: height - part.bottom, y: part.x, width: part.height, height: part.width)
        case .half:
            (self.width, self.height) = (width, height)
            self.part = Box(x: width - part.right, y: height - part.bottom, width: part.width, height: part.height)
        case .threeQuarters:
            (self.width, self.height) = (height, width)
            self.part = Box(x: part.y, y: width - part.right, width: part.height, height: part.width)
        }
    }
}

extension AreaSketch {
    private typealias Spot = (x: Double, y: Double)

    /// Draws the picture in the center of a widget, with an arrow that points up for the writer, and a heavy line for the edge that is
    /// the top in the default orientation.
    @MainActor
    func paint(with painter: Painter) {
        let border = 9.0
        let scale = min((painter.width - 24) / width, (painter.height - 24) / height)
        let (across, down) = (width * scale, height * scale)
        let (left, top) = ((painter.width - across) / 2, (painter.height - down) / 2)
        let (caseX, caseY, caseWidth, caseHeight) = (left - border, top - border, across + 2 * border, down + 2 * border)
        painter.fill(x: caseX, y: caseY, width: caseWidth, height: caseHeight, radius: border, painter.text, opacity: 0.10)
        painter.frame(x: caseX, y: caseY, width: caseWidth, height: caseHeight, radius: border, line: 1, painter.text, opacity: 0.35)
        let (partX, partY, partWidth, partHeight) = (left + part.x * scale, top + part.y * scale, part.width * scale, part.height * scale)
        painter.fill(x: partX, y: partY, width: partWidth, height: partHeight, radius: 3, painter.accent, opacity: 0.25)
        painter.frame(x: partX, y: partY, width: partWidth, height: partHeight, radius: 3, line: 2, painter.accent)
        arrow(at: (partX + partWidth / 2, partY + partHeight / 2), length: min(18, partHeight * 0.3), with: painter)
        let (right, bottom) = (left + across, top + down)
        let edge: [Spot] =
            switch turn {
            case .none: [(left, caseY), (right, caseY)]
            case .quarter: [(right + border, top), (right + border, bottom)]
            case .half: [(left, bottom + border), (right, bottom + border)]
            case .threeQuarters: [(caseX, top), (caseX, bottom)]
            }
        painter.line(edge, width: 4, painter.text, opacity: 0.6)
    }

    @MainActor
    private func arrow(at middle: Spot, length: Double, with painter: Painter) {
        let tip: Spot = (middle.x, middle.y - length)
        painter.line([(middle.x, middle.y + length), tip], width: 2, painter.accent)
        painter.line([(tip.x - 6, tip.y + 6), tip, (tip.x + 6, tip.y + 6)], width: 2, painter.accent)
    }
}
