internal import Ink

/// The windows or surfaces of a desktop that show the ink under the tip.
protocol TipSurface: AnyObject {
    /// The descriptor to wait for with `poll`; nil if another part of the overlay reads the connection, or once the desktop is gone.
    var fileDescriptor: Int32? { get }
    /// Whether pixels can be erased without a repaint of the application below, so that a predicted piece may be drawn.
    var erasesCheaply: Bool { get }
    /// Whether `pointer` is the position of the tip, so that no mapping is needed.
    var hasPointer: Bool { get }
    /// The position of the tip according to the desktop's pointer; nil if the desktop does not report it.
    var pointer: Point? { get }

    /// Returns the scale at a position: the size of a pixel of an ordinary screen, in the unit of the screen's coordinates.
    func scale(at place: Point) -> Double

    /// Handles the desktop's events, without waiting.
    ///
    /// - Returns: Whether all ink has to be drawn anew.
    func process() -> Bool

    /// Draws the lines within a box of the screen.
    ///
    /// - Parameter isErased: whether the box has lost ink since it was drawn.
    func draw(_ lines: [TipInk.Line], in box: Box, isErased: Bool)

    /// Removes all ink.
    func hide()
}
