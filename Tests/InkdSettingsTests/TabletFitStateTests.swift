import InkClient
import Ink
import InkProtocol
import Testing

@testable import inkd_settings

@Suite struct TabletFitStateTests {
    private static func tablet(_ adjustments: [DevicesInterface.Adjustment] = [], area: Double = 200) -> DevicesInterface.Device {
        .init(
            id: 1, name: "Pad", kind: .pen, bus: 3, vendor: 0x56A, product: 0x357, display: true, virtual: false, replay: false,
            width: area, height: 100, activeWidth: 200, activeHeight: 100, placement: .init(x: 0, y: 0, turn: 0), pressure: true,
            tilt: false, eraser: true, seat: "seat0", adjustments: adjustments, buttons: ["stylus", "eraser"])
    }

    private static func state(_ tablet: DevicesInterface.Device, _ fits: String?) -> TabletsState {
        var state = TabletsState()
        state.read([tablet], areas: "", fits: fits)
        return state
    }

    @Test func `What is changed is written beside what was set, and taken back alone`() {
        let tablet = Self.tablet()
        var state = Self.state(tablet, "Pad = stylus undo; 1:2 = smoothing 1")
        #expect(state.changeFit(of: tablet) { $0.pen.buttons["stylus"] = .undo } == nil)
        #expect(
            state.changeFit(of: tablet) { $0.pen.pressure = PressureSoftness.curve(30) }
                == "0001:0002 = smoothing 1; 056a:0357 = pressureCurve 0,30,70,100 stylus undo")
        // before the daemon has answered
        #expect(state.changeFit(of: tablet) { $0.pen.buttons["eraser"] = .ignore }?.hasSuffix("stylus undo eraser ignore") == true)
        #expect(state.changeFit(of: tablet) { $0 = TabletFit() } == "0001:0002 = smoothing 1")
        var unknown = Self.state(tablet, nil)
        #expect(unknown.changeFit(of: tablet) { $0.pen.buttons["stylus"] = .undo } == nil)
    }

    @Test func `What the user has set goes before what others have, and it is said who has`() {
        let tablet = Self.tablet([
            .init(key: "stylus", value: "redo", source: .user), .init(key: "eraser", value: "undo", source: .daemon),
            .init(key: "pressureCurve", value: "0,10,90,100", source: .quirk),
        ])
        let state = Self.state(tablet, "Pad = stylus redo")
        let present = state.present(of: tablet)
        #expect(present.pen.buttons == PenButtons(lower: .redo, eraser: .undo) && present.pen.pressure == PressureCurve([0, 10, 90, 100]))
        #expect(state.origin(of: ["stylus"], tablet) == "Set by you")
        #expect(state.origin(of: ["eraser"], tablet) == "Set for all users")
        #expect(state.origin(of: ["pressure", "pressureCurve"], tablet) == "Default for this model")
        #expect(state.origin(of: ["calibration"], tablet).isEmpty)
    }

    @Test func `A curve has a softness, and a place that is dragged has the curve through it`() throws {
        for softness in stride(from: PressureSoftness.range.lowerBound, through: PressureSoftness.range.upperBound, by: 5) {
            let curve = try #require(PressureSoftness.curve(softness))
            #expect(PressureSoftness.softness(of: curve) == softness)
            let place = Point(x: 0.4, y: Double(curve.force(0.4)))
            #expect(abs(PressureSoftness.softness(through: place) - softness) <= 1)
        }
        #expect(try #require(PressureSoftness.curve(60)).force(0.3) > 0.3 && (try #require(PressureSoftness.curve(-60))).force(0.3) < 0.3)
        #expect(PressureSoftness.softness(of: try #require(PressureCurve([10, 20, 30, 40]))) == nil)
        for place in [Point(x: -5, y: 9), Point(x: 2, y: -1), Point(x: 0.5, y: 0.5)] {
            #expect(PressureSoftness.range.contains(PressureSoftness.softness(through: place)))
        }
    }

    @Test func `Every action of a button has a name`() {
        for button in PenButtonName.all {
            #expect(!button.actions.isEmpty && Set(button.actions.map(\.title)).count == button.actions.count)
            #expect(button.titles(machine: .undo, isKnown: true).first == "Not set: Undo")
            #expect(button.titles(machine: nil, isKnown: true).count == button.actions.count + 1)
        }
    }

    private static func tap(_ x: Double, _ y: Double, on state: inout CalibrationState) {
        func event(_ phase: PointerInterface.Phase) -> PointerInterface.Event {
            .init(
                phase: phase, tool: .pen, pointer: 0, time: 0, rawX: 0, rawY: 0, x: x, y: y, force: 0.5, distance: 0, azimuth: 0,
                altitude: 1,
                rotation: 0, buttons: [], serial: 0, toolId: 0, gap: false)
        }
        for phase in [PointerInterface.Phase.proximityIn, .down, .move, .up, .proximityOut] { state.take(event(phase)) }
    }

    @Test func `Four taps give a calibration, which is shown, and can be done again`() throws {
        var state = try CalibrationState(Self.tablet())
        #expect(state.text.contains("upper left") && state.before.isEmpty)
        // 4 mm too far right, 2 mm too far down
        for cross in CalibrationState.crosses { Self.tap(cross.x * 200 + 4, cross.y * 100 + 2, on: &state) }
        guard case .fitted(let fit) = state.phase else {
            Issue.record("\(state.text)")
            return
        }
        #expect(zip(fit.calibration.numbers, [1, 0, -0.02, 0, 1, -0.02]).allSatisfy { abs($0 - $1) < 1e-5 })
        #expect(state.before.count == 4 && zip(state.after, CalibrationState.crosses).allSatisfy { $0.distance(to: $1) < 1e-4 })
        #expect(state.text == "Mean offset of the ink: 4.5 mm now, 0.0 mm with the calibration.")
        state.again()
        #expect(state.before.isEmpty && state.text.contains("1 of 4"))
        for cross in CalibrationState.crosses { Self.tap(200 - cross.x * 200, cross.y * 100, on: &state) }
        guard case .failed(let reason) = state.phase else {
            Issue.record("a mirror image is no calibration")
            return
        }
        #expect(reason.first?.isUppercase == true && reason.last == ".")
    }

    @Test func `A tablet that is written on in part, or of unknown size, is not calibrated`() {
        #expect(throws: FittingError.self) { try CalibrationState(Self.tablet(area: 100)) }
        var unknown = Self.tablet()
        unknown.activeWidth = nil
        #expect(throws: FittingError.noSize("Pad")) { try CalibrationState(unknown) }
    }
}
