internal import InkClient
internal import Ink
internal import InkCorpus

/// A user's pressure on a pen, and the thresholds and the curve that fit it. Pressures are fractions of the device's range.
struct PressureFit: Equatable {
    /// The steps that the user is asked to perform.
    enum Step: Int, CaseIterable {
        /// The user writes as lightly as possible while ink still appears.
        case softly
        /// The user writes as usual.
        case normally
        /// The user writes as hard as they ever would.
        case hard

        /// The force to which the pressure of this step is to map, 0 to 1.
        var force: Double {
            switch self {
            case .softly: 0.25
            case .normally: 0.5
            case .hard: 0.9
            }
        }
    }

    /// The pressures of one step.
    struct Samples: Equatable {
        /// The pressures of all reports while the tip touched.
        var all: [Double] = []
        /// The highest pressure of each contact.
        var peaks: [Double] = []
    }

    /// The pressure from which the tip counts as touching, in percent of the range.
    let tipDown: Double
    /// The pressure at which a touching tip counts as lifted, in percent of the range.
    let tipUp: Double
    /// The curve from pressure to force; nil if a straight line fits as well.
    let curve: [[Double]]?
    /// Whether the maximum pressure of the lightest contact is hardly above the pressure that the tip reports while hovering.
    let isNoisy: Bool

    /// The minimum difference of pressure that a hand makes on purpose.
    private static let step = 0.02
    /// Forces that differ by less than this look the same.
    private static let visible = 0.05
    /// The minimum of `tipDown`, in percent of the range. The noise of every tip is below this value.
    private static let least = 0.2

    /// - Parameters:
    ///   - samples: the samples of each step, in the order of the steps.
    ///   - air: pressures reported while the pen was away from the surface.
    /// - Throws: `InkctlError.notFitted` if the steps cannot be distinguished.
    init(_ samples: [Samples], air: [Double]) throws(InkctlError) {
        let middles = samples.compactMap(\.all.median)
        guard middles.count == Step.allCases.count, let lightest = samples.first?.peaks.min() else {
            throw .notFitted("only \(middles.count) of \(Step.allCases.count) steps have strokes; write in each step")
        }
        for (softer, harder) in zip(middles, middles.dropFirst()) where harder - softer < Self.step {
            throw .notFitted(
                """
                the pressure was \(Self.percent(softer)) %, then \(Self.percent(harder)) %, which is not clearly harder; repeat with more difference. \
                A pen that always reports the same pressure cannot be fitted
                """)
        }
        // a pen held steadily above the tablet has no pressure; one report in twenty may come from a tip that is being lowered
        let noise = air.quantile(0.95) ?? 0
        isNoisy = noise * 1.5 > lightest / 2
        let threshold = isNoisy ? (noise + lightest) / 2 : max(noise * 1.5, lightest / 4)
        let down = max(Self.least, Self.tenths(threshold * 100))
        tipDown = down
        tipUp = max(Self.least / 2, min(down, Self.tenths(max(down / 2, min(down, noise * 110)))))
        var points: [[Double]] = [[0, 0]]
        for (step, pressure) in zip(Step.allCases, middles) {
            let pressure = (pressure * 100).rounded() / 100
            if pressure > (points.last?.first ?? 0), pressure < 1 { points.append([pressure, step.force]) }
        }
        points.append([1, 1])
        curve = points.allSatisfy { abs($0[0] - $0[1]) < Self.visible } ? nil : points
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func percent(_ value: Double) -> String { DisplayText.fixed(value * 100, digits: 0) }

    /// The fit as lines of the configuration, for the section of a tablet or a pen.
    var keys: [String] {
        let points = curve.map { $0.map { "[\(Self.number($0[0])), \(Self.number($0[1]))]" }.joined(separator: ", ") }
        return ["tipDown: \(Self.number(tipDown))", "tipUp: \(Self.number(tipUp))"] + (points.map { ["pressure: [\($0)]"] } ?? [])
    }

    /// The curve, or a straight line.
    var pressureCurve: PressureCurve? { PressureCurve(points: (curve ?? [[0, 0], [1, 1]]).map { Point(x: $0[0], y: $0[1]) }) }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

    /// Returns a histogram of pressures from 0 to 1 in one line of block characters.
    static func histogram(_ pressures: [Double], width: Int = 40) -> String {
        guard width > 0 else { return "" }
        var counts = [Int](repeating: 0, count: width)
        for pressure in pressures where pressure.isFinite {
            counts[min(width - 1, max(0, Int(min(1, max(0, pressure)) * Double(width))))] += 1
        }
        let blocks = Array("▁▂▃▄▅▆▇█")
        let most = max(1, counts.max() ?? 1)
        return String(counts.map { $0 == 0 ? "·" : blocks[min(blocks.count - 1, $0 * blocks.count / (most + 1))] })
    }
}
