extension TraceFormat {
    /// The channel with this name.
    func channel(_ name: String) -> Channel? { channels.first { $0.name == name } }

    /// How many of a channel's units make a millimetre; nil if nothing tells.
    func perMillimetre(_ name: String) -> Double? {
        Self.millimetres(channel(name)?.units).map { 1 / $0 } ?? resolutions[name]
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
    /// How many points it has.
    var pointCount: Int { values.count / max(1, format.channels.count) }

    /// What a channel says at every point; where it is not reported, what it said before, or else its default, or else 0. nil without it.
    func numbers(of name: String) -> [ExactDecimal]? {
        guard let index = format.channels.firstIndex(where: { $0.name == name }) else { return nil }
        var last = format.channels[index].initial.flatMap { ExactDecimal(text: $0) } ?? ExactDecimal(whole: 0)
        return (0..<pointCount).map { point in
            if case .number(let number) = values[point * format.channels.count + index] { last = number }
            return last
        }
    }

    /// The same, the other way round where the channel lies the other way than usual.
    private func orientedNumbers(of name: String) -> [ExactDecimal]? {
        guard format.channel(name)?.isReversed == true else { return numbers(of: name) }
        return numbers(of: name)?.map(\.negated)
    }

    /// Where the points lie, y downwards; 0 where there is no such channel.
    var places: [(x: ExactDecimal, y: ExactDecimal)] {
        let none = [ExactDecimal](repeating: ExactDecimal(whole: 0), count: pointCount)
        return zip(orientedNumbers(of: "X") ?? none, orientedNumbers(of: "Y") ?? none).map { (x: $0, y: $1) }
    }

    /// When the points were made, in microseconds; nil without times.
    var times: [Int64]? {
        let units = format.channel("T")?.units
        let microseconds: Double = units == "s" ? 1_000_000 : units == "us" ? 1 : 1000
        let offset = self["timeOffset"].flatMap(Double.init) ?? 0
        return numbers(of: "T")?.map { number in
            let time = number.value * microseconds + offset * 1000
            return time.magnitude < 1e17 ? Int64(time.rounded()) : 0
        }
    }

    /// A channel's values as an ink has them; nil without the channel, or if its unit or range is unknown.
    func values(of channel: JSONInk.Channel) -> [Double]? {
        guard let declared = format.channel(channel.inkML) else { return nil }
        guard channel == .force else {
            let radians: Double? = declared.units == "deg" ? .pi / 180 : declared.units == "rad" ? 1 : nil
            return radians.flatMap { radians in orientedNumbers(of: channel.inkML)?.map { $0.value * radians } }
        }
        let low = declared.minimum?.value ?? 0
        guard let high = declared.maximum?.value, high > low else { return nil }
        return numbers(of: channel.inkML)?.map { ($0.value - low) / (high - low) }
    }
}
