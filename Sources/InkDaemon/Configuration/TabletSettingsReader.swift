internal import Evdev
internal import Ink
internal import InkWorkspace
internal import Tablet
internal import YAML

/// Reads the key `devices.tablets`. Its keys are tablets, so it is not a `Setting`.
struct TabletSettingsReader {
    static let key = "devices.tablets"
    private static let keys = ["size", "calibration", "pens", "pad"] + penKeys
    private static let penKeys = ["tipDown", "tipUp", "pressure", "smoothing", "buttons"]
    /// Maximum number of tablets of one configuration, and of pens of one tablet.
    private static let mostEntries = 1000

    private let path: String

    /// Reads the settings of a configuration, by tablet.
    /// - Throws: `DaemonError.configuration` naming line, tablet, key, value and the allowed values.
    static func read(_ root: YAMLNode, path: String) throws(DaemonError) -> [String: TabletSettings] {
        guard let node = root["devices"]?["tablets"] ?? root[key], !node.isNull else { return [:] }
        return try Self(path: path).tablets(node)
    }

    private func tablets(_ node: YAMLNode) throws(DaemonError) -> [String: TabletSettings] {
        guard let mapping = node.mapping, mapping.count <= Self.mostEntries else {
            throw refusal(node, Self.key, "tablets, each with its keys below it")
        }
        var tablets: [String: TabletSettings] = [:]
        for (key, value) in mapping {
            guard let text = key.string, !text.isEmpty else { throw refusal(key, Self.key, "a tablet's vendor:product or name") }
            let name = AreaSettings.normalized(text)
            guard tablets[name] == nil else { throw refusal(key, "a tablet of \(Self.key)", "each tablet once") }
            tablets[name] = try tablet(value, under: "\(Self.key).\(text)")
        }
        return tablets
    }

    private func tablet(_ node: YAMLNode, under prefix: String) throws(DaemonError) -> TabletSettings {
        guard let mapping = node.mapping else { throw refusal(node, prefix, "keys below it: \(Self.keys.joined(separator: ", "))") }
        var settings = TabletSettings()
        for (key, value) in mapping {
            let name = "\(prefix).\(key.string ?? "?")"
            switch key.string {
            case "size":
                guard let sides = numbers(value), sides.count == 2, sides.allSatisfy({ (10...3000).contains($0) }) else {
                    throw refusal(value, name, "[width, height] in millimeters, each 10 to 3000")
                }
                settings.adjustment.size = SurfaceSize(width: sides[0], height: sides[1])
            case "calibration":
                guard let calibration = numbers(value).flatMap({ TabletCalibration($0) }) else {
                    throw refusal(
                        value, name,
                        """
                        [a, b, c, d, e, f] of x' = a x + b y + c, y' = d x + e y + f, x and y 0 to 1 of the active area, that moves no \
                        corner by more than \(TabletCalibration.maximumShift) (inkctl calibrate measures it)
                        """)
                }
                settings.adjustment.calibration = calibration
            case "pad": settings.pad = try padBindings(value, under: name)
            case "pens": settings.adjustment.pens = try pens(value, under: name)
            default:
                guard try readPen(value, of: key.string, name, into: &settings.adjustment.pen) else { throw unknown(key, name, Self.keys) }
            }
        }
        try check(settings.adjustment.pen, node, prefix)
        return settings
    }

    private func pens(_ node: YAMLNode, under prefix: String) throws(DaemonError) -> [UInt32: PenAdjustment] {
        guard let mapping = node.mapping, mapping.count <= Self.mostEntries else {
            throw refusal(node, prefix, "serial numbers of pens, each with its keys below it")
        }
        var pens: [UInt32: PenAdjustment] = [:]
        for (key, value) in mapping {
            guard let serial = key.string.flatMap(Self.serial) else {
                throw refusal(key, "a pen of \(prefix)", "its serial number, decimal or hexadecimal with 0x (inkctl pressure shows it)")
            }
            guard pens[serial] == nil else { throw refusal(key, "a pen of \(prefix)", "each pen once") }
            let name = "\(prefix).\(key.string ?? "?")"
            guard let keys = value.mapping else {
                throw refusal(value, name, "keys below it: \(Self.penKeys.joined(separator: ", "))")
            }
            var pen = PenAdjustment()
            for (key, value) in keys {
                let name = "\(name).\(key.string ?? "?")"
                guard try readPen(value, of: key.string, name, into: &pen) else { throw unknown(key, name, Self.penKeys) }
            }
            try check(pen, value, name)
            pens[serial] = pen
        }
        return pens
    }

