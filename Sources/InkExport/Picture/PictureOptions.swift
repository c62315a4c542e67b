/// A file format of pictures, named as the files end.
public enum PictureFormat: String, Sendable, Hashable, CaseIterable {
    case png, svg, pdf
}

/// How ink is drawn.
public struct PictureOptions: Sendable, Hashable {
    /// The line is wider where the pen was pressed harder.
    public var followsForce = true
    /// The ways of the lifted pen are dotted: straight ones, since nothing was sampled there.
    public var showsMoves = false
    /// Colours tell the time; a legend explains them.
    public var showsTime = false
    /// Times the size that it was written in; nil for as large as `width` and `height` allow.
    public var scale: Double?
    /// The most that the ink may take in millimetres, unless there is a scale.
    public var width = 150.0
    /// The same upwards.
    public var height = 60.0
    /// Whether ink that was written larger than that is made smaller, too, and not kept at its own size as far as a sheet of paper goes.
    public var isRoomExact = false
    /// Inks side by side; nil for as many as make a sheet of a pleasant shape.
    public var columns: Int?
    /// Pixels per inch of PNG.
    public var resolution = 150.0
    /// The largest PNG, in pixels: each takes four bytes while it is drawn.
    public var maximumPixels = 64_000_000

    /// The usual.
    public init() {}
}
