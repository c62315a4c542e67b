internal import Ink

extension UnipenDocument {
    /// Maximum number of levels of the hierarchy; a file with more is rejected as faulty.
    private static let maximumLevels = 32

    /// Returns the inks of the document, and the losses.
    ///
    /// UNIPEN's y grows upwards, an ink's downwards: y becomes `.Y_DIM` − y, or −y without `.Y_DIM`. Movements of the lifted pen are used
    /// only for their times.
    ///
    /// - Parameter level: a level of the hierarchy, such as WORD. If it is nil, the lowest level whose segments have labels is selected,
    ///   then the next higher one for the remaining components, and finally segments without labels. A document without segments is one
    ///   ink.
    /// - Throws: `RecordingError` if there is no such level.
    public func inks(level: String? = nil) throws(RecordingError) -> (inks: [JSONInk], losses: Losses) {
        let levels = levels
        if let level, !levels.contains(level) {
            throw RecordingError(
                problem: "the file has no level \(RecordingError.quoted(level))",
                remedy: levels.isEmpty ? "omit the level" : "give one of \(levels.joined(separator: ", "))")
        }
        guard levels.count <= Self.maximumLevels else {
            throw RecordingError(problem: "the hierarchy has \(levels.count) levels", remedy: "give it at most \(Self.maximumLevels)")
        }
        var gatherer = UnipenGatherer(timeline: UnipenTimeline(self, levels: levels), levels: levels)
        return try gatherer.inks(level: level)
    }
}

/// Chooses segments and turns them into inks.
private struct UnipenGatherer {
    var timeline: UnipenTimeline
    let levels: [String]

    mutating func inks(level: String?) throws(RecordingError) -> (inks: [JSONInk], losses: Losses) {
        var losses = Losses()
        for keyword in timeline.others.sorted() { losses.add("keyword .\(keyword)", "UNIPEN file") }
        losses.add(
            "hovering", of: timeline.entries.count { !$0.component.isDown && !$0.component.values.isEmpty }, "component")
        var choice = Choice()
        if let level {
            for place in timeline.segments.indices { try choose(place, ifTrue: { $0.level == level }, &choice, &losses) }
        } else {
            // begin with the lowest level, so that a component is not repeated by a segment of a higher level
            for level in levels.reversed() {
                for place in timeline.segments.indices {
                    try choose(place, ifTrue: { $0.level == level && $0.label != nil }, &choice, &losses)
                }
                choice.finishLevel()
            }
            for level in levels {
                for place in timeline.segments.indices {
                    try choose(place, ifTrue: { $0.level == level && $0.label == nil }, &choice, &losses)
                }
                choice.finishLevel()
            }
        }
        let labeled = timeline.segments.count { $0.segment.label != nil }
        losses.add("the label at another level", of: labeled - choice.labels, "segment")
        guard !timeline.segments.isEmpty else {
            let all = timeline.entries.indices.map { index in (component: index, points: 0..<timeline.entries[index].count) }
            return (ink(nil, all, &losses).map { [$0] } ?? [], losses)
        }
        choice.finishLevel()
        let strokes = timeline.entries.indices.filter { timeline.entries[$0].component.isDown && timeline.entries[$0].count > 0 }
        losses.add("all outside of segments", of: strokes.count { !choice.taken.contains($0) }, "component")
        let inks = choice.segments.sorted { $0.place < $1.place }.compactMap { ink(timeline.segments[$0.place].segment, $0.parts, &losses) }
        return (inks, losses)
    }

    /// The segments that become inks.
    private struct Choice {
        var segments: [(place: Int, parts: [(component: Int, points: Range<Int>)])] = []
        /// The components of segments that were chosen on previous levels.
        var taken: Set<Int> = []
        var labels = 0
        private var now: Set<Int> = []

        mutating func take(_ place: Int, _ parts: [(component: Int, points: Range<Int>)], hasLabel: Bool) {
            segments.append((place, parts))
            now.formUnion(parts.map(\.component))
            if hasLabel { labels += 1 }
        }

        mutating func finishLevel() {
            taken.formUnion(now)
            now = []
        }
    }

    private mutating func choose(
        _ place: Int, ifTrue isWanted: (UnipenSegment) -> Bool, _ choice: inout Choice, _ losses: inout Losses
    ) throws(RecordingError) {
        let segment = timeline.segments[place].segment
        guard isWanted(segment) else { return }
        let found = try timeline.parts(of: timeline.segments[place])
        if found?.isWhole != true { losses.add("components that the file lacks", of: 1, "segment") }
        guard let parts = found?.parts else {
            if segment.label != nil { choice.labels += 1 }
            return
        }
        if choice.taken.isDisjoint(with: parts.map(\.component)) { choice.take(place, parts, hasLabel: segment.label != nil) }
    }

