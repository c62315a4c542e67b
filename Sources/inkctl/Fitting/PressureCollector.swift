internal import InkProtocol

/// Takes a pen's events for the pressures of each step, so many strokes of each.
struct PressureCollector {
    /// Of each step that was begun.
    private(set) var samples: [PressureFit.Samples] = [.init()]
    /// The pressures of the pen in the air.
    private(set) var air: [Double] = []
    /// The serial number of the pen that is measured; 0 if it has none, nil before its first stroke.
    private(set) var serial: Int?
    /// The pressure now.
    private(set) var pressure = 0.0
    /// The force that it is taken for now.
    private(set) var force = 0.0

    private let strokes: Int
    private var contact: [Double]?
    /// Reports above the surface that may be of a tip on its way to it.
    private var approach: [(time: Double, pressure: Double)] = []
    private var lastContact = -Double.infinity

    /// Milliseconds before and after a contact in which the tip bends already, or still.
    private static let settling = 50.0
    /// Of one contact, and of the air.
    private static let mostSamples = 100_000

    /// A collector of so many strokes a step.
    init(strokes: Int) { self.strokes = max(1, strokes) }

    /// The step that goes on; nil when all are done.
    var step: PressureFit.Step? { PressureFit.Step(rawValue: samples.count - 1) }

    /// How many strokes of this step there are.
    var count: Int { samples.last?.peaks.count ?? 0 }

    /// Takes in an event; fingers, erasers and other pens are nothing to it.
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
        // a number may be told late, but is by the end of a stroke
        if serial == nil || serial == 0 { serial = event.serial }
        samples[samples.count - 1].all += contact
        samples[samples.count - 1].peaks.append(peak)
        if count >= strokes { samples.append(.init()) }
    }

    /// The samples of the steps that are done.
    var finished: [PressureFit.Samples] { Array(samples.prefix(PressureFit.Step.allCases.count)) }
}
