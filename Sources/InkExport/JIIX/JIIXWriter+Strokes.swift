internal import Editing
internal import Ink

extension JIIXWriter {
    /// The samples of a range, as far as there are such.
    func samples(of range: WordRange) -> [InkPoint] {
        guard let stroke = source.stroke(range.stroke) else { return [] }
        return Self.clamped(range, to: stroke.samples).map { Array($0) } ?? []
    }

    /// A stroke, or the part of it that spells a word. A part's names end with its first and last sample.
    func items(_ range: WordRange, of block: Block) -> [JSON] {
        guard let stroke = source.stroke(range.stroke) else { return [] }
        let samples = stroke.samples
        guard let part = Self.clamped(range, to: samples) else { return [] }
        let suffix = part.count == samples.count ? "" : ":\(part.startIndex)-\(part.endIndex - 1)"
        return [item(stroke, suffix: suffix, samples: part, of: block)]
    }

    /// A whole stroke.
    func items(_ stroke: InkStroke, of block: Block) -> [JSON] { [item(stroke, suffix: "", samples: stroke.samples[...], of: block)] }

    private func item(_ stroke: InkStroke, suffix: String, samples: ArraySlice<InkPoint>, of block: Block) -> JSON {
        let scale = source.millimetres
        let start = Instant(microseconds: stroke.path.created)
        let id = "\(stroke.id.value)\(suffix)"
        return .object([
            ("type", .string("stroke")), ("id", .string(id)), ("full-id", .string("\(block.id)/\(id)")),
            ("timestamp", .string(Timestamp.text(microseconds: stroke.path.created))),
            ("X", .array(samples.map { .number($0.x * scale) })), ("Y", .array(samples.map { .number($0.y * scale) })),
            ("F", .array(samples.map { .number(Double($0.force)) })),
            ("T", .array(samples.map { .number(Double($0.time.since(start)) / 1_000) })),
        ])
    }

    private static func clamped(_ range: WordRange, to samples: [InkPoint]) -> ArraySlice<InkPoint>? {
        let (first, last) = (max(0, range.first), min(range.last, samples.count - 1))
        return first <= last ? samples[first...last] : nil
    }
}
