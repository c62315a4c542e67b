internal import Ink

/// Makes an ink of traces.
struct TraceReading {
    private var traces: [[InkDocument.Trace]] = []
    private var losses = Losses()

    /// The ink that these traces are, one stroke each but for those that go on with an earlier one; and what it has no place for.
    ///
    /// Times without a unit are milliseconds. Angles without a unit and forces without a range mean nothing certain: they are left out.
    static func ink(of traces: [InkDocument.Trace]) -> (JSONInk, Losses) {
        var reading = TraceReading()
        reading.join(traces)
        return (reading.ink(), reading.losses)
    }

    /// Puts traces behind those that they go on with.
    private mutating func join(_ all: [InkDocument.Trace]) {
        var places: [String: Int] = [:]
        for trace in all where !trace.values.isEmpty {
            let goesOn = trace["continuation"] == "middle" || trace["continuation"] == "end"
            let prior = goesOn ? trace["priorRef"].flatMap { places[InkContexts.name($0)] } : nil
            if let prior { traces[prior].append(trace) } else { traces.append([trace]) }
            if let id = trace.id { places[id] = prior ?? traces.count - 1 }
        }
    }

    private mutating func ink() -> JSONInk {
        let format = traces.first?.first?.format ?? .standard
        let others = Set(traces.joined().flatMap { $0.format.channels.map(\.name) }).subtracting([
            "X", "Y", "T", "F", "OTx", "OTy", "OA", "OE",
        ])
        for name in others.sorted() { losses.add("channel \(name)", "ink") }
        var places = ExactPlaces()
        places.perMillimetre = (format.perMillimetre("X"), format.perMillimetre("Y"))
        if places.perMillimetre.x == nil || places.perMillimetre.y == nil { places.perMillimetre = (nil, nil) }
        places.resolution = format.channel("X")?.units.flatMap(TraceFormat.millimetres) == nil ? nil : format.resolutions["X"]
        places.strokes = traces.map { $0.flatMap(\.places) }
        let whole = places.whole()
        if !whole.isExact { losses.add("some digits of places", "ink") }
        let times = traces.map { $0.map(\.times) }
        let isTimed = !times.isEmpty && times.allSatisfy { $0.allSatisfy { $0 != nil } }
        let first = times.first?.first.flatMap { $0?.first } ?? 0
        let rate = format.hertz ?? JSONInk.defaultHertz
        var start: Int64 = 0
        let strokes = zip(whole.strokes, times).map { points, times in
            var known = times.flatMap { $0 ?? [] }.map { Instant(microseconds: $0).since(Instant(microseconds: first)) }
            if !isTimed { known = points.indices.map { start + Int64((Double($0) * 1_000_000 / rate).rounded(.down)) } }
            start = (known.last ?? start) + JSONInk.pause
            return zip(points, known).map { JSONInk.Sample(x: $0.x, y: $0.y, time: $1) }
        }
        var ink = JSONInk(strokes: strokes, channels: channels())
        ink.isTimed = isTimed
        ink.hertz = format.hertz
        ink.device = format.device
        ink.unitsPerMillimetre = whole.unitsPerMillimetre
        return ink
    }

    private mutating func channels() -> [JSONInk.Channel: [[Double]]] {
        var known: [JSONInk.Channel: [[Double]]] = [:]
        for channel in JSONInk.Channel.allCases {
            guard traces.joined().contains(where: { $0.format.channel(channel.inkML) != nil }) else { continue }
            let values = traces.map { traces in traces.map { $0.values(of: channel) } }
            if values.allSatisfy({ $0.allSatisfy { $0 != nil } }) {
                known[channel] = values.map { $0.flatMap { $0 ?? [] } }
            } else {
                losses.add("\(channel.name), whose unit or range is unknown,", "ink")
            }
        }
        return known
    }
}
