internal import InkCorpus
internal import InkEvaluation
internal import XML

/// A histogram as SVG.
struct HistogramChart {
    /// The values.
    let histogram: Histogram
    /// The unit of the values, such as "ms"; empty for no unit.
    let unit: String
    /// The counted noun, such as "ink".
    let thing: String

    private static let (width, height) = (360.0, 120.0)
    private static let (left, bottom, top) = (4.0, 18.0, 14.0)

    /// The chart: bars with tooltips, labels of some bin edges below, the highest count above its bar.
    var svg: XML {
        let bars = histogram.counts + (histogram.above > 0 ? [histogram.above] : [])
        let highest = bars.max() ?? 0
        let step = (Self.width - 2 * Self.left) / Double(max(1, bars.count))
        let scale = (Self.height - Self.bottom - Self.top) / Double(max(1, highest))
        let ground = Self.height - Self.bottom
        var elements: [XML] = []
        for (index, count) in bars.enumerated() {
            let (x, height) = (Self.left + Double(index) * step, count > 0 ? max(1.5, Double(count) * scale) : 0)
            elements.append(
                XML(
                    "rect",
                    [
                        ("class", index < histogram.counts.count ? "bar" : "bar rest"), ("x", text(x + 0.75)), ("y", text(ground - height)),
                        ("width", text(max(0.5, step - 1.5))), ("height", text(height)),
                    ], [XML("title", text: tooltip(of: index, count: count))]))
        }
        elements.append(XML("path", [("class", "axis"), ("d", "M\(text(Self.left)) \(text(ground))H\(text(Self.width - Self.left))")]))
        if let peak = bars.firstIndex(of: highest) {
            let x = Self.left + (Double(peak) + 0.5) * step
            elements.append(label(grouped(highest), x: x, y: ground - Double(highest) * scale - 4, anchor: anchor(x)))
        }
        elements += ticks(step: step)
        return XML("svg", [("class", "chart"), ("viewBox", "0 0 \(text(Self.width)) \(text(Self.height))"), ("role", "img")], elements)
    }

    /// Returns the labels of up to six bin edges.
    private func ticks(step: Double) -> [XML] {
        let bins = histogram.counts.count
        let every = max(1, (bins + 4) / 5)
        return stride(from: 0, through: bins, by: every).map { bin in
            let x = Self.left + Double(bin) * step
            return label(value(histogram.start + Double(bin) * histogram.step), x: x, y: Self.height - 4, anchor: anchor(x))
        }
    }

    private func anchor(_ x: Double) -> String { x < 24 ? "start" : x > Self.width - 24 ? "end" : "middle" }

    private func label(_ content: String, x: Double, y: Double, anchor: String) -> XML {
        XML("text", [("x", text(x)), ("y", text(y)), ("text-anchor", anchor)], text: content)
    }

    private func tooltip(of bin: Int, count: Int) -> String {
        let from = histogram.start + Double(bin) * histogram.step
        let range = bin < histogram.counts.count ? "\(value(from)) to \(value(from + histogram.step))" : "\(value(histogram.end)) and more"
        return "\(range)\(unit.isEmpty ? "" : " \(unit)"): \(DisplayText.count(count, thing))"
    }

    /// Formats a value with as many decimals as the bin's width needs.
    private func value(_ value: Double) -> String {
        var (digits, step) = (0, histogram.step)
        while step < 0.999, digits < 6 { (digits, step) = (digits + 1, step * 10) }
        return DisplayText.fixed(value, digits: digits)
    }

    private func grouped(_ count: Int) -> String { DisplayText.grouped(count) }
    private func text(_ value: Double) -> String { DisplayText.fixed(value, digits: 1) }
}
