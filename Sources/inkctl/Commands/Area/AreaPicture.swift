internal import Ink

/// A tablet as it lies before the writer: its active area, the part that is written on, and which edge its maker meant to be on top.
struct AreaPicture {
    /// The whole active area, in millimetres.
    let whole: Box
    /// The part that is written on, in the same place.
    let part: Box
    /// Where the edge is that was meant to be on top.
    let top: Edge

    /// An edge, as the tablet lies.
    enum Edge: String { case top, right, bottom, left }

    /// The picture of an active area of this size.
    init(_ area: TabletArea, width: Double, height: Double) {
        let all = AreaMapping(TabletArea(rotation: area.turn), width: width, height: height)
        let mapping = AreaMapping(area, width: width, height: height)
        let corner = all.mapped(mapping.unmapped(Place(x: 0, y: 0)))
        whole = Box(x: 0, y: 0, width: all.width, height: all.height)
        part = Box(x: corner.x, y: corner.y, width: mapping.width, height: mapping.height)
        top =
            switch area.turn {
            case .none: .top
            case .quarter: .right
            case .half: .bottom
            case .threeQuarters: .left
            }
    }

    /// "216 × 135 mm".
    static func size(_ box: Box) -> String {
        "\(DisplayText.fixed(box.width, digits: 0)) × \(DisplayText.fixed(box.height, digits: 0)) mm"
    }
}
