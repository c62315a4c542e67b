internal import InkClient
internal import Ink
internal import InkProtocol

/// Four taps on crosses, and the resulting calibration. Pure.
struct CalibrationState: Sendable {
    /// The progress.
    enum Phase: Sendable {
        /// A cross, counted from 0, waits to be tapped.
        case tapping(Int)
        /// The calibration waits to be accepted.
        case fitted(CalibrationFit)
        /// No calibration could be computed from the taps; the text is the reason.
        case failed(String)
    }

    private let surface: TappedSurface
    private var collector = TapCollector()
    private(set) var phase = Phase.tapping(0)

    /// - Throws: `FittingError.noSize` if the tablet's size is unknown; `notCalibrated` if only a part of the tablet is written on, because
    ///   the screen is larger than this part.
    init(_ tablet: DevicesInterface.Device) throws(FittingError) {
        surface = try TappedSurface(tablet)
        guard surface.isWhole else {
            throw .notCalibrated("The active area of \(tablet.name) is only part of the tablet. Reset the area before you calibrate.")
        }
    }

    /// The positions of the crosses, in fractions of the screen.
    static var crosses: [Point] { TappedSurface.crosses }

    /// Handles an event of the pen.
    mutating func take(_ event: PointerInterface.Event) {
        guard case .tapping = phase else { return }
        collector.take(event)
        guard collector.taps.count == Self.crosses.count else { return phase = .tapping(collector.taps.count) }
        do throws(FittingError) {
            phase = .fitted(try CalibrationFit(taps: collector.taps, on: surface))
        } catch {
            phase = .failed("\(error)".capitalizedSentence)
        }
    }

    /// Begins again with the first cross.
    mutating func again() {
        collector = TapCollector()
        phase = .tapping(0)
    }

    /// The positions of the taps with the present calibration, as fractions of the screen.
    var before: [Point] {
        collector.taps.map { Point(x: $0.x / surface.mapping.width, y: $0.y / surface.mapping.height) }
    }

    /// The positions of the taps with the new calibration; empty without one.
    var after: [Point] {
        guard case .fitted(let fit) = phase else { return [] }
        let calibration = fit.calibration.scaled(width: surface.width, height: surface.height)
        return collector.taps.map { tap in
            let place = surface.mapping.mapped(calibration(surface.seen(tap)))
            return Point(x: place.x / surface.mapping.width, y: place.y / surface.mapping.height)
        }
    }

    /// The instruction or the result.
    var text: String {
        switch phase {
        case .tapping(let number):
            let refusal = collector.refusal.map { $0.message + " " } ?? ""
            let places = ["the upper left", "the upper right", "the lower right", "the lower left"]
            return "\(refusal)Tap the cross at \(places[min(number, 3)]) with the pen: \(number + 1) of 4."
        case .fitted(let fit):
            return
                "Mean offset of the ink: \(Self.millimeters(fit.before)) now, \(Self.millimeters(fit.after)) with the calibration."
        case .failed(let reason): return reason
        }
    }

    /// Formats the mean of distances, in millimeters.
    private static func millimeters(_ distances: [Double]) -> String {
        let mean = distances.reduce(0, +) / Double(max(1, distances.count))
        return "\((mean * 10).rounded() / 10) mm"
    }
}

extension String {
    /// The text with a capital letter first, and a period last.
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + (hasSuffix(".") || hasSuffix("?") ? "" : ".") }
}
