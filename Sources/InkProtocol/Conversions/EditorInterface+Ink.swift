public import Ink

extension EditorInterface.Box {
    /// The same rectangle.
    public init(_ box: Ink.Box) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }
}
