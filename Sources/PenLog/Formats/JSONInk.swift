internal import FoundationEssentials
public import Ink

/// One ink of a file of JSON lines: strokes in device units, label and origin.
///
/// A row is `{"id","writer","device","level","label","style","hz","ppmm","strokes":[[x0,y0,dx1,dy1,…],…],"t":[[ms,…],…]}`: integers,
/// the first point of a stroke as it is and the others as differences, y downwards. What a pen tells besides is in one array a channel,
/// shaped as `t`: see `Channel`. Everything but `strokes` may be null or absent.
public struct JSONInk: Sendable, Hashable {
    /// A sample in device units.
    public struct Sample: Sendable, Hashable {
        /// Device units to the right.
        public var x: Int64
        /// Device units downwards.
        public var y: Int64
        /// Microseconds since the ink began.
        public var time: Int64

        /// A sample in device units and microseconds.
        public init(x: Int64, y: Int64, time: Int64) {
            self.x = x
            self.y = y
            self.time = time
        }
    }

    /// A value that a pen reports for every sample besides position and time, by its name in a row.
    public enum Channel: String, Sendable, CaseIterable {
        /// 0 to 1.
        case force = "f"
        /// Radians to the right.
        case tiltX = "otx"
        /// Radians towards the writer.
        case tiltY = "oty"
        /// Radians clockwise from the right, as InkML's OA.
        case azimuth = "oa"
        /// Radians above the surface, as InkML's OE.
        case altitude = "oe"
    }

    /// The ink's name in its file.
    public var id: String?
    /// The writer's identifier.
    public var writer: String?
    /// "char", "word", "text", "page", "symbol", "gesture".
    public var level: String?
    /// The name of the tablet.
    public var device: String?
    /// The text that the writer was asked for.
    public var label: String?
    /// The contributor's word for the handwriting.
    public var style: String?
    /// Samples a second; nil if it is unknown.
    public var hertz: Double?
    /// Device units per millimetre; nil if it is unknown.
    public var unitsPerMillimetre: Double?
    /// The strokes; none of them is empty.
    public var strokes: [[Sample]]
    /// Whether the samples' times were told; otherwise they are made up from `hertz`.
    public var isTimed: Bool
    /// Channels that are known: one number for every sample of every stroke.
    public var channels: [Channel: [[Double]]]

    /// Longer rows are refused.
    static let maximumBytes = 16 << 20
    /// Sampling rates that are believed, a second.
    static let rates = 1.0...100_000
    /// Sampling rate where neither `hz` nor `t` tells it.
    static let defaultHertz = 100.0
    /// From the end of a stroke to the next one's beginning where times do not tell it, in microseconds.
    static let pause: Int64 = 200_000
    /// Height of an ink in millimetres where nothing tells its scale.
    static let assumedHeight = 12.0

    /// An ink of these strokes, timed, of which nothing else is known.
    public init(strokes: [[Sample]], channels: [Channel: [[Double]]] = [:]) {
        self.strokes = strokes
        self.channels = channels
        isTimed = true
    }

    /// Reads one line.
    ///
    /// - Parameter number: the line's number in its file, for messages.
    /// - Throws: `RecordingError` if the line is no ink.
    public init(line: String, number: Int = 1) throws(RecordingError) {
        guard line.utf8.count <= JSONInk.maximumBytes else {
            throw RecordingError(
                line: number, problem: "the ink has \(line.utf8.count) bytes", remedy: "cut it to \(JSONInk.maximumBytes) at most")
        }
        let row: Row<Int32>
        do {
            row = try JSONDecoder().decode(Row<Int32>.self, from: Data(line.utf8))
        } catch {
            throw RecordingError(
                line: number, problem: "\(RecordingError.quoted(line)) is no ink: \(JSONInk.reason(error))",
                remedy: "give one JSON object a line with \"strokes\":[[x,y,dx,dy,…],…] of integers")
        }
        try self.init(row: row, number: number)
    }

