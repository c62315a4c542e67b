/// One user's settings for one tablet, for any pen used on it. The settings take precedence over the machine's configuration.
public struct TabletFit: Sendable, Hashable {
    /// The map from the sensed position of the tip to its actual position.
    public var calibration: TabletCalibration?
    /// The adjustment for every pen.
    public var pen = PenAdjustment()

    /// A fit without settings.
    public init() {}
}

/// Fits by tablet, as written in one text: `056a:0357 = calibration 1,0,0.01,0,1,0 pressureCurve 0,30,70,100 stylus undo`.
public typealias TabletFits = TabletTable<TabletFit>

/// The words are the keys of `devices.tablets` in inkd.yaml, each followed by its value; numbers are separated by commas.
extension TabletFit: TabletEntry {
    /// The pens' buttons, by their kernel names, and the allowed actions of each.
    public static let buttons: [(name: String, actions: [ButtonAction])] = [
        ("stylus", ButtonAction.allCases), ("stylus2", ButtonAction.allCases), ("stylus3", ButtonAction.allCases),
        // if the pen's firmware makes an eraser of a button, applications never see the button
        ("eraser", ButtonAction.allCases.filter { $0 != .pass }),
    ]

    private static let keys = ["calibration", "tipDown", "tipUp", "pressure", "pressureCurve", "smoothing"] + buttons.map(\.name)

    /// Reads keys with their values.
    /// - Throws: `TabletRefusal` that names the key, the value and the allowed values.
    public init(words: [String]) throws(TabletRefusal) {
        self.init()
        var given: Set<String> = []
        for index in stride(from: 0, to: words.count, by: 2) {
            let key = words[index]
            guard Self.keys.contains(key) else {
                throw TabletRefusal(reason: "where \"\(key)\" is not a key: give \(Self.keys.joined(separator: ", "))")
            }
            guard given.insert(key).inserted else { throw TabletRefusal(reason: "which has \(key) twice: give it once") }
            guard words.indices.contains(index + 1) else { throw Self.refusal(key, nil) }
            try set(key, to: words[index + 1])
        }
        guard let up = pen.tipUp else { return }
        guard let down = pen.tipDown else { throw TabletRefusal(reason: "which has tipUp alone: give tipDown as well") }
        guard up <= down else {
            throw TabletRefusal(
                reason:
                    "where tipUp is \(TabletNumber.text(up * 100)): give no more than tipDown, which is \(TabletNumber.text(down * 100))")
        }
    }

    /// The keys with their values.
    public var words: [String] { values.flatMap { [$0.key, $0.value] } }

    /// The keys that are set, with their values.
    public var values: [(key: String, value: String)] {
        var values = pen.values
        if let calibration { values.insert(("calibration", TabletNumber.text(calibration.numbers)), at: 0) }
        return values
    }

    private mutating func set(_ key: String, to text: String) throws(TabletRefusal) {
        let numbers = TabletNumber.list(text)
        switch key {
        case "calibration":
            guard let value = numbers.flatMap({ TabletCalibration($0) }) else { throw Self.refusal(key, text) }
            calibration = value
        case "tipDown", "tipUp":
            guard let number = numbers?.first, numbers?.count == 1, (0...100).contains(number) else { throw Self.refusal(key, text) }
            if key == "tipDown" { pen.tipDown = number / 100 } else { pen.tipUp = number / 100 }
        case "pressure", "pressureCurve":
            guard pen.pressure == nil else { throw TabletRefusal(reason: "which has pressure and pressureCurve: give one of them") }
            let curve = key == "pressure" ? numbers.flatMap(Self.straight) : numbers.flatMap { PressureCurve($0) }
            guard let curve else { throw Self.refusal(key, text) }
            pen.pressure = curve
        case "smoothing":
            guard let samples = Int(text), PenAdjustment.smoothingRange.contains(samples) else { throw Self.refusal(key, text) }
            pen.smoothing = samples
        default:
            let actions = Self.buttons.first { $0.name == key }?.actions ?? []
            guard let action = actions.first(where: { $0.rawValue == text }) else { throw Self.refusal(key, text) }
            pen.buttons[key] = action
        }
    }

    /// Returns a curve of straight lines from pairs of pressure and force.
    private static func straight(_ numbers: [Double]) -> PressureCurve? {
        guard numbers.count.isMultiple(of: 2) else { return nil }
        return PressureCurve(points: stride(from: 0, to: numbers.count, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) })
    }

    private static func refusal(_ key: String, _ text: String?) -> TabletRefusal {
        let range = PenAdjustment.smoothingRange
        let allowed =
            switch key {
            case "calibration":
                """
                a,b,c,d,e,f of x' = a x + b y + c, y' = d x + e y + f, x and y 0 to 1 of the active area, that moves no corner by more than \
                \(TabletCalibration.maximumShift) (inkctl calibrate measures it)
                """
            case "tipDown", "tipUp": "percent of the pressure range, 0 to 100"
            case "pressure":
                """
                2 to \(PressureCurve.mostPoints) pairs of pressure and force, each number 0 to 1, such as 0,0,0.3,0.5,1,1: pressure rises from \
                0 to 1, force never falls (inkctl pressure measures it)
                """
            case "pressureCurve": "x1,y1,x2,y2 of a Bézier curve's control points, each 0 to 100, such as 0,30,70,100"
            case "smoothing": "a whole number of samples, \(range.lowerBound) to \(range.upperBound)"
            default: "one of \((buttons.first { $0.name == key }?.actions ?? []).map(\.rawValue).joined(separator: ", "))"
            }
        let given = text.map { "\"\($0.prefix(60))\"" } ?? "without a value"
        return TabletRefusal(reason: "where \(key) is \(given): give \(allowed)")
    }
}

extension PenAdjustment {
    /// The keys that are set, with their values, as in `devices.tablets` of inkd.yaml.
    public var values: [(key: String, value: String)] {
        var values: [(key: String, value: String)] = []
        if let tipDown { values.append(("tipDown", TabletNumber.text(Self.percent(tipDown)))) }
        if let tipUp { values.append(("tipUp", TabletNumber.text(Self.percent(tipUp)))) }
        if let points = pressure?.points { values.append(("pressure", TabletNumber.text(points.flatMap { [$0.x, $0.y] }))) }
        if let controls = pressure?.controls { values.append(("pressureCurve", TabletNumber.text(controls))) }
        if let smoothing { values.append(("smoothing", "\(smoothing)")) }
        for (name, _) in TabletFit.buttons { if let action = buttons[name] { values.append((name, action.rawValue)) } }
        return values
    }

    /// Returns a percentage without the rounding error of a division by 100.
    private static func percent(_ share: Double) -> Double { (share * 1e8).rounded() / 1e6 }
}

extension PenButtons {
    /// The action of a button, by its kernel name: stylus, stylus2, stylus3 or eraser.
    public subscript(name: String) -> ButtonAction? {
        get {
            switch name {
            case "stylus": lower
            case "stylus2": upper
            case "stylus3": third
            case "eraser": eraser
            default: nil
            }
        }
        set {
            switch name {
            case "stylus": lower = newValue
            case "stylus2": upper = newValue
            case "stylus3": third = newValue
            case "eraser": eraser = newValue
            default: break
            }
        }
    }
}
