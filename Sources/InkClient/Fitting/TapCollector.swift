package import Ink
package import InkProtocol

/// A collector that finds one tap for each cross in a pen's events.
package struct TapCollector: Sendable {
    /// The reason why a contact is not a tap.
    package enum Refusal: Sendable, Equatable {
        /// The pen moved during the contact.
        case dragged
        /// The contact repeats the previous position.
        case repeated
        /// Reports of the contact were lost.
        case incomplete

        /// The message for the user.
        package var message: String {
            switch self {
            case .dragged: "That was a stroke."
            case .repeated: "That was the same position again."
            case .incomplete: "Some reports of that tap were lost."
            }
        }
    }

    /// The positions of the taps so far, in millimeters on the writing area.
    package private(set) var taps: [Point] = []
    /// The reason why the last contact was rejected; nil if it was accepted.
    package private(set) var refusal: Refusal?
    private var samples: [Point] = []
    private var isVoid = false

    /// The maximum movement during a tap, and the minimum distance between two consecutive taps, in millimeters.
    private static let reach = 4.0
    /// The maximum number of samples of a tap; later samples are ignored.
    private static let mostSamples = 5000

    /// Creates a collector without taps.
    package init() {}

    /// Handles a pointer event. Events of fingers and erasers are ignored.
    package mutating func take(_ event: PointerInterface.Event) {
        guard event.tool == .pen else { return }
        switch event.phase {
        case .down:
            samples = [Point(x: event.x, y: event.y)]
            isVoid = event.gap
        case .move:
            if event.gap { isVoid = true }
            if !samples.isEmpty, samples.count < Self.mostSamples { samples.append(Point(x: event.x, y: event.y)) }
        case .up: finish()
        case .cancel: samples = []
        case .proximityIn, .hover, .proximityOut: break
        }
    }

    private mutating func finish() {
        defer { samples = [] }
        guard let x = samples.map(\.x).median, let y = samples.map(\.y).median else { return }
        let place = Point(x: x, y: y)
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
    /// The median; nil without values. A single outlier hardly changes the median.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// Returns the quantile for a fraction `part` from 0 to 1; nil without values.
    package func quantile(_ part: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Int((Double(count - 1) * Swift.min(1, Swift.max(0, part))).rounded())]
    }
}
