internal import Ink

extension UnipenDocument {
    /// More levels than these are a mistake.
    private static let maximumLevels = 32

    /// The inks of the document, and what of it has no place in them.
    ///
    /// UNIPEN's y grows upwards, an ink's downwards: y becomes `.Y_DIM` − y, or −y where there is no `.Y_DIM`. What the pen did in the air only
    /// tells times.
    ///
    /// - Parameter level: of the hierarchy, such as WORD; nil for the lowest whose segments have labels, and for components that none of these
    ///   has, the next one above, and at last segments without labels. A document without segments is one ink.
    /// - Throws: `RecordingError` if there is no such level.
    public func inks(level: String? = nil) throws(RecordingError) -> (inks: [JSONInk], losses: Losses) {
        let levels = levels
        if let level, !levels.contains(level) {
            throw RecordingError(
                problem: "the file has no level \(RecordingError.quoted(level))",
                remedy: levels.isEmpty ? "leave the level out" : "give one of \(levels.joined(separator: ", "))")
        }
        guard levels.count <= Self.maximumLevels else {
            throw RecordingError(problem: "the hierarchy has \(levels.count) levels", remedy: "give it \(Self.maximumLevels) at most")
        }
        var gatherer = UnipenGatherer(timeline: UnipenTimeline(self, levels: levels), levels: levels)
        return try gatherer.inks(level: level)
    }
}

/// Chooses segments and makes inks of them.
private struct UnipenGatherer {
    var timeline: UnipenTimeline
    let levels: [String]

    mutating func inks(level: String?) throws(RecordingError) -> (inks: [JSONInk], losses: Losses) {
        var losses = Losses()
        for keyword in timeline.others.sorted() { losses.add("what .\(keyword) says", "UNIPEN file") }
        losses.add(
            "what the pen did in the air", of: timeline.entries.count { !$0.component.isDown && !$0.component.values.isEmpty }, "component")
        var choice = Choice()
        if let level {
            for place in timeline.segments.indices { try choose(place, ifTrue: { $0.level == level }, &choice, &losses) }
        } else {
            // the lowest level first: what it has, none above it has again
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
        let labelled = timeline.segments.count { $0.segment.label != nil }
        losses.add("the label at another level", of: labelled - choice.labels, "segment")
        guard !timeline.segments.isEmpty else {
            let all = timeline.entries.indices.map { index in (component: index, points: 0..<timeline.entries[index].count) }
            return (ink(nil, all, &losses).map { [$0] } ?? [], losses)
        }
        choice.finishLevel()
        let strokes = timeline.entries.indices.filter { timeline.entries[$0].component.isDown && timeline.entries[$0].count > 0 }
        losses.add("all that no segment has", of: strokes.count { !choice.taken.contains($0) }, "component")
        let inks = choice.segments.sorted { $0.place < $1.place }.compactMap { ink(timeline.segments[$0.place].segment, $0.parts, &losses) }
        return (inks, losses)
    }

    /// Segments that become inks.
    private struct Choice {
        var segments: [(place: Int, parts: [(component: Int, points: Range<Int>)])] = []
        /// Components that segments of levels before have.
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
        guard let parts = try timeline.parts(of: timeline.segments[place]) else {
            losses.add("components that the file lacks", of: 1, "segment")
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
        places.perMillimetre = (setting.perMillimetre.x ?? setting.perMillimetre.y, setting.perMillimetre.y ?? setting.perMillimetre.x)
        places.strokes = strokes.map(\.places)
        let whole = places.whole()
        if !whole.isExact { losses.add("some digits of places", "ink") }
        let isTimed = strokes.allSatisfy { $0.times != nil || $0.entry.setting.hertz != nil && timeline.isClocked }
        let times = isTimed ? strokes.map { $0.times ?? $0.clockedTimes } : UnipenStroke.assumedTimes(of: strokes)
        let first = Instant(microseconds: times.first?.first ?? 0)
        var ink = JSONInk(
            strokes: zip(whole.strokes, times).map { points, times in
                zip(points, times).map { .init(x: $0.x, y: $0.y, time: Instant(microseconds: $1).since(first)) }
            })
        ink.isTimed = isTimed
        ink.unitsPerMillimetre = whole.unitsPerMillimetre
        ink.hertz = setting.hertz
        (ink.id, ink.writer, ink.device, ink.style) = (setting.id, setting.writer, setting.device, setting.style)
        ink.level = segment.flatMap { UnipenLevel.level($0.level) }
        ink.label = segment?.label
        return ink
    }
}
