internal import XML

extension InkDocument {
    /// Creates a document of these inks. The label of a single ink is at the root; each of several inks has a group with its label.
    ///
    /// X and Y are in millimeters if their scale is known, together with the device's points per millimeter, so that the ink's own numbers
    /// can be restored; F is 0 to 1, angles are in radians, T is in milliseconds since the start of the ink.
    public init(inks: [JSONInk]) {
        var contexts: [TraceFormat: String] = [:]
        var definitions: [XML] = []
        var contents: [Element] = []
        for ink in inks {
            let format = TraceFormat(of: ink)
            let name = contexts[format] ?? "context-\(contexts.count + 1)"
            if contexts[format] == nil {
                definitions.append(format.context(name))
                contexts[format] = name
            }
            let inside =
                Self.annotations(of: ink)
                + ink.strokes.indices.map { stroke in
                    Element.trace(
                        Trace(attributes: [.init("contextRef", "#\(name)")], format: format, values: ink.values(of: stroke, format)))
                }
            contents += inks.count == 1 ? inside : [.group(Group(contents: inside))]
        }
        let start: [Element] = definitions.isEmpty ? [] : [.other(XML("definitions", [], definitions))]
        self.init(contents: start + contents)
    }

    private static func annotations(of ink: JSONInk) -> [Element] {
        let notes = [("UI", ink.id), ("writer", ink.writer), ("level", ink.level), ("style", ink.style), ("truth", ink.label)]
        return notes.compactMap { type, text in text.map { .annotation(Annotation(type: type, text: $0)) } }
    }
}

extension TraceFormat {
    /// Creates the format of an ink's traces.
    fileprivate init(of ink: JSONInk) {
        let place = ink.unitsPerMillimeter == nil ? ("integer", "dev") : ("decimal", "mm")
        self.init(channels: ["X", "Y"].map { Channel($0, type: place.0, units: place.1) })
        if ink.channels[.force] != nil {
            var force = Channel("F", units: "dev")
            (force.minimum, force.maximum) = (ExactDecimal(whole: 0), ExactDecimal(whole: 1))
            channels.append(force)
        }
        if ink.isTimed { channels.append(Channel("T", units: "ms")) }
        for channel in JSONInk.Channel.allCases where channel != .force && ink.channels[channel] != nil {
            channels.append(Channel(channel.inkML, units: "rad"))
        }
        device = ink.device
        hertz = ink.hertz
        if let scale = ink.unitsPerMillimeter, scale > 0, scale.isFinite { resolutions = ["X": scale, "Y": scale] }
    }

    /// Returns the context element that describes this format.
    fileprivate func context(_ name: String) -> XML {
        let channels = channels.map { channel in
            XML(
                "channel",
                present: [
                    ("name", channel.name), ("type", channel.type), ("min", channel.minimum?.text), ("max", channel.maximum?.text),
                    ("units", channel.units),
                ])
        }
        let rate = hertz.flatMap { ExactDecimal(nearest: $0) }.map { XML("sampleRate", [("uniform", "true"), ("value", $0.text)]) }
        let properties = resolutions.sorted { $0.key < $1.key }.compactMap { channel, value in
            ExactDecimal(nearest: value).map {
                XML("channelProperty", [("channel", channel), ("name", "resolution"), ("value", $0.text), ("units", "1/mm")])
            }
        }
        let children = [XML("traceFormat", [], channels), rate].compactMap { $0 }
        let source = XML(
            "inkSource", present: [("xml:id", "source-of-\(name)"), ("model", device)],
            children + (properties.isEmpty ? [] : [XML("channelProperties", [], properties)]))
        return XML("context", [("xml:id", name)], [source])
    }
}

extension JSONInk {
    /// Returns the values of a format's channels at a stroke's points.
    fileprivate func values(of stroke: Int, _ format: TraceFormat) -> [TraceValue] {
        let first = strokes.first?.first?.time ?? 0
        return strokes[stroke].enumerated().flatMap { index, sample in
            format.channels.map { channel in
                switch channel.name {
                case "X": .number(place(sample.x))
                case "Y": .number(place(sample.y))
                case "T": .number(ExactDecimal(whole: sample.time &- first).shifted(by: 3))
                default:
                    Channel.allCases.first { $0.inkML == channel.name }.flatMap { channels[$0] }
                        .flatMap {
                            $0.indices.contains(stroke) && $0[stroke].indices.contains(index)
                                ? ExactDecimal(nearest: $0[stroke][index]) : nil
                        }
                        .map(TraceValue.number) ?? .number(ExactDecimal(whole: 0))
                }
            }
        }
    }

    /// Returns a coordinate in millimeters, with one decimal more than a device unit needs. If the scale is unknown, returns it in device
    /// units.
    private func place(_ position: Int64) -> ExactDecimal {
        guard let scale = unitsPerMillimeter, scale > 0, scale.isFinite else { return ExactDecimal(whole: position) }
        var digits = 2
        var reach = 10.0
        while reach < scale, digits < 12 { (digits, reach) = (digits + 1, reach * 10) }
        let millimeters = Double(position) / scale
        let rounded = (millimeters * reach * 10).rounded()
        return Int64(exactly: rounded).map { ExactDecimal(whole: $0).shifted(by: digits) } ?? ExactDecimal(whole: 0)
    }
}

