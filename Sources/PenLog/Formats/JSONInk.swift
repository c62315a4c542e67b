internal import FoundationEssentials
public import Ink

/// An ink in a file of JSON lines: strokes in device units, label and origin.
///
/// A row is `{"id","writer","device","level","label","style","hz","ppmm","strokes":[[x0,y0,dx1,dy1,…],…],"t":[[ms,…],…]}`: integers, the
/// first point of a stroke absolute and the others as differences, y downwards. Each further channel of a pen is one array, shaped as `t`:
/// see `Channel`. Everything but `strokes` may be null or absent.
public struct JSONInk: Sendable, Hashable {
    /// A sample in device units.
    public struct Sample: Sendable, Hashable {
        /// The horizontal position in device units, growing to the right.
        public var x: Int64
        /// The vertical position in device units, growing downwards.
        public var y: Int64
        /// Microseconds since the start of the ink.
        public var time: Int64

        /// Creates a sample in device units and microseconds.
        public init(x: Int64, y: Int64, time: Int64) {
            self.x = x
            self.y = y
            self.time = time
        }
    }

    /// A value that a pen reports for every sample besides position and time, identified by its name in a row.
    public enum Channel: String, Sendable, CaseIterable {
        /// The force, 0 to 1.
        case force = "f"
        /// The tilt in radians to the right.
        case tiltX = "otx"
        /// The tilt in radians toward the writer.
        case tiltY = "oty"
        /// The azimuth in radians clockwise from the right, as InkML's OA.
        case azimuth = "oa"
        /// The altitude in radians above the surface, as InkML's OE.
        case altitude = "oe"
    }

    /// The ink's name in its file.
    public var id: String?
    /// The writer's identifier.
    public var writer: String?
    /// The level: "char", "word", "text", "page", "symbol", "gesture".
    public var level: String?
    /// The name of the tablet.
    public var device: String?
    /// The text that the writer was prompted with.
    public var label: String?
    /// The contributor's word for the handwriting style.
    public var style: String?
    /// Samples per second; nil if unknown.
    public var hertz: Double?
    /// Device units per millimeter; nil if unknown.
    public var unitsPerMillimeter: Double?
    /// The strokes, each with at least one sample.
    public var strokes: [[Sample]]
    /// Whether the samples' times were recorded; if false, they are derived from `hertz`.
    public var isTimed: Bool
    /// The known channels: one number for every sample of every stroke.
    public var channels: [Channel: [[Double]]]

    /// Maximum number of bytes in a row.
    static let maximumBytes = 16 << 20
    /// The valid sampling rates per second.
    static let rates = 1.0...100_000
    /// The sampling rate if neither `hz` nor `t` gives it.
    static let defaultHertz = 100.0
    /// The assumed pause between strokes in microseconds, if times do not determine it.
    static let pause: Int64 = 200_000
    /// The assumed height of an ink in millimeters, if its scale is unknown.
    static let assumedHeight = 12.0

    /// Creates an ink of these strokes, timed, with no other properties.
    public init(strokes: [[Sample]], channels: [Channel: [[Double]]] = [:]) {
        self.strokes = strokes
        self.channels = channels
        isTimed = true
    }

    /// Reads one line.
    ///
    /// - Parameter number: the line's number in its file, for messages.
    /// - Throws: `RecordingError` if the line is not an ink.
    public init(line: String, number: Int = 1) throws(RecordingError) {
        guard line.utf8.count <= JSONInk.maximumBytes else {
            throw RecordingError(
                line: number, problem: "the ink has \(line.utf8.count) bytes", remedy: "reduce it to at most \(JSONInk.maximumBytes)")
        }
        let row: Row<Int32>
        do {
            row = try JSONDecoder().decode(Row<Int32>.self, from: Data(line.utf8))
        } catch {
            throw RecordingError(
                line: number, problem: "\(RecordingError.quoted(line)) is not ink: \(JSONInk.reason(error))",
                remedy: "give one JSON object per line with \"strokes\":[[x,y,dx,dy,…],…] of integers")
        }
        try self.init(row: row, number: number)
    }

    /// Creates the ink of a row.
    ///
    /// - Throws: `RecordingError` if the row's numbers are inconsistent.
    init(row: Row<Int32>, number: Int) throws(RecordingError) {
        id = row.id
        writer = row.writer
        device = row.device
        level = row.level
        label = row.label
        style = row.style
        hertz = row.hz.flatMap { Self.rates.contains($0) ? $0 : nil }
        unitsPerMillimeter = row.ppmm.flatMap { (0.001...100_000).contains($0) ? $0 : nil }
        isTimed = row.t != nil
        strokes = try JSONInk.decode(row, hertz: hertz ?? JSONInk.defaultHertz, number: number)
        channels = try row.channels(number: number)
    }

    /// The samples' positions, in millimeters.
    public var placesInMillimeters: [[Point]] {
        let scale = millimetersPerUnit
        return strokes.map { $0.map { Point(x: Double($0.x) * scale, y: Double($0.y) * scale) } }
    }

