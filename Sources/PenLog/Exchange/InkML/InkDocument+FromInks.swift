internal import Markup

extension InkDocument {
    /// A document of these inks. The root of one ink says what is written; each of several has a group that does.
    ///
    /// X and Y are millimetres where their scale is known, with the device's points a millimetre beside them, so that the ink's own numbers can
    /// be had again; F is 0 to 1, angles are radians, T is milliseconds since the ink began.
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
    /// What an ink's traces consist of.
    fileprivate init(of ink: JSONInk) {
        let place = ink.unitsPerMillimetre == nil ? ("integer", "dev") : ("decimal", "mm")
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
        if let scale = ink.unitsPerMillimetre, scale > 0, scale.isFinite { resolutions = ["X": scale, "Y": scale] }
    }

    /// The context that says all of this.
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
    /// What the channels of a format say at a stroke's points.
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

    /// In millimetres with a decimal more than tells one device unit from the next; in device units where their scale is unknown.
    private func place(_ position: Int64) -> ExactDecimal {
        guard let scale = unitsPerMillimetre, scale > 0, scale.isFinite else { return ExactDecimal(whole: position) }
        var digits = 2
        var reach = 10.0
        while reach < scale, digits < 12 { (digits, reach) = (digits + 1, reach * 10) }
        let millimetres = Double(position) / scale
        let rounded = (millimetres * reach * 10).rounded()
        return Int64(exactly: rounded).map { ExactDecimal(whole: $0).shifted(by: digits) } ?? ExactDecimal(whole: 0)
    }
}