extension TraceFormat {
    /// Returns the channel with this name.
    func channel(_ name: String) -> Channel? { channels.first { $0.name == name } }

    /// Returns the number of a channel's units per millimeter, radian or millisecond; nil if unknown.
    ///
    /// An integer channel with a resolution holds counts, as Windows and Office write it; its `units` are the unit of the resolution. The
    /// values of a decimal channel are in its units, and its resolution is that of the device.
    func density(_ name: String) -> Double? {
        let channel = channel(name)
        let unit = TraceFormat.Quantity.measured(by: name).value(of: channel?.units).map { 1 / $0 }
        return channel?.type == "integer" ? resolutions[name] ?? unit : unit ?? resolutions[name]
    }

    /// Units per millimeter, horizontally and vertically, each nil if unknown. A resolution that is given for only one direction applies to
    /// both.
    var perMillimeter: (x: Double?, y: Double?) {
        let (x, y) = (density("X"), density("Y"))
        let isSame = channel("X")?.units == channel("Y")?.units && channel("X")?.type == channel("Y")?.type
        return isSame ? (x ?? y, y ?? x) : (x, y)
    }

    /// The device's own points per millimeter if positions are in units of length; nil if unknown, or if positions are counted in these
    /// points.
    var devicePoints: Double? {
        guard let channel = channel("X"), channel.type != "integer", Self.millimeters(channel.units) != nil else { return nil }
        return resolutions["X"] == resolutions["Y"] ? resolutions["X"] : nil
    }
}

extension JSONInk.Channel {
    /// The channel's name in InkML.
    var inkML: String {
        switch self {
        case .force: "F"
        case .tiltX: "OTx"
        case .tiltY: "OTy"
        case .azimuth: "OA"
        case .altitude: "OE"
        }
    }
}

extension InkDocument.Trace {
    /// The number of points.
    var pointCount: Int { values.count / max(1, format.channels.count) }

    /// Returns the values of a channel at every point; nil if the channel does not exist. An unreported value is replaced by the previous
    /// one, or else by the channel's default, or else by 0.
    func numbers(of name: String) -> [ExactDecimal]? {
        guard let index = format.channels.firstIndex(where: { $0.name == name }) else { return nil }
        var last = format.channels[index].initial.flatMap { ExactDecimal(text: $0) } ?? ExactDecimal(whole: 0)
        return (0..<pointCount).map { point in
            if case .number(let number) = values[point * format.channels.count + index] { last = number }
            return last
        }
    }

    /// Returns the values of a channel like `numbers(of:)`, but negated if the channel is reversed.
    private func orientedNumbers(of name: String) -> [ExactDecimal]? {
        guard format.channel(name)?.isReversed == true else { return numbers(of: name) }
        return numbers(of: name)?.map(\.negated)
    }

    /// The positions of the points, y downwards. A coordinate is 0 if its channel does not exist.
    var places: [(x: ExactDecimal, y: ExactDecimal)] {
        let none = [ExactDecimal](repeating: ExactDecimal(whole: 0), count: pointCount)
        return zip(orientedNumbers(of: "X") ?? none, orientedNumbers(of: "Y") ?? none).map { (x: $0, y: $1) }
    }

    /// Returns whether the channel has a value at any point.
    func isReported(_ name: String) -> Bool {
        guard let index = format.channels.firstIndex(where: { $0.name == name }) else { return false }
        return stride(from: index, to: values.count, by: format.channels.count).contains {
            if case .number = values[$0] { true } else { false }
        }
    }

    /// The times of the points, in microseconds; nil without times. Times without a unit are milliseconds.
    var times: [Int64]? {
        guard isReported("T") else { return nil }
        let perMicrosecond = (format.density("T") ?? 1) / 1000
        let offset = self["timeOffset"].flatMap(Double.init) ?? 0
        return numbers(of: "T")?.map { number in
            let time = number.value / perMicrosecond + offset * 1000
            return time.magnitude < 1e17 ? Int64(time.rounded()) : 0
        }
    }

    /// Returns a channel's values in `JSONInk`'s form; nil if the channel does not exist, or if its unit or range is unknown.
    func values(of channel: JSONInk.Channel) -> [Double]? {
        guard let declared = format.channel(channel.inkML), isReported(channel.inkML) else { return nil }
        guard channel == .force else {
            return format.density(channel.inkML).flatMap { density in orientedNumbers(of: channel.inkML)?.map { $0.value / density } }
        }
        let low = declared.minimum?.value ?? 0
        guard let high = declared.maximum?.value, high > low else { return nil }
        return numbers(of: channel.inkML)?.map { ($0.value - low) / (high - low) }
    }
}
