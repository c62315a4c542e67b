internal import FoundationEssentials

/// Ink as programs send it to MyScript's recognizer in one request ("batch mode" of iinkTS and of the REST interface, version 4): positions
/// in pixels, times in milliseconds, and the type of content.
public struct BatchInk: Sendable, Hashable {
    /// The ink: a page of text, a formula or a diagram, with its scale from the request's dots per inch.
    public var ink: JSONInk
    /// The content type: `Text`, `Math`, `Diagram` or `Raw Content`; nil if not given.
    public var contentType: String?
    /// Strokes that are damaged or drawn with an eraser.
    public var leftOut = LeftOut()

    /// Returns whether a JSON object is a request of the batch mode. It is detected by the member `strokeGroups`, whose name comes before
    /// any large value.
    public static func isBatch(_ bytes: [UInt8]) -> Bool {
        let name = Array("\"strokeGroups\"".utf8)
        // checking for a capital first is fast, because few letters of a line are capitals
        return bytes.indices.prefix(64 << 10).contains { index in
            bytes[index] == UInt8(ascii: "G") && index >= 7 && bytes[(index - 7)...].starts(with: name)
        }
    }

    /// Reads a request.
    ///
    /// - Parameter line: the request's line in its file, for messages.
    /// - Throws: `RecordingError` if the object is not a request, or has no intact stroke.
    public init(_ bytes: [UInt8], line: Int = 1) throws(RecordingError) {
        guard bytes.count <= JSONInk.maximumBytes else {
            throw RecordingError(
                line: line, problem: "the request has \(bytes.count) bytes", remedy: "reduce it to at most \(JSONInk.maximumBytes)")
        }
        let request: Request
        do {
            request = try JSONDecoder().decode(Request.self, from: Data(bytes))
        } catch {
            throw RecordingError(
                line: line,
                problem: "\(RecordingError.quoted(String(decoding: bytes.prefix(200), as: UTF8.self)))"
                    + " is not ink: \(JSONInk.reason(error))",
                remedy: "give \"strokeGroups\":[{\"strokes\":[{\"x\":[…],\"y\":[…]},…]}]")
        }
        var strokes: [Request.Stroke] = []
        for stroke in request.strokeGroups.flatMap({ $0.value?.strokes ?? [] }) {
            switch stroke.value {
            case let stroke? where stroke.pointerType == "ERASER": leftOut.add("stroke of an eraser")
            case let stroke? where !stroke.x.isEmpty && stroke.x.count == stroke.y.count && (stroke.x + stroke.y).allSatisfy(Self.isPlace):
                strokes.append(stroke)
            default: leftOut.add("stroke", line: line, "its x and y have different lengths")
            }
        }
        guard !strokes.isEmpty else {
            throw RecordingError(
                line: line, problem: "the request has no complete stroke", remedy: "give each stroke x and y of equal length")
        }
        ink = Self.ink(strokes, perMillimeter: (request.xDPI ?? 96) / 25.4, (request.yDPI ?? request.xDPI ?? 96) / 25.4)
        contentType = request.contentType
        ink.level = contentType == nil || contentType == "Text" ? "page" : nil
    }

    private static func isPlace(_ value: Double) -> Bool { value.isFinite && value.magnitude < 1e6 }

    private static func ink(_ strokes: [Request.Stroke], perMillimeter x: Double, _ y: Double) -> JSONInk {
        func exact(_ value: Double) -> ExactDecimal {
            ExactDecimal(whole: Int64((value * 10_000).rounded())).shifted(by: 4)
        }
        var places = ExactPlaces()
        if (0.01...10_000).contains(x), (0.01...10_000).contains(y) { places.perMillimeter = (x, y) }
        places.strokes = strokes.map { zip($0.x, $0.y).map { (x: exact($0), y: exact($1)) } }
        let whole = places.whole()
        let isTimed = strokes.allSatisfy { $0.t?.count == $0.x.count && $0.t?.allSatisfy { $0.magnitude < 1e14 } == true }
        let first = strokes.first?.t?.first ?? 0
        var end: Int64 = 0
        let samples = zip(whole.strokes, strokes).map { points, stroke in
            var times = points.indices.map { (end > 0 ? end + JSONInk.pause : 0) + Int64($0) * 10_000 }
            if isTimed, let t = stroke.t {
                // as in `JSONInk`: times span at most a year and never decrease; a stroke that would begin before the previous one ends
                // is moved after it
                let given = t.map { Int64((min(3e10, max(0, $0 - first)) * 1000).rounded()) }
                let shift = (given.first ?? 0) < end ? end + JSONInk.pause - (given.first ?? 0) : 0
                var latest = Int64.min
                times = given.map { time in
                    latest = max(latest, time + shift)
                    return latest
                }
            }
            end = times.last ?? end
            return zip(points, times).map { JSONInk.Sample(x: $0.x, y: $0.y, time: $1) }
        }
        var ink = JSONInk(strokes: samples)
        ink.isTimed = isTimed
        ink.unitsPerMillimeter = whole.unitsPerMillimeter
        let force = strokes.map { ($0.p ?? []).map { max(0, min(1, $0)) } }
        if zip(force, strokes).allSatisfy({ $0.count == $1.x.count }) { ink.channels[.force] = force }
        return ink
    }

    private struct Request: Decodable {
        var xDPI: Double?
        var yDPI: Double?
        var contentType: String?
        var strokeGroups: [Lossy<Group>]

        struct Group: Decodable {
            var strokes: [Lossy<Stroke>]
        }

        struct Stroke: Decodable {
            var x: [Double]
            var y: [Double]
            var t: [Double]?
            var p: [Double]?
            var pointerType: String?
        }
    }
}

/// A value, or nil if the JSON value is of another type.
struct Lossy<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}
