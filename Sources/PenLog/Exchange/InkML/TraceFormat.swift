internal import XML

/// The channels of a trace and their units: InkML's `traceFormat`, with the properties of its `inkSource`.
public struct TraceFormat: Sendable, Hashable {
    /// A channel of a trace.
    public struct Channel: Sendable, Hashable {
        /// The name: X, Y, F, OTx, OTy, OA, OE, T, or another.
        public var name: String
        /// The type: integer, decimal or boolean.
        public var type: String
        /// Whether the document gives the type. If it does not, the type is decimal.
        public var isTyped = true
        /// The unit: mm, cm, in, himetric, ms, s, deg, rad, dev; nil if not given.
        public var units: String?
        /// The smallest value.
        public var minimum: ExactDecimal?
        /// The largest value.
        public var maximum: ExactDecimal?
        /// The value of an intermittent channel before it is first reported.
        public var initial: String?
        /// Whether the channel's values increase in the opposite of their usual direction (InkML's orientation `-ve`).
        public var isReversed: Bool
        /// Whether the channel may be missing at some points.
        public var isIntermittent: Bool

        /// Creates a channel that is reported at every point.
        public init(_ name: String, type: String = "decimal", units: String? = nil) {
            self.name = name
            self.type = type
            self.units = units
            isReversed = false
            isIntermittent = false
        }
    }

    /// The channels in the order of the values: regular ones first.
    public var channels: [Channel]
    /// The name of the device, if given.
    public var device: String?
    /// The sampling rate in samples per second, if given.
    public var hertz: Double?
    /// The resolution of each channel in points per millimeter, if given; for angles per radian, for times per millisecond.
    public var resolutions: [String: Double]

    /// Creates a format with these channels and no other properties.
    public init(channels: [Channel]) {
        self.channels = channels
        resolutions = [:]
    }

    /// The default format, for documents that do not give a format.
    public static let standard = TraceFormat(channels: [Channel("X"), Channel("Y")])

    /// Reads a `traceFormat`.
    init(_ node: XML) throws(RecordingError) {
        self.init(channels: [])
        for child in node.children {
            switch child.localName {
            case "channel": channels.append(try Channel(child, isIntermittent: false))
            case "intermittentChannels":
                for channel in child.children where channel.localName == "channel" {
                    channels.append(try Channel(channel, isIntermittent: true))
                }
            default: break
            }
        }
        guard !channels.isEmpty, channels.count <= 64 else {
            throw RecordingError(
                line: node.line, problem: "the traceFormat has \(channels.count) channels", remedy: "give it 1 to 64, including X and Y")
        }
        // in a point, the values of regular channels come first, even if they are declared later
        channels = channels.filter { !$0.isIntermittent } + channels.filter(\.isIntermittent)
    }

    /// Adopts the properties of an `inkSource`.
    mutating func add(source: XML) {
        let names = ["manufacturer", "model"].compactMap { source[$0] }
        device = names.isEmpty ? source["description"] : names.joined(separator: " ")
        hertz = source.child("sampleRate").flatMap { $0["value"] }.flatMap(Double.init).flatMap { JSONInk.rates.contains($0) ? $0 : nil }
        for property in source.child("channelProperties")?.children ?? [] where property["name"] == "resolution" {
            guard let name = property["channel"], let value = property["value"].flatMap(Double.init), value > 0, value.isFinite else {
                continue
            }
            if let points = Self.points(value, property["units"] ?? "1/\(channel(name)?.units ?? "")", of: .measured(by: name)) {
                resolutions[name] = points
            }
        }
    }

    /// The quantity that a channel measures.
    enum Quantity {
        case length, angle, time

        /// Returns the quantity that a channel measures, by its name; for an unknown name, length.
        static func measured(by channel: String) -> Quantity {
            switch channel {
            case "T": .time
            case "OTx", "OTy", "OA", "OE", "OR": .angle
            default: .length
            }
        }

        /// Returns the size of a unit in millimeters, radians or milliseconds; nil if it is not a unit of this quantity.
        func value(of unit: String?) -> Double? {
            switch self {
            case .length: TraceFormat.millimeters(unit)
            case .angle: unit == "deg" ? .pi / 180 : unit == "rad" ? 1 : nil
            case .time: unit == "s" ? 1000 : unit == "ms" ? 1 : unit == "us" || unit == "µs" ? 0.001 : nil
            }
        }
    }

    /// Converts a resolution to points per millimeter, radian or millisecond: "1000 1/cm", "0.01 mm" per point, "300 dpi".
    private static func points(_ value: Double, _ units: String, of quantity: Quantity) -> Double? {
        if units.hasPrefix("1/") { return quantity.value(of: String(units.dropFirst(2))).map { value / $0 } }
        if quantity == .length, ["dpi", "lpi", "ppi"].contains(units) { return value / 25.4 }
        return quantity.value(of: units).map { 1 / (value * $0) }
    }

    /// Returns the length of a unit in millimeters; nil if it is not a unit of length.
    static func millimeters(_ units: String?) -> Double? {
        switch units?.lowercased() {
        case "m": 1000
        case "cm": 10
        case "mm": 1
        case "um", "µm", "μm": 0.001
        // Windows' unit, a hundredth of a millimeter
        case "himetric": 0.01
        case "in", "inch": 25.4
        case "pt": 25.4 / 72
        case "pc": 25.4 / 6
        case "twip": 25.4 / 1440
        default: nil
        }
    }
}

extension TraceFormat.Channel {
    fileprivate init(_ node: XML, isIntermittent: Bool) throws(RecordingError) {
        guard let name = node["name"] else {
            throw RecordingError(line: node.line, problem: "a channel has no name", remedy: "give it a name, such as name=\"X\"")
        }
        func number(_ attribute: String) throws(RecordingError) -> ExactDecimal? {
            guard let text = node[attribute] else { return nil }
            guard let number = ExactDecimal(text: text) else {
                throw RecordingError(
                    line: node.line,
                    problem: "the \(attribute) of channel \(RecordingError.quoted(name)) is \(RecordingError.quoted(text))",
                    remedy: "give a number, or omit it")
            }
            return number
        }
        self.init(name, type: node["type"] ?? "decimal", units: node["units"])
        isTyped = node["type"] != nil
        minimum = try number("min")
        maximum = try number("max")
        initial = node["default"]
        isReversed = node["orientation"] == "-ve"
        self.isIntermittent = isIntermittent
    }
}
