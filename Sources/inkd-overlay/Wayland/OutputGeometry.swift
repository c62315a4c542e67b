internal import Ink

/// The position, size and scale of an output, as a compositor reports them.
struct OutputGeometry: Equatable {
    /// The position in the layout of the outputs, in logical pixels.
    var position = Point(x: 0, y: 0)
    /// The size in logical pixels; nil without xdg-output.
    var logicalSize: (width: Int, height: Int)?
    /// The size of the current mode in pixels, before the transform.
    var mode = (width: 0, height: 0)
    /// The value of wl_output.transform, 0 to 7. Odd values exchange width and height.
    var transform = 0
    /// The integer scale, at least 1.
    var scale = 1

    static func == (a: Self, b: Self) -> Bool {
        a.position == b.position && a.logicalSize ?? (0, 0) == b.logicalSize ?? (0, 0) && a.mode == b.mode && a.transform == b.transform
            && a.scale == b.scale
    }

    /// Returns the number of pixels of the output per logical pixel, which may have a fraction.
    ///
    /// - Parameter canScale: whether buffers of any size can be shown in a surface's size (viewporter); if not, the scale is an integer.
    func pixelScale(canScale: Bool) -> Double {
        guard canScale, let logicalSize, logicalSize.width > 0, mode.width > 0, mode.height > 0 else { return Double(max(1, scale)) }
        let width = transform & 1 == 0 ? mode.width : mode.height
        let exact = Double(width) / Double(logicalSize.width)
        // some outputs report another size than that of their picture
        return (0.5...8).contains(exact) ? exact : Double(max(1, scale))
    }

    /// Returns the output's frame in the layout of the outputs, for a surface of this size.
    func frame(width: Int, height: Int) -> Box {
        Box(x: position.x, y: position.y, width: Double(width), height: Double(height))
    }
}
