public import Ink

extension EditorInterface.Box {
    /// The same rectangle.
    public init(_ box: Ink.Box) { self.init(x: box.x, y: box.y, width: box.width, height: box.height) }
}

extension EditorInterface.Stroke {
    /// The stroke, its times moved by `clock`.
    public init(_ stroke: Ink.Stroke, clock: ClockOffset) {
        self.init(
            id: Int(clamping: stroke.id.value), x: stroke.points.map(\.x), y: stroke.points.map(\.y),
            force: stroke.points.map { Double($0.force) }, time: stroke.points.map { clock.milliseconds($0.time) })
    }
}
