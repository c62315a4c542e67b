internal import InkProtocol

/// Collects the pressures of each step from a pen's events, with the same number of strokes for each step.
struct PressureCollector {
    /// The samples of each step begun so far.
    private(set) var samples: [PressureFit.Samples] = [.init()]
    /// The pressures that the pen reported while hovering.
    private(set) var air: [Double] = []
    /// The serial number of the measured pen; 0 for a pen without a serial number, nil before its first stroke.
    private(set) var serial: Int?
    /// The current pressure.
    private(set) var pressure = 0.0
    /// The force to which the current pressure maps.
    private(set) var force = 0.0

    private let strokes: Int
    private var contact: [Double]?
    /// The latest reports while hovering. The tip may already be bending in these reports, because the pen may be about to touch.
    private var approach: [(time: Double, pressure: Double)] = []
    private var lastContact = -Double.infinity

    /// The time before and after a contact in which the tip may be bent, in milliseconds.
    private static let settling = 50.0
    /// The maximum number of samples of one contact, and also of `air`.
    private static let mostSamples = 100_000

    /// Creates a collector with this number of strokes per step.
    init(strokes: Int) { self.strokes = max(1, strokes) }

    /// The current step; nil when all steps are done.
    var step: PressureFit.Step? { PressureFit.Step(rawValue: samples.count - 1) }

    /// The number of strokes in this step so far.
    var count: Int { samples.last?.peaks.count ?? 0 }

    /// Handles an event; ignores fingers, erasers and other pens.
    mutating func take(_ event: PointerInterface.Event) {
        guard step != nil, event.tool == .pen, serial == nil || event.serial == serial || event.serial == 0 else { return }
        (pressure, force) = (event.pressure ?? event.force, event.force)
        switch event.phase {
        case .down:
            approach = []
            contact = [pressure]
        case .move: if let count = contact?.count, count < Self.mostSamples { contact?.append(pressure) }
        case .up:
            finish(event)
            lastContact = event.time
        case .cancel: contact = nil
        case .hover: hover(event)
        case .proximityIn, .proximityOut:
            approach = []
            (pressure, force) = (0, 0)
        }
    }

    private mutating func hover(_ event: PointerInterface.Event) {
        guard event.time - lastContact > Self.settling else { return }
        approach.append((event.time, pressure))
        let isSettled = approach.prefix { event.time - $0.time > Self.settling }
        if air.count < Self.mostSamples { air += isSettled.map(\.pressure) }
        approach.removeFirst(isSettled.count)
    }

    private mutating func finish(_ event: PointerInterface.Event) {
        defer { contact = nil }
        guard let contact, let peak = contact.max(), peak > 0 else { return }
        // a serial number may be reported late, but is known by the end of a stroke
        if serial == nil || serial == 0 { serial = event.serial }
        samples[samples.count - 1].all += contact
        samples[samples.count - 1].peaks.append(peak)
        if count >= strokes { samples.append(.init()) }
    }

    /// The samples of the finished steps.
    var finished: [PressureFit.Samples] { Array(samples.prefix(PressureFit.Step.allCases.count)) }
}
