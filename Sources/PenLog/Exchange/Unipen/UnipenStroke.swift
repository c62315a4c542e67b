/// Samples of a component in which the pen is down.
struct UnipenStroke {
    let entry: UnipenTimeline.Entry
    let points: Range<Int>

    private func numbers(of channel: String) -> [ExactDecimal]? {
        let channels = entry.component.channels
        guard let index = channels.firstIndex(of: channel) else { return nil }
        return points.map { entry.component.values[$0 * channels.count + index] }
    }

    /// What an ink has no place for: UNIPEN does not tell the range of pressure, nor what its angles are measured from.
    var otherChannels: [String] { entry.component.channels.filter { !["X", "Y", "T"].contains($0) } }

    /// Where the samples lie, y downwards.
    var places: [(x: ExactDecimal, y: ExactDecimal)] {
        let height = entry.setting.height ?? ExactDecimal(whole: 0)
        return zip(numbers(of: "X") ?? [], numbers(of: "Y") ?? []).map { (x: $0, y: height.adding($1.negated) ?? $1.negated) }
    }

    /// In microseconds, from T, which is milliseconds; nil without it.
    var times: [Int64]? {
        numbers(of: "T")?.map { time in
            let microseconds = time.value * 1000
            return microseconds.magnitude < 1e17 ? Int64(microseconds.rounded()) : 0
        }
    }

    /// In microseconds, from the document's clock.
    var clockedTimes: [Int64] { points.map { entry.start + Self.time($0, entry.setting.hertz) } }

    /// As if there were a short pause between strokes.
    static func assumedTimes(of strokes: [UnipenStroke]) -> [[Int64]] {
        var start: Int64 = 0
        return strokes.map { stroke in
            let times = (0..<stroke.points.count).map { start + time($0, stroke.entry.setting.hertz) }
            start = (times.last ?? start) + JSONInk.pause
            return times
        }
    }

    private static func time(_ index: Int, _ hertz: Double?) -> Int64 {
        Int64(min(1e17, Double(index) * 1_000_000 / (hertz ?? JSONInk.defaultHertz)))
    }
}

/// Names of levels, here and there.
enum UnipenLevel {
    private static let names = [("page", "PAGE"), ("text", "TEXT"), ("word", "WORD"), ("char", "CHARACTER")]

    /// The hierarchy from its highest level; others come below.
    static let order = names.map(\.1)

    /// What an ink's level is called in UNIPEN.
    static func name(_ level: String?) -> String {
        guard let level, !level.isEmpty else { return "INK" }
        return names.first { $0.0 == level }?.1 ?? String(level.uppercased().map { $0.isWhitespace || "\".,+".contains($0) ? "_" : $0 })
    }

    /// What a level of UNIPEN is called of an ink; nil for that of inks without one.
    static func level(_ name: String) -> String? {
        name == "INK" ? nil : names.first { $0.1 == name }?.0 ?? name.lowercased()
    }
}