    /// The ink of a row.
    ///
    /// - Throws: `RecordingError` if its numbers do not belong together.
    init(row: Row<Int32>, number: Int) throws(RecordingError) {
        id = row.id
        writer = row.writer
        device = row.device
        level = row.level
        label = row.label
        style = row.style
        hertz = row.hz.flatMap { Self.rates.contains($0) ? $0 : nil }
        unitsPerMillimetre = row.ppmm.flatMap { (0.001...100_000).contains($0) ? $0 : nil }
        isTimed = row.t != nil
        strokes = try JSONInk.decode(row, hertz: hertz ?? JSONInk.defaultHertz, number: number)
        channels = try row.channels(number: number)
    }

    /// The samples' places, in millimetres.
    public var placesInMillimetres: [[Place]] {
        let scale = millimetresPerUnit
        return strokes.map { $0.map { Place(x: Double($0.x) * scale, y: Double($0.y) * scale) } }
    }

    /// Millimetres a device unit: from `ppmm`, else such that the ink is 12 mm high (as wide, if it is flat).
    public var millimetresPerUnit: Double {
        if let unitsPerMillimetre { return 1 / unitsPerMillimetre }
        guard let bounds else { return 1 }
        let extent = bounds.height > 0 ? bounds.height : bounds.width
        return extent > 0 ? JSONInk.assumedHeight / extent : 1
    }

    /// The strokes in device units, as they are in the file: a recogniser is as content with these, and answers in them.
    public var deviceStrokes: [Stroke] {
        strokes.enumerated().map { index, samples in
            Stroke(id: StrokeID(UInt64(index)), points: samples.map { InkPoint(x: Double($0.x), y: Double($0.y)) })
        }
    }

    /// Around all samples, in device units; nil for an ink without strokes.
    var bounds: Box? {
        Box(around: strokes.lazy.joined().map { InkPoint(x: Double($0.x), y: Double($0.y)) })
    }

    /// A row of a file. Steps are read as 32 bits, and written as the whole numbers that they are.
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

        /// The channels there are, without the strokes that are empty.
        func channels(number: Int) throws(RecordingError) -> [Channel: [[Double]]] {
            var known: [Channel: [[Double]]] = [:]
            for (channel, values) in [(Channel.force, f), (.tiltX, otx), (.tiltY, oty), (.azimuth, oa), (.altitude, oe)] {
                guard let values else { continue }
                guard values.map({ 2 * $0.count }) == strokes.map(\.count) else {
                    throw RecordingError(
                        line: number, problem: "\"\(channel.rawValue)\" does not have one number for every point",
                        remedy: "give every point of every stroke its number, or leave out \"\(channel.rawValue)\"")
                }
                known[channel] = values.filter { !$0.isEmpty }
            }
            return known
        }
    }

    /// What is wrong with JSON that is no ink.
    static func reason(_ error: any Error) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, _): "it lacks \"\(key.stringValue)\""
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
                    line: number, problem: "stroke \(index) has \(numbers.count) numbers", remedy: "give it an x and a y for every point")
            }
            let times = try times(of: index, count: numbers.count / 2, start: start, row: row, hertz: hertz, number: number)
            // A row holds at most 2^24 numbers of 32 bits: the sums stay far below 64.
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

    /// When the points of a stroke were made. `t` counts from the ink's or from the stroke's beginning, depending on the file; a stroke
    /// that would begin before the last one's end begins after a pause.
    private static func times(
        of stroke: Int, count: Int, start: Int64, row: Row<Int32>, hertz: Double, number: Int
    ) throws(RecordingError) -> [Int64] {
        guard let all = row.t else {
            return (0..<count).map { start + Int64(Double($0) * 1_000_000 / hertz) }
        }
        guard all.indices.contains(stroke), all[stroke].count == count else {
            throw RecordingError(
                line: number, problem: "\"t\" does not have \(count) times for stroke \(stroke)",
                remedy: "give every point its time, or leave out \"t\"")
        }
        let base = all.lazy.compactMap(\.first).first ?? 0
        // A year of milliseconds; clocks that run backwards stand still.
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
