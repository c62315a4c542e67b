/// What the tablet database tells of a model.
public struct TabletModel: Sendable, Hashable {
    /// The model's name as it is sold.
    public var name: String
    /// Has a screen under the surface.
    public var isDisplay: Bool
    /// Is part of a computer.
    public var isBuiltIn: Bool
    /// Takes a pen.
    public var hasPen: Bool
    /// Feels fingers.
    public var hasTouch: Bool
    /// One of its pens erases.
    public var hasEraser: Bool
    /// Millimetres; the database rounds to whole inches. nil if it does not know.
    public var width: Double?
    /// Millimetres; the database rounds to whole inches. nil if it does not know.
    public var height: Double?
    /// The other half of a model that is two USB devices.
    public var paired: HardwareID?

    /// The active area in millimetres; nil if it is not known.
    public var size: (width: Double, height: Double)? {
        width.flatMap { width in height.map { (width, $0) } }
    }
}