    /// Millimeters per device unit: from `ppmm`; without it, assumes that the ink is 12 mm high (or 12 mm wide, if it is flat).
    public var millimetersPerUnit: Double {
        if let unitsPerMillimeter { return 1 / unitsPerMillimeter }
        guard let bounds else { return 1 }
        let extent = bounds.height > 0 ? bounds.height : bounds.width
        return extent > 0 ? JSONInk.assumedHeight / extent : 1
    }

    /// The strokes in the file's device units. A recognizer also accepts strokes in these units, and then returns positions in them.
    public var deviceStrokes: [Stroke] {
        strokes.enumerated().map { index, samples in
            Stroke(id: StrokeID(UInt64(index)), points: samples.map { InkPoint(x: Double($0.x), y: Double($0.y)) })
        }
    }

    /// The bounding box of all samples, in device units; nil for an ink without strokes.
    var bounds: Box? {
        Box(around: strokes.lazy.joined().map { InkPoint(x: Double($0.x), y: Double($0.y)) })
    }

    /// A row of a file. `Step` is the type of the numbers in `strokes`: they are read as 32-bit numbers, and written as integers of any
    /// size.
    struct Row<Step> {
        var id: String?
        var writer: String?
        var device: String?
        var level: String?
        var label: String?
        var style: String?
        var hz: Double?
        var ppmm: Double?
        var strokes: [[Step]]
        var t: [[Double]]?
        var f: [[Double]]?
        var otx: [[Double]]?
        var oty: [[Double]]?
        var oa: [[Double]]?
        var oe: [[Double]]?

        /// Returns the channels present, without empty strokes.
        func channels(number: Int) throws(RecordingError) -> [Channel: [[Double]]] {
            var known: [Channel: [[Double]]] = [:]
            for (channel, values) in [(Channel.force, f), (.tiltX, otx), (.tiltY, oty), (.azimuth, oa), (.altitude, oe)] {
                guard let values else { continue }
                guard values.map({ 2 * $0.count }) == strokes.map(\.count) else {
                    throw RecordingError(
                        line: number, problem: "\"\(channel.rawValue)\" does not have one number for each point",
                        remedy: "give a number for each point of each stroke, or omit \"\(channel.rawValue)\"")
                }
                known[channel] = values.filter { !$0.isEmpty }
            }
            return known
        }
    }

    /// Returns the reason why JSON is not an ink.
    static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "it has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not JSON" : "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has a wrong value"
        default: "it is not JSON"
        }
    }

    private static func decode(_ row: Row<Int32>, hertz: Double, number: Int) throws(RecordingError) -> [[Sample]] {
        var strokes: [[Sample]] = []
        var start: Int64 = 0
        for (index, numbers) in row.strokes.enumerated() where !numbers.isEmpty {
            guard numbers.count.isMultiple(of: 2) else {
                throw RecordingError(
                    line: number, problem: "stroke \(index) has \(numbers.count) numbers", remedy: "give it an x and a y for each point")
            }
            let times = try times(of: index, count: numbers.count / 2, start: start, row: row, hertz: hertz, number: number)
            // A row holds at most 2^24 numbers of 32 bits: the sums stay far below 2^63.
            var x: Int64 = 0
            var y: Int64 = 0
            var samples: [Sample] = []
            samples.reserveCapacity(times.count)
            for (point, time) in times.enumerated() {
                x += Int64(numbers[2 * point])
                y += Int64(numbers[2 * point + 1])
                samples.append(Sample(x: x, y: y, time: time))
            }
            strokes.append(samples)
            start = (times.last ?? start) + pause
        }
        return strokes
    }

    /// Returns the times of a stroke's points. `t` counts from the beginning of the ink or of the stroke, depending on the file. A stroke
    /// that would begin before the end of the previous one begins after a pause instead.
    private static func times(
        of stroke: Int, count: Int, start: Int64, row: Row<Int32>, hertz: Double, number: Int
    ) throws(RecordingError) -> [Int64] {
        guard let all = row.t else {
            return (0..<count).map { start + Int64(Double($0) * 1_000_000 / hertz) }
        }
        guard all.indices.contains(stroke), all[stroke].count == count else {
            throw RecordingError(
                line: number, problem: "\"t\" does not have \(count) times for stroke \(stroke)",
                remedy: "give each point a time, or omit \"t\"")
        }
        let base = all.lazy.compactMap(\.first).first ?? 0
        // At most a year in milliseconds; a time that runs backwards is replaced by the previous one.
        let milliseconds = all[stroke].map { min(3e10, max(0, $0 - base)) }
        let first = Int64(((milliseconds.first ?? 0) * 1000).rounded())
        let shift = first < start - pause ? start - first : 0
        var latest: Int64 = .min
        return milliseconds.map { time in
            latest = max(latest, Int64((time * 1000).rounded()) + shift)
            return latest
        }
    }
}

extension JSONInk.Row: Decodable where Step: Decodable {}
extension JSONInk.Row: Encodable where Step: Encodable {}