    private func ink(_ segment: UnipenSegment?, _ parts: [(component: Int, points: Range<Int>)], _ losses: inout Losses) -> JSONInk? {
        let strokes = parts.filter { timeline.entries[$0.component].component.isDown && !$0.points.isEmpty }
            .map { UnipenStroke(entry: timeline.entries[$0.component], points: $0.points) }
        guard let setting = strokes.first?.entry.setting else { return nil }
        for name in Set(strokes.flatMap(\.otherChannels)).sorted() { losses.add("channel \(name)", "ink") }
        if segment?.quality != nil { losses.add("the quality", "segment") }
        var places = ExactPlaces()
        places.perMillimeter = (setting.perMillimeter.x ?? setting.perMillimeter.y, setting.perMillimeter.y ?? setting.perMillimeter.x)
        places.strokes = strokes.map(\.places)
        let whole = places.whole()
        if !whole.isExact { losses.add("some digits of positions", "ink") }
        let isTimed = strokes.allSatisfy { $0.times != nil || $0.entry.setting.hertz != nil && timeline.isClocked }
        let times = isTimed ? strokes.map { $0.times ?? $0.clockedTimes } : UnipenStroke.assumedTimes(of: strokes)
        let first = Instant(microseconds: times.first?.first ?? 0)
        var ink = JSONInk(
            strokes: zip(whole.strokes, times).map { points, times in
                zip(points, times).map { .init(x: $0.x, y: $0.y, time: Instant(microseconds: $1).since(first)) }
            })
        ink.isTimed = isTimed
        ink.unitsPerMillimeter = whole.unitsPerMillimeter
        ink.hertz = setting.hertz
        (ink.id, ink.writer, ink.device, ink.style) = (setting.id, setting.writer, setting.device, setting.style)
        ink.level = segment.flatMap { UnipenLevel.level($0.level) }
        ink.label = segment?.label
        return ink
    }
}

/// The samples of a component while the pen is down.
private struct UnipenStroke {
    let entry: UnipenTimeline.Entry
    let points: Range<Int>

    private func numbers(of channel: String) -> [ExactDecimal]? {
        let channels = entry.component.channels
        guard let index = channels.firstIndex(of: channel) else { return nil }
        return points.map { entry.component.values[$0 * channels.count + index] }
    }

    /// The channels that an ink cannot hold: UNIPEN gives neither the range of pressure nor the reference of its angles.
    var otherChannels: [String] { entry.component.channels.filter { !["X", "Y", "T"].contains($0) } }

    /// The positions of the samples, y downwards.
    var places: [(x: ExactDecimal, y: ExactDecimal)] {
        let height = entry.setting.height ?? ExactDecimal(whole: 0)
        return zip(numbers(of: "X") ?? [], numbers(of: "Y") ?? []).map { (x: $0, y: height.adding($1.negated) ?? $1.negated) }
    }

    /// The sample times in microseconds, converted from T in milliseconds; nil without T.
    var times: [Int64]? {
        numbers(of: "T")?.map { time in
            let microseconds = time.value * 1000
            return microseconds.magnitude < 1e17 ? Int64(microseconds.rounded()) : 0
        }
    }

    /// The sample times in microseconds, from the document's clock.
    var clockedTimes: [Int64] { points.map { entry.start + Self.time($0, entry.setting.hertz) } }

    /// Returns times that assume a short pause between strokes.
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

/// The names of levels in `JSONInk` and in UNIPEN.
enum UnipenLevel {
    private static let names = [("page", "PAGE"), ("text", "TEXT"), ("word", "WORD"), ("char", "CHARACTER")]

    /// The levels of the hierarchy, from the highest to the lowest. Levels that are not listed here come below them.
    static let order = names.map(\.1)

    /// Returns UNIPEN's name for an ink's level.
    static func name(_ level: String?) -> String {
        guard let level, !level.isEmpty else { return "INK" }
        return names.first { $0.0 == level }?.1 ?? String(level.uppercased().map { $0.isWhitespace || "\".,+".contains($0) ? "_" : $0 })
    }

    /// Returns the ink level for a UNIPEN level; nil for the level of inks without one.
    static func level(_ name: String) -> String? {
        name == "INK" ? nil : names.first { $0.1 == name }?.0 ?? name.lowercased()
    }
}
