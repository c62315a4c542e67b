package import Ink
package import InkProtocol

/// Takes a pen's events for taps, one for each cross.
package struct TapCollector: Sendable {
    /// What a contact was not taken for.
    package enum Refusal: Sendable, Equatable {
        /// The pen was drawn along.
        case dragged
        /// It was where the tap before was.
        case repeated
        /// Reports of it were lost.
        case incomplete

        /// The sentence for the user.
        package var message: String {
            switch self {
            case .dragged: "That was a stroke."
            case .repeated: "That was the same place again."
            case .incomplete: "Reports of that tap were lost."
            }
        }
    }

    /// The places so far, in millimetres on the writing area.
    package private(set) var taps: [Place] = []
    /// Why the last contact did not count; nil if it did.
    package private(set) var refusal: Refusal?
    private var samples: [Place] = []
    private var isVoid = false

    /// Millimetres that a tap may wander, and that two have to be apart at least.
    private static let reach = 4.0
    /// A tap is not longer; the rest says no more.
    private static let mostSamples = 5000

    /// A collector without taps.
    package init() {}

    /// Takes in an event; fingers and erasers are nothing to it.
    package mutating func take(_ event: PointerInterface.Event) {
        guard event.tool == .pen else { return }
        switch event.phase {
        case .down:
            samples = [Place(x: event.x, y: event.y)]
            isVoid = event.gap
        case .move:
            if event.gap { isVoid = true }
            if !samples.isEmpty, samples.count < Self.mostSamples { samples.append(Place(x: event.x, y: event.y)) }
        case .up: finish()
        case .cancel: samples = []
        case .proximityIn, .hover, .proximityOut: break
        }
    }

    private mutating func finish() {
        defer { samples = [] }
        guard let x = samples.map(\.x).median, let y = samples.map(\.y).median else { return }
        let place = Place(x: x, y: y)
        if isVoid {
            refusal = .incomplete
        } else if samples.contains(where: { $0.distance(to: place) > Self.reach }) {
            refusal = .dragged
        } else if let last = taps.last, last.distance(to: place) < Self.reach {
            refusal = .repeated
        } else {
            refusal = nil
            taps.append(place)
        }
    }
}

extension [Double] {
    /// The value in the middle; nil of none. One sample that flew far away does not move it.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// The value that this part of them does not exceed, 0 to 1; nil of none.
    package func quantile(_ part: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Int((Double(count - 1) * Swift.min(1, Swift.max(0, part))).rounded())]
    }
}
