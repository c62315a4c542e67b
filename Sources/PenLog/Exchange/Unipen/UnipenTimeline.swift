/// The settings that apply to each component of a document, and the component's time.
struct UnipenTimeline {
    /// The values set by the statements before a component.
    struct Setting {
        /// Points per millimeter; nil if unknown.
        var perMillimeter: (x: Double?, y: Double?) = (nil, nil)
        /// Samples per second; nil if unknown.
        var hertz: Double?
        /// The height of the surface in the file's units; nil if unknown.
        var height: ExactDecimal?
        /// The identifier, `.DATA_ID`; nil if unknown.
        var id: String?
        /// The writer, `.WRITER_ID`; nil if unknown.
        var writer: String?
        /// The device, `.PAD`; nil if unknown.
        var device: String?
        /// The style, `.STYLE`; nil if unknown.
        var style: String?
    }

    /// A component with the settings that apply to it.
    struct Entry {
        var component: UnipenDocument.Component
        var setting: Setting
        /// The start in microseconds since the document's first component.
        var start: Int64

        /// The number of samples.
        var count: Int { component.values.count / max(1, component.channels.count) }
    }

    /// A segment and the number of components before its statement.
    struct Place {
        var segment: UnipenSegment
        var components: Int
    }

    /// Maximum number of samples in all segments together; a sample in several segments is counted for each. Valid files have fewer.
    private static let maximumSamples = 32 << 20

    private(set) var entries: [Entry] = []
    private(set) var segments: [Place] = []
    /// Whether the times of components are known, because the document has pauses (`.DT`) or samples of the lifted pen.
    private(set) var isClocked = false
    /// Keywords whose values an ink cannot hold.
    private(set) var others: Set<String> = []
    private var setting = Setting()
    private var clock = 0.0
    private var depths: [String: Int] = [:]
    /// The component numbers at which segments begin, by depth in the hierarchy. Each depth includes the segments of higher levels.
    private var boundaries: [[Int]] = []
    private var samplesLeft = Self.maximumSamples

    private static let structure: Set<String> = [
        "VERSION", "COORD", "HIERARCHY", "KEYWORD", "RESERVE", "X_DIM", "Z_POINTS_PER_MM", "Z_POINTS_PER_INCH",
    ]

    init(_ document: UnipenDocument, levels: [String]) {
        depths = Dictionary(levels.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        boundaries = levels.map { _ in [] }
        for statement in document.statements {
            switch statement {
            case .component(let component): add(component)
            case .keyword(let name, let text): add(name, text)
            }
        }
        for place in segments {
            for depth in (depths[place.segment.level] ?? 0)..<boundaries.count where boundaries[depth].last != place.components {
                boundaries[depth].append(place.components)
            }
        }
    }

    private mutating func add(_ component: UnipenDocument.Component) {
        let entry = Entry(component: component, setting: setting, start: Int64(min(1e17, clock)))
        entries.append(entry)
        if !component.isDown, entry.count > 0 { isClocked = true }
        if let hertz = setting.hertz { clock += Double(entry.count) * 1_000_000 / hertz }
    }

    private mutating func add(_ name: String, _ text: String) {
        let number = Double(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        let words = text == "?" || text.isEmpty ? nil : text
        switch name {
        case "SEGMENT": if let segment = try? UnipenSegment(text) { segments.append(Place(segment: segment, components: entries.count)) }
        case "DT":
            clock += (number ?? 0) * 1000
            isClocked = true
        case "X_POINTS_PER_MM": setting.perMillimeter.x = number
        case "Y_POINTS_PER_MM": setting.perMillimeter.y = number
        case "X_POINTS_PER_INCH": setting.perMillimeter.x = number.map { $0 / 25.4 }
        case "Y_POINTS_PER_INCH": setting.perMillimeter.y = number.map { $0 / 25.4 }
        case "POINTS_PER_SECOND": setting.hertz = number.flatMap { JSONInk.rates.contains($0) ? $0 : nil }
        case "Y_DIM": setting.height = ExactDecimal(text: text)
        case "DATA_ID": setting.id = words
        case "WRITER_ID": setting.writer = words
        case "PAD": setting.device = words
        case "STYLE": setting.style = words
        default: if !Self.structure.contains(name) { others.insert(name) }
        }
    }

    /// Returns the components of a segment with the samples that belong to it, and whether the file has all of them. Returns nil if the
    /// file lacks all of them.
    ///
    /// - Throws: `RecordingError` if segments repeat the same samples implausibly often.
    mutating func parts(of place: Place) throws(RecordingError) -> (parts: [(component: Int, points: Range<Int>)], isWhole: Bool)? {
        var parts: [(component: Int, points: Range<Int>)] = []
        var isWhole = true
        for range in place.segment.ranges ?? following(place) {
            isWhole = isWhole && range.last < entries.count
            guard range.first < entries.count else { continue }
            for index in range.first...min(range.last, entries.count - 1) {
                let count = entries[index].count
                let first = index == range.first ? range.firstPoint ?? 0 : 0
                let last = index == range.last ? range.lastPoint ?? count - 1 : count - 1
                guard last < count, first <= max(0, last) else {
                    isWhole = false
                    continue
                }
                samplesLeft -= 1 + max(0, last - first + 1)
                guard samplesLeft >= 0 else {
                    throw RecordingError(
                        problem: "the file's segments have more than \(Self.maximumSamples) samples", remedy: "split it into smaller files")
                }
                if first <= last { parts.append((index, first..<last + 1)) }
            }
        }
        return parts.isEmpty && !isWhole ? nil : (parts, isWhole)
    }

    /// Returns the components after a segment's statement, up to the next segment of the same or a higher level.
    private func following(_ place: Place) -> [UnipenSegment.Range] {
        let positions = depths[place.segment.level].map { boundaries[$0] } ?? []
        var (low, high) = (0, positions.count)
        while low < high {
            let middle = (low + high) / 2
            if positions[middle] > place.components { high = middle } else { low = middle + 1 }
        }
        let end = low < positions.count ? positions[low] : entries.count
        return place.components < end ? [.init(first: place.components, last: end - 1)] : []
    }
}
