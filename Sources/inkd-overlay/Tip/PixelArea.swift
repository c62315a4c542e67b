internal import Ink

/// A rectangle of whole pixels.
struct PixelArea: Equatable {
    var left: Int
    var top: Int
    /// The column after the last one.
    var right: Int
    /// The row after the last one.
    var bottom: Int

    static let empty = PixelArea(left: 0, top: 0, right: 0, bottom: 0)

    /// The maximum coordinate: no screen is larger, and the pixels of a larger area could not be counted.
    private static let limit = 1e6

    var width: Int { max(0, right - left) }
    var height: Int { max(0, bottom - top) }
    var isEmpty: Bool { right <= left || bottom <= top }

    init(left: Int, top: Int, right: Int, bottom: Int) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Creates the smallest area that covers a box; empty if the box has a coordinate that is not finite.
    init(covering box: Box) {
        guard box.x.isFinite, box.y.isFinite, box.right.isFinite, box.bottom.isFinite else {
            self = .empty
            return
        }
        func whole(_ number: Double) -> Int { Int(min(Self.limit, max(-Self.limit, number))) }
        left = whole(box.x.rounded(.down))
        top = whole(box.y.rounded(.down))
        right = whole(box.right.rounded(.up))
        bottom = whole(box.bottom.rounded(.up))
    }

    /// Returns the smallest area that contains both.
    func union(_ other: PixelArea) -> PixelArea {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelArea(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom))
    }

    /// Returns the area that both areas have in common; empty if they have no pixel in common.
    func intersection(_ other: PixelArea) -> PixelArea {
        let shared = PixelArea(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right), bottom: min(bottom, other.bottom))
        return shared.isEmpty ? .empty : shared
    }

    /// Whether every pixel of another area is in this area.
    func contains(_ other: PixelArea) -> Bool {
        other.isEmpty || (left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom)
    }

    /// Returns the area enlarged on all sides.
    func grown(by margin: Int) -> PixelArea {
        isEmpty ? self : PixelArea(left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin)
    }

    /// Returns the area moved by a distance.
    func moved(x: Int, y: Int) -> PixelArea { PixelArea(left: left + x, top: top + y, right: right + x, bottom: bottom + y) }

    /// Returns the frame of a window that covers ink. If the present frame has no room for the ink, the new frame is larger by a margin,
    /// because resizing a window costs more than drawing. The frame never leaves the screen.
    ///
    /// - Parameters:
    ///   - ink: the area of the ink.
    ///   - screen: the area of the screen.
    ///   - margin: the distance from the ink to the new edges.
    func windowFrame(covering ink: PixelArea, on screen: PixelArea, margin: Int) -> PixelArea {
        let ink = ink.intersection(screen)
        guard !contains(ink) else { return self }
        // only the sides that the ink has crossed move
        let grown = ink.grown(by: margin)
        guard !isEmpty else { return grown.intersection(screen) }
        return PixelArea(
            left: ink.left < left ? grown.left : left, top: ink.top < top ? grown.top : top,
            right: ink.right > right ? grown.right : right, bottom: ink.bottom > bottom ? grown.bottom : bottom
        ).intersection(screen)
    }
}
