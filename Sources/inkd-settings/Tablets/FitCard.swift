internal import CGtk4
internal import Ink
internal import InkProtocol

/// The settings of a tablet's pens: pressure, buttons, and, for tablets with a screen, calibration.
@MainActor
final class FitCard {
    let widget: Widget
    private let pressure: PressureView?
    private let pressureRow: Row
    private let pressureBack: Button
    private let buttons: [(name: PenButtonName, row: Row, choice: Choice)]
    private let calibrationRow: Row?
    private let calibrationBack: Button

    /// - Parameters:
    ///   - change: called with the user's change.
    ///   - calibrate: called when the user wants to calibrate the tablet.
    init(
        _ tablet: DevicesInterface.Device, change: @escaping @MainActor (_ work: (inout TabletFit) -> Void) -> Void,
        calibrate: @escaping @MainActor () -> Void
    ) {
        let name = tablet.name
        var rows: [Widget] = []
        calibrationBack = Button("Reset") { change { $0.calibration = nil } }.styled("flat").called("Reset calibration: \(name)")
        // without a screen below the pen, users do not see an offset between pen and ink
        calibrationRow =
            tablet.display
            ? Row("Calibration", trailing: [calibrationBack, Button("Calibrate…", calibrate).called("Calibrate: \(name)")]) : nil
        if let calibrationRow { rows.append(calibrationRow) }
        pressureBack = Button("Reset") {
            change { fit in (fit.pen.pressure, fit.pen.tipDown, fit.pen.tipUp) = (nil, nil, nil) }
        }.styled("flat").called("Reset pressure: \(name)")
        pressureRow = Row("Pressure", trailing: [pressureBack])
        pressure =
            tablet.pressure
            ? PressureView(of: name) { softness in change { $0.pen.pressure = PressureSoftness.curve(softness) } } : nil
        if let pressure { rows += [pressureRow, pressure.widget] }
        buttons = PenButtonName.all.filter { tablet.buttons?.contains($0.key) == true }.map { button in
            let choice = Choice(called: "\(button.title) of \(name)") { place in
                change { fit in
                    fit.pen.buttons[button.key] = place > 0 && place <= button.actions.count ? button.actions[place - 1].action : nil
                }
            }
            return (button, Row(button.title, button.text, trailing: [choice]), choice)
        }
        rows += buttons.map(\.row)
        let group = Group("", "", rows: rows)
        group.called("Pens of \(name)")
        widget = group
    }

    /// Shows the settings in effect.
    func render(_ tablet: DevicesInterface.Device, _ state: TabletsState) {
        let (own, present) = (state.fit(of: tablet), state.present(of: tablet))
        func text(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: " · ") }
        calibrationRow?.text = text(
            present.calibration == nil ? "Not calibrated" : "Ink is aligned with the pen tip",
            state.origin(of: ["calibration"], tablet))
        calibrationBack.isVisible = own.calibration != nil
        pressureRow.text = text(
            "Maps pen pressure to output force", state.origin(of: ["pressure", "pressureCurve", "tipDown"], tablet))
        pressureBack.isVisible = own.pen.pressure != nil || own.pen.tipDown != nil
        pressure?.render(present.pen.pressure)
        let machine = (tablet.adjustments ?? []).filter { $0.source == .daemon }
        for (name, row, choice) in buttons {
            let theirs = machine.first { $0.key == name.key }.flatMap { ButtonAction(rawValue: $0.value) }
            choice.setTitles(name.titles(machine: theirs, isKnown: own.pen.buttons[name.key] == nil))
            let place = own.pen.buttons[name.key].flatMap { action in name.actions.firstIndex { $0.action == action } }
            choice.selected = place.map { $0 + 1 } ?? 0
            row.text = text(name.text, state.origin(of: [name.key], tablet))
        }
    }

    /// Shows the pen's current pressure.
    func show(_ events: [PointerInterface.Event]) {
        guard let pressure, let event = events.last(where: { $0.tool != .finger }) else { return }
        switch event.phase {
        case .proximityIn, .proximityOut, .cancel: pressure.point(nil, force: 0)
        case .down, .move, .up, .hover: pressure.point(event.pressure ?? event.force, force: event.force)
        }
    }
}