    /// Parses a serial number. 0 is rejected, because it stands for pens without a serial number.
    private static func serial(_ text: String) -> UInt32? {
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isHexadecimal ? text.dropFirst(2) : text[...]
        guard let first = digits.first, first.isHexDigit, let serial = UInt32(digits, radix: isHexadecimal ? 16 : 10) else { return nil }
        return serial == 0 ? nil : serial
    }

    /// Parses a key that is valid for both tablets and pens; returns false for any other key.
    private func readPen(_ value: YAMLNode, of key: String?, _ name: String, into pen: inout PenAdjustment) throws(DaemonError) -> Bool {
        switch key {
        case "tipDown": pen.tipDown = try share(value, name)
        case "tipUp": pen.tipUp = try share(value, name)
        case "pressure":
            guard let curve = points(value).flatMap({ PressureCurve(points: $0) }) else {
                throw refusal(
                    value, name,
                    """
                    2 to \(PressureCurve.mostPoints) points [pressure, force], each number 0 to 1, such as [[0, 0], [0.3, 0.5], [1, 1]]: \
                    pressure rises from 0 to 1, force never falls
                    """)
            }
            pen.pressure = curve
        case "smoothing":
            let range = PenAdjustment.smoothingRange
            guard let samples = value.int, range.contains(samples) else {
                throw refusal(value, name, "a whole number of samples, \(range.lowerBound) to \(range.upperBound)")
            }
            pen.smoothing = samples
        case "buttons": pen.buttons = try penButtons(value, under: name)
        default: return false
        }
        return true
    }

    private func check(_ pen: PenAdjustment, _ node: YAMLNode, _ prefix: String) throws(DaemonError) {
        guard let up = pen.tipUp else { return }
        let value = node["tipUp"] ?? node
        guard let down = pen.tipDown else { throw refusal(value, "\(prefix).tipUp", "tipDown beside it") }
        guard up <= down else { throw refusal(value, "\(prefix).tipUp", "no more than tipDown, which is \(down * 100)") }
    }

    private func share(_ node: YAMLNode, _ name: String) throws(DaemonError) -> Double {
        guard let value = node.float, (0...100).contains(value) else {
            throw refusal(node, name, "percent of the pressure range, 0 to 100")
        }
        return value / 100
    }

    private func numbers(_ node: YAMLNode) -> [Double]? {
        guard let values = node.sequence?.map(\.float), !values.contains(nil) else { return nil }
        return values.compactMap(\.self)
    }

    private func points(_ node: YAMLNode) -> [Point]? {
        guard let pairs = node.sequence?.map({ numbers($0) ?? [] }), pairs.allSatisfy({ $0.count == 2 }) else { return nil }
        return pairs.map { Point(x: $0[0], y: $0[1]) }
    }

    func refusal(_ node: YAMLNode, _ name: String, _ allowed: String) -> DaemonError {
        .configuration("\(AreaSettings.place(path, node)): \(name) is \(Self.text(node)): give \(allowed)")
    }

    func unknown(_ key: YAMLNode, _ name: String, _ keys: [String]) -> DaemonError {
        .configuration("\(AreaSettings.place(path, key)): unknown setting \(name); known settings: \(keys.joined(separator: ", "))")
    }

    /// Formats a value as it was given, abbreviated if it is long.
    private static func text(_ node: YAMLNode) -> String {
        if let text = node.string { return "\"\(text)\"" }
        guard let values = node.sequence, values.count <= 2 * PressureCurve.mostPoints else { return "of another type" }
        let parts = values.map { value in
            guard let pair = value.sequence else { return value.string ?? "…" }
            return pair.count <= 4 ? "[\(pair.map { $0.string ?? "…" }.joined(separator: ", "))]" : "[…]"
        }
        return "[\(parts.joined(separator: ", "))]"
    }
}
