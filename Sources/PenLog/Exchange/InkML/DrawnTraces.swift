public import Ink
internal import XML

extension InkDocument {
    /// A trace ready for drawing on a page.
    public struct DrawnTrace: Sendable {
        /// The points in millimeters. Their times are microseconds since 1970, or since an arbitrary moment if the document gives no date.
        public var points: [InkPoint]
        /// Whether the document has times for the points; if false, all times are 0.
        public var isTimed: Bool
        /// The brush; nil if the document does not give it.
        public var brush: Brush?
    }

    /// The brush of a trace: InkML's brush, as far as it describes a pen.
    public struct Brush: Sendable, Hashable {
        /// The tool and color.
        public var style: InkStyle
        /// The width of the mark, in millimeters; nil if not given.
        public var width: Double?
        /// The size across the width, in millimeters; nil if not given.
        public var height: Double?
    }

    /// The traces that leave ink, in document order. A trace that continues another is a separate stroke, and traces that are only
    /// defined are left out. Positions without a unit are taken as millimeters.
    public var drawnTraces: [DrawnTrace] {
        var brushes: [String: Brush] = [:]
        var began: Int64 = 0
        Self.visit(contents) { element in
            guard case .other(let node) = element else { return }
            for inner in [node] + node.children {
                if inner.localName == "brush", let id = inner.id { brushes[id] = Brush(inner) }
                if inner.localName == "timestamp", let time = inner["time"].flatMap(Double.init), (0...1e14).contains(time) {
                    began = Int64(time * 1000)
                }
            }
        }
        var traces: [DrawnTrace] = []
        Self.visit(contents) { element in
            guard case .trace(let trace) = element, trace["type"] != "penUp", trace.pointCount > 0 else { return }
            let brush = trace["brushRef"].flatMap { brushes[InkContexts.name($0)] }
            traces.append(DrawnTrace(points: trace.points(from: began), isTimed: trace.times != nil, brush: brush))
        }
        return traces
    }

    private static func visit(_ contents: [Element], _ take: (Element) -> Void) {
        for element in contents {
            take(element)
            if case .group(let group) = element { visit(group.contents, take) }
        }
    }
}

extension InkDocument.Brush {
    /// Reads a `brush` element: `brushProperty` elements with `name`, `value` and optional `units`.
    fileprivate init(_ node: XML) {
        var values: [String: (value: String, units: String?)] = [:]
        for property in node.children where property.localName == "brushProperty" {
            if let name = property["name"], let value = property["value"] { values[name] = (value, property["units"]) }
        }
        // only the raster operation identifies Office's highlighter
        let isMarker = values["tip"]?.value == "rectangle" || values["rasterOp"]?.value == "maskPen"
        style = InkStyle(kind: isMarker ? .marker : .pen)
        if let color = values["color"]?.value { (style.red, style.green, style.blue) = Self.color(color) ?? (0, 0, 0) }
        if let transparency = values["transparency"].flatMap({ Double($0.value) }), (0...255).contains(transparency) {
            style.alpha = 255 - UInt8(transparency)
        }
        func size(_ name: String) -> Double? {
            guard let given = values[name], let value = Double(given.value) else { return nil }
            let size = value * (TraceFormat.millimeters(given.units) ?? 1)
            return size > 0 && size <= 100 ? size : nil
        }
        (width, height) = (size("width"), size("height"))
    }

    /// Parses `#rrggbb`; returns nil for anything else.
    private static func color(_ text: String) -> (UInt8, UInt8, UInt8)? {
        let digits = Array(text.utf8.dropFirst())
        guard text.hasPrefix("#"), digits.count == 6 else { return nil }
        let bytes = stride(from: 0, to: 6, by: 2).compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
        return bytes.count == 3 ? (bytes[0], bytes[1], bytes[2]) : nil
    }
}

extension InkDocument.Trace {
    /// Returns the points in millimeters, with times counted from this moment; values that are not finite become 0.
    fileprivate func points(from began: Int64) -> [InkPoint] {
        let density = format.perMillimeter
        let scale = (x: 1 / (density.x ?? 1), y: 1 / (density.y ?? 1))
        let (places, times) = (places, times)
        let (force, azimuth, altitude) = (values(of: .force), values(of: .azimuth), values(of: .altitude))
        // times in the range of today's dates are relative to 1970
        let start = times?.first.map { $0 > 1_000_000_000_000_000 ? 0 : began } ?? 0
        return places.enumerated().map { index, place in
            func value(_ channel: [Double]?, _ range: ClosedRange<Double>, _ otherwise: Double) -> Float {
                guard let channel, channel.indices.contains(index), channel[index].isFinite else { return Float(otherwise) }
                return Float(max(range.lowerBound, min(range.upperBound, channel[index])))
            }
            func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
            return InkPoint(
                x: finite(place.x.value * scale.x), y: finite(place.y.value * scale.y),
                time: Instant(microseconds: (times?[index] ?? 0)).advanced(byMicroseconds: start), force: value(force, 0...1, 0),
                azimuth: value(azimuth, 0...(2 * .pi), 0), altitude: value(altitude, 0...(.pi / 2), .pi / 2))
        }
    }
}
