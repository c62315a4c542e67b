internal import CGtk4
internal import InkClient
internal import Ink
internal import InkProtocol

/// Fills the screen of a tablet with four crosses to tap, and shows the result before it is accepted.
@MainActor
final class CalibrationWindow {
    private var state: CalibrationState
    private var window: FullScreenWindow?
    private var watch: DaemonWatch<PointerInterface.Watch>?
    private let label = Label("").styled("prompt")
    private let use: Button
    private let again: Button
    private let crosses: DrawingArea
    private let model = Model()

    /// The drawn state.
    @MainActor
    private final class Model {
        var next: Int? = 0
        var before: [Point] = []
        var after: [Point] = []
    }

    /// - Parameters:
    ///   - watch: the watch of the tablet's pen.
    ///   - accepted: called with a calibration that the user has reviewed and accepted.
    ///   - closed: called when the window has closed.
    init(
        _ tablet: DevicesInterface.Device, _ state: CalibrationState, watch: Watch<PointerInterface.Watch>, over parent: Widget,
        accepted: @escaping @MainActor (TabletCalibration) -> Void, closed: @escaping @MainActor () -> Void
    ) {
        self.state = state
        let model = model
        crosses = DrawingArea { painter in Self.paint(model, with: painter) }.expanded(across: true, down: true)
            .called("Crosses to tap").styled("paper")
        use = Button("Apply") {}.styled("suggested-action")
        again = Button("Tap again") {}
        let cancel = Button("Cancel") {}
        let middle = LinearBox.column(
            spacing: 24, [label, LinearBox.row(spacing: 12, [use, again, cancel]).aligned(across: GTK_ALIGN_CENTER)]
        ).aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_CENTER)
        window = FullScreenWindow(
            title: "Calibrate \(tablet.name)", content: Overlay(crosses, above: middle, isActive: true), over: parent,
            monitor: Screen.monitor(of: tablet, near: parent)
        ) { [weak self] in
            self?.watch = nil
            closed()
        }
        use.on("clicked") { [weak self] in
            guard let self, case .fitted(let fit) = self.state.phase else { return }
            accepted(fit.calibration)
            window?.close()
        }
        again.on("clicked") { [weak self] in self?.update { $0.again() } }
        cancel.on("clicked") { [weak self] in self?.window?.close() }
        self.watch = DaemonWatch(watch) { [weak self] reply in
            self?.update { state in
                for event in reply.events { state.take(event) }
            }
        } end: { [weak self] _ in
            self?.label.text = "The tablet was disconnected or inkd stopped. Close this window and start again."
        }
        update { _ in }
    }

    private func update(_ change: (inout CalibrationState) -> Void) {
        change(&state)
        label.text = state.text
        if case .tapping(let number) = state.phase { model.next = number } else { model.next = nil }
        (model.before, model.after) = (state.before, state.after)
        if case .fitted = state.phase { use.isVisible = true } else { use.isVisible = false }
        again.isVisible = !state.before.isEmpty
        crosses.redraw()
    }

    /// Draws the target crosses, the next one emphasized. Each tap is drawn twice: as a ring where the present calibration maps it, and as a
    /// dot where the new one would.
    private static func paint(_ model: Model, with painter: Painter) {
        let arm = min(painter.width, painter.height) / 20
        for (number, cross) in CalibrationState.crosses.enumerated() {
            let (x, y) = (cross.x * painter.width, cross.y * painter.height)
            let isNext = number == model.next
            let (color, opacity) = isNext ? (painter.accent, 1.0) : (painter.text, model.next == nil ? 0.8 : 0.3)
            painter.line([(x - arm, y), (x + arm, y)], width: isNext ? 3 : 1.5, color, opacity: opacity)
            painter.line([(x, y - arm), (x, y + arm)], width: isNext ? 3 : 1.5, color, opacity: opacity)
        }
        for place in model.before {
            painter.frame(
                x: place.x * painter.width - 7, y: place.y * painter.height - 7, width: 14, height: 14, radius: 7, line: 2, painter.text,
                opacity: 0.6)
        }
        for place in model.after {
            painter.fill(
                x: place.x * painter.width - 5, y: place.y * painter.height - 5, width: 10, height: 10, radius: 5, painter.accent)
        }
    }
}
