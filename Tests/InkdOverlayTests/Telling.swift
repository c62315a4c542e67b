import InkProtocol

@testable import inkd_overlay

extension DevicesInterface.Watch.Reply {
    /// A pen tablet of 200 by 120 mm, device 1.
    static func tablet(width: Double? = 200, height: Double? = 120) -> Self {
        .init(
            sequence: 1, change: .present,
            device: .init(
                id: 1, name: "tablet", kind: .pen, bus: 3, vendor: 1, product: 1, display: false, virtual: false, replay: false,
                width: width, height: height, pressure: true, tilt: false, eraser: false, seat: "seat0"))
    }
}

extension TextInputInterface.Event {
    static func status(
        purpose: TextInputInterface.Purpose?, capture: TextInputInterface.Capture = .automatic, enabled: Bool = true, locked: Bool = false,
        captured: Bool = true, passing: Bool = false
    ) -> Self {
        .init(
            sequence: 1, change: .status,
            status: .init(
                seat: "seat0", enabled: enabled, capture: capture, captured: captured, passing: passing, locked: locked,
                inputMethod: "test", purpose: purpose))
    }

    static func reading(_ text: String, line: Int = 1, candidates: [String] = []) -> Self {
        let words = [TextInputInterface.Word(text: text, candidates: candidates, strokes: [line])]
        return .init(
            sequence: 1, change: .reading,
            reading: .init(
                editor: "text1", line: line, text: text, final: true, stablePrefix: 0, words: text.isEmpty ? [] : words, candidates: [text],
                strokes: text.isEmpty ? [] : [line]))
    }

    static func candidates(_ texts: [String], selected: Int) -> Self {
        .init(sequence: 1, change: .candidates, candidates: texts, selected: selected)
    }

    static func message(_ text: String) -> Self { .init(sequence: 1, change: .message, text: text) }

    static func taken(_ text: String, strokes: [Int] = [1]) -> Self {
        .init(sequence: 1, change: .taken, text: text, editor: "text1", strokes: strokes)
    }
}

extension OverlayState {
    /// Sends pointer events of device 1, each phase a millimeter to the right of the one before.
    mutating func draw(
        phases: [PointerInterface.Phase] = [.down, .move, .move, .up], x: Double = 10, gap: Bool = false, at now: Duration
    ) {
        let events = phases.enumerated().map { index, phase in
            PointerInterface.Event(
                phase: phase, tool: .pen, pointer: 0, time: 0, rawX: 0, rawY: 0, x: x + Double(index), y: 20, force: 0.5, distance: 0,
                azimuth: 0, altitude: 1, rotation: 0, buttons: [], serial: 0, toolId: 0, gap: gap)
        }
        take(PointerInterface.Watch.Reply(sequence: 1, device: 1, events: events), at: now)
    }
}

extension PointerInterface.Event {
    /// An event of a pen.
    static func pen(_ phase: PointerInterface.Phase, x: Double, y: Double = 20) -> Self {
        .init(
            phase: phase, tool: .pen, pointer: 0, time: 0, rawX: 0, rawY: 0, x: x, y: y, force: 0.5, distance: 0, azimuth: 0, altitude: 1.5,
            rotation: 0, buttons: [], serial: 0, toolId: 0, gap: false)
    }
}
