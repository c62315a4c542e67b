internal import XML

/// Reads the XML of IAM-OnDB, sentences that people wrote on a whiteboard (M. Liwicki, H. Bunke, "IAM-OnDB – an on-line English sentence
/// database acquired from handwritten text on a whiteboard", ICDAR 2005). A file is one ink: a line of `lineStrokes`, or a form of
/// `original` with the writer and the text. inkd does not write such files.
enum IAMOnDBReader {
    /// Maximum number of samples in a file.
    private static let mostSamples = 1_000_000
    /// Largest valid time, a day in seconds; writing a form takes minutes.
    private static let longest = 86_400.0
    /// Largest valid coordinate.
    private static let farthest = Double(1 << 30)

    private static let form = XMLForm(
        root: "WhiteboardCaptureSession",
        containers: ["WhiteboardCaptureSession", "General", "Transcription", "WhiteboardDescription", "StrokeSet"], pieces: ["Stroke"])

    /// Returns the ink of a file: sensor units to the right and downwards, times in microseconds since its beginning, and no scale, because
    /// the files give no scale. Damaged strokes are left out.
    ///
    /// - Throws: `RecordingError` if the file is not IAM-OnDB, has no intact stroke, or is too large.
    static func ink(_ bytes: [UInt8]) throws(RecordingError) -> (ink: JSONInk, leftOut: LeftOut) {
        let document = try XMLParser.read(bytes, as: form)
        let root = document.root
        guard root.localName == "WhiteboardCaptureSession" else {
            throw RecordingError(
                line: root.line, problem: "the file is a \(RecordingError.quoted(root.name)), not an IAM-OnDB session",
                remedy: "give a file whose root is <WhiteboardCaptureSession>")
        }
        var (leftOut, fault) = (document.leftOut, document.fault)
        // coordinates start at the sensor, which sits in a corner of the board
        let corner = root.child("WhiteboardDescription")?.child("SensorLocation")?["corner"] ?? "top_left"
        let (right, down) = (corner.hasSuffix("right") ? -1.0 : 1.0, corner.hasPrefix("bottom") ? -1.0 : 1.0)
        var strokes: [[JSONInk.Sample]] = []
        var begin: Double?
        var count = 0
        for node in root.child("StrokeSet")?.children ?? [] where node.localName == "Stroke" {
            let points = node.children.filter { $0.localName == "Point" }
            count += points.count
            guard count <= mostSamples else {
                throw RecordingError(
                    line: node.line, problem: "there are more than \(mostSamples) points", remedy: "split the file")
            }
            do throws(RecordingError) {
                var start = begin
                var samples: [JSONInk.Sample] = []
                for point in points {
                    let time = try number("time", of: point, in: -longest...Double(Int32.max))
                    let first = start ?? time
                    start = first
                    guard (0...longest).contains(time - first) else {
                        throw RecordingError(
                            line: point.line, problem: "the time \(time) is \(time - first) s after the first",
                            remedy: "give continuous times")
                    }
                    let x = try number("x", of: point, in: -farthest...farthest), y = try number("y", of: point, in: -farthest...farthest)
                    samples.append(
                        .init(
                            x: Int64((right * x).rounded()), y: Int64((down * y).rounded()), time: Int64(((time - first) * 1e6).rounded())))
                }
                begin = start
                if !samples.isEmpty { strokes.append(samples) }
            } catch {
                leftOut.add("stroke", line: error.line, error.problem)
                fault = fault ?? error
            }
        }
        guard !strokes.isEmpty else {
            throw fault
                ?? RecordingError(
                    line: root.line, problem: "the file has no stroke with a point", remedy: "give a file with strokes in its <StrokeSet>")
        }
        var ink = JSONInk(strokes: strokes)
        let form = root.child("General")?.child("Form")
        (ink.id, ink.writer, ink.device) = (form?["id"], form?["writerID"], "whiteboard")
        if let text = root.child("Transcription")?.child("Text")?.text {
            let lines = text.split(whereSeparator: \.isNewline).map { plain(String($0)) }.filter { !$0.isEmpty }
            if !lines.isEmpty { ink.label = lines.joined(separator: "\n") }
            ink.level = lines.count > 1 ? "page" : "text"
        }
        return (ink, leftOut)
    }

    private static func number(_ name: String, of point: XML, in range: ClosedRange<Double>) throws(RecordingError) -> Double {
        guard let value = point[name].flatMap({ Double($0) }), range.contains(value) else {
            throw RecordingError(
                line: point.line, problem: "a point's \(name) is \(RecordingError.quoted(point[name] ?? ""))",
                remedy: "give each point x, y and time as numbers")
        }
        return value
    }

    /// Undoes the second escaping: the database escapes the quotation marks and ampersands of its texts twice.
    private static func plain(_ line: String) -> String {
        var text = line
        for (entity, character) in [("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            text = text.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
        }
        return text.split(separator: " ").joined(separator: " ")
    }
}
