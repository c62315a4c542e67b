internal import CGtk4
internal import Ink

/// A drawn pressure curve with the current pressure on it. Any point of the curve can be dragged, and a slider changes the whole curve.
@MainActor
final class PressureView {
    let widget: Widget
    private let model = Model()
    private let picture: DrawingArea
    private let slider: Slider
    private let live = Label("", wraps: false).styled("dim-label", "caption")
    private let changed: @MainActor (Double) -> Void
    /// The number of slider moves, so that only the last one is stored.
    private var moves = 0

    /// The time from the last movement until the value is stored, in milliseconds.
    private static let pause: UInt32 = 300

    /// The drawn state.
    @MainActor
    private final class Model {
        var curve: PressureCurve?
        /// The current pressure, and the force to which it maps.
        var point: Point?
    }

    /// - Parameter changed: called with the softness that the user has chosen.
    init(of name: String, _ changed: @escaping @MainActor (Double) -> Void) {
        self.changed = changed
        let model = model
        picture = DrawingArea { painter in Self.paint(model, with: painter) }.sized(190, 190).called("Pressure curve of \(name)")
        picture.setAccessibleDescription(
            "Pressure curve: pen pressure (horizontal) to output force (vertical). Drag it, or use the slider.")
        slider = Slider(called: "Softness of \(name)", PressureSoftness.range, step: 5) { _ in }
        let ends = LinearBox.row(
            spacing: 12,
            [
                Label("Firmer", wraps: false).styled("dim-label", "caption").expanded(),
                Label("Softer", wraps: false).styled("dim-label", "caption"),
            ])
        let side = LinearBox.column(spacing: 6, [slider, ends, live]).expanded().aligned(down: GTK_ALIGN_CENTER)
        widget = LinearBox.row(spacing: 24, [picture, side]).margin(12)
        slider.changed = { [weak self] in self?.moved(to: $0) }
        picture.onDrag { [weak self] x, y in
            guard let self else { return }
            let softness = PressureSoftness.softness(through: Self.place(x, y, picture.size))
            slider.value = softness
            moved(to: softness)
        }
        point(nil, force: 0)
    }

    /// Shows the curve in effect; nil for a straight line.
    func render(_ curve: PressureCurve?) {
        model.curve = curve
        slider.value = curve.map { PressureSoftness.softness(of: $0) ?? 0 } ?? 0
        picture.redraw()
    }

    /// Shows the current pressure, and the force to which the pressure maps, 0 to 1; `pressure` is nil while the pen is away.
    func point(_ pressure: Double?, force: Double) {
        model.point = pressure.map { Point(x: $0, y: force) }
        func percent(_ part: Double) -> Int { Int((min(max(part, 0), 1) * 100).rounded()) }
        live.text =
            pressure.map { "Pressure \(percent($0)) %, output force \(percent(force)) %" } ?? "Press the pen to see its pressure"
        picture.redraw()
    }

    private func moved(to softness: Double) {
        model.curve = PressureSoftness.curve(softness)
        picture.redraw()
        moves += 1
        let move = moves
        MainThread.post(after: Self.pause) { [weak self] in
            guard let self, move == moves else { return }
            changed(softness)
        }
    }

    private static let border = 10.0

    private static func place(_ x: Double, _ y: Double, _ size: (width: Double, height: Double)) -> Point {
        Point(x: (x - border) / max(size.width - 2 * border, 1), y: 1 - (y - border) / max(size.height - 2 * border, 1))
    }

    private static func paint(_ model: Model, with painter: Painter) {
        let (width, height) = (painter.width - 2 * border, painter.height - 2 * border)
        func spot(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (border + x * width, border + (1 - y) * height) }
        painter.frame(x: border, y: border, width: width, height: height, radius: 4, line: 1, painter.text, opacity: 0.35)
        for part in [0.25, 0.5, 0.75] {
            painter.line([spot(part, 0), spot(part, 1)], width: 1, painter.text, opacity: 0.10)
            painter.line([spot(0, part), spot(1, part)], width: 1, painter.text, opacity: 0.10)
        }
        let steps = (0...60).map { Double($0) / 60 }
        let curve = steps.map { spot($0, Double(model.curve?.force(Float($0)) ?? Float($0))) }
        painter.line(curve, width: 2.5, painter.accent)
        guard let point = model.point else { return }
        let place = spot(min(max(point.x, 0), 1), min(max(point.y, 0), 1))
        painter.line([spot(point.x, 0), place, spot(0, point.y)], width: 1, painter.ink, opacity: 0.5)
        painter.fill(x: place.x - 5, y: place.y - 5, width: 10, height: 10, radius: 5, painter.ink)
    }
}
