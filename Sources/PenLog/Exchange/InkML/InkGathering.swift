internal import Ink
internal import XML

extension InkDocument {
    /// Returns the inks of the document, and the losses.
    ///
    /// A document or group with a label (`truth`, or MathWriting's `label`), or with traces directly in it, is one ink; otherwise the same
    /// rule applies to each group in it. Groups that only refer to traces give the segmentation of an ink, which `JSONInk` cannot hold.
    public func inks() -> (inks: [JSONInk], losses: Losses) {
        var gatherer = InkGatherer()
        gatherer.visitRoot(contents, documentID: attributes.first { $0.name == "documentID" }?.value)
        gatherer.losses.add("the text", of: outerComments.count, "comment")
        return (gatherer.inks, gatherer.losses)
    }
}

/// Traverses a document and converts its groups to inks.
private struct InkGatherer {
    var inks: [JSONInk] = []
    var losses = Losses()

    /// Returns the property of `JSONInk` for annotations of this type; nil if there is no such property. MathWriting uses `sampleId` and
    /// `label`.
    private static func place(_ type: String?) -> WritableKeyPath<JSONInk, String?>? {
        switch type {
        case "truth", "label": \.label
        case "UI", "sampleId": \.id
        case "writer": \.writer
        case "level": \.level
        case "style": \.style
        default: nil
        }
    }

    /// Maximum number of annotation types named among the losses of a file.
    private static let mostTypes = 12
    private var types: Set<String> = []

    mutating func visitRoot(_ contents: [InkDocument.Element], documentID: String?) {
        if Self.isOne(contents) || !contents.contains(where: { if case .group = $0 { true } else { false } }) {
            guard contents.contains(where: Self.hasTraces) else { return }
            var ink = ink(of: contents)
            if ink.id == nil { ink.id = documentID }
            inks.append(ink)
        } else {
            visit(contents)
        }
    }

    private mutating func visit(_ contents: [InkDocument.Element]) {
        var traces: [InkDocument.Trace] = []
        for element in contents {
            guard case .group(let group) = element, Self.hasTraces(element) else {
                collect([element], into: &traces, isOutermost: false)
                continue
            }
            let isLabeledWithin = group.contents.contains { Self.isLabeled($0) }
            if Self.isOne(group.contents) || !isLabeledWithin { inks.append(ink(of: group.contents)) } else { visit(group.contents) }
        }
    }

    private static func isOne(_ contents: [InkDocument.Element]) -> Bool {
        contents.contains { element in
            switch element {
            case .trace: true
            case .annotation(let annotation): Self.place(annotation.type) == \.label
            default: false
            }
        }
    }

    private static func hasTraces(_ element: InkDocument.Element) -> Bool {
        switch element {
        case .trace: true
        case .group(let group): group.contents.contains(where: hasTraces)
        default: false
        }
    }

    private static func isLabeled(_ element: InkDocument.Element) -> Bool {
        guard case .group(let group) = element else { return false }
        return isOne(group.contents) && group.contents.contains(where: hasTraces) || group.contents.contains(where: isLabeled)
    }

    private mutating func ink(of contents: [InkDocument.Element]) -> JSONInk {
        var traces: [InkDocument.Trace] = []
        collect(contents, into: &traces, isOutermost: true)
        var (ink, lost) = TraceReading.ink(of: traces)
        losses.add(lost)
        for case .annotation(let annotation) in contents {
            guard let place = Self.place(annotation.type), ink[keyPath: place] == nil else {
                lose(annotation)
                continue
            }
            ink[keyPath: place] = annotation.text
        }
        return ink
    }

    private mutating func lose(_ annotation: InkDocument.Annotation) {
        let type = annotation.type.map { RecordingError.quoted($0) } ?? "without a type"
        if types.count < Self.mostTypes { types.insert(type) }
        losses.add(types.contains(type) ? "the annotation \(type)" : "further annotations", "ink")
    }

    private mutating func collect(_ contents: [InkDocument.Element], into traces: inout [InkDocument.Trace], isOutermost: Bool) {
        for element in contents {
            switch element {
            case .trace(let trace):
                if trace["type"] == "penUp" { losses.add("hovering", "trace") } else { traces.append(trace) }
                if trace["brushRef"] != nil { losses.add("brushes", "trace") }
            case .group(let group):
                losses.add("the place in a hierarchy", "group")
                collect(group.contents, into: &traces, isOutermost: false)
            case .view: losses.add("references to traces", "traceView")
            case .annotation: if !isOutermost { losses.add("the annotation", "group") }
            case .comment: losses.add("the text", "comment")
            case .other(let node):
                if node.localName == "annotationXML" { losses.add("the content", "annotationXML") }
                if node.localName == "definitions" {
                    losses.add("all", of: node.children.count { ["trace", "traceGroup"].contains($0.localName) }, "defined trace")
                }
            }
        }
    }
}

/// The declarations in a document that its traces depend on: named formats, sources and contexts, and the context that applies at the
/// current position.
struct InkContexts {
    /// Maximum length of a chain of contexts that refer to contexts; longer ones are cycles.
    private static let maximumDepth = 16

    private var formats: [String: XML] = [:]
    private var sources: [String: XML] = [:]
    private var contexts: [String: XML] = [:]
    private var known: [String: TraceFormat] = [:]
    /// The context of traces that do not name a context.
    private(set) var current = TraceFormat.standard

    /// Collects every named element of a document, at any depth.
    init(root: XML) { collect(root) }

    private mutating func collect(_ node: XML) {
        for child in node.children {
            switch child.localName {
            case "traceFormat": if let id = child.id { formats[id] = child }
            case "inkSource":
                if let id = child.id { sources[id] = child }
                collect(child)
            case "context":
                if let id = child.id { contexts[id] = child }
                collect(child)
            case "definitions", "ink", "traceGroup": collect(child)
            default: break
            }
        }
    }

    /// Applies a format or context that is declared among the traces. It is valid for the traces after it.
    mutating func pass(_ node: XML) throws(RecordingError) {
        switch node.localName {
        case "traceFormat": current = try TraceFormat(node)
        case "context": current = try format(of: node)
        default: break
        }
    }

    /// Returns the format of the context that a reference names.
    mutating func format(_ reference: String, line: Int?) throws(RecordingError) -> TraceFormat {
        if let format = known[reference] { return format }
        if reference == "#DefaultContext" { return .standard }
        guard let node = contexts[Self.name(reference)] else { throw Self.unknown("context", reference, line) }
        let format = try format(of: node)
        known[reference] = format
        return format
    }

    private func format(of context: XML, depth: Int = 0) throws(RecordingError) -> TraceFormat {
        guard depth < Self.maximumDepth else {
            throw RecordingError(line: context.line, problem: "contexts refer to each other in a circle", remedy: "remove a contextRef")
        }
        var format = current
        if let reference = context["contextRef"], reference != "#DefaultContext" {
            guard let parent = contexts[Self.name(reference)] else { throw Self.unknown("context", reference, context.line) }
            format = try self.format(of: parent, depth: depth + 1)
        }
        var source = context.child("inkSource")
        if let reference = context["inkSourceRef"] {
            guard let named = sources[Self.name(reference)] else { throw Self.unknown("inkSource", reference, context.line) }
            source = named
        }
        if let source {
            if let node = source.child("traceFormat") { format = try TraceFormat(node) }
            format.add(source: source)
        }
        var own = context.child("traceFormat")
        if let reference = context["traceFormatRef"], reference != "#DefaultTraceFormat" {
            guard let named = formats[Self.name(reference)] else { throw Self.unknown("traceFormat", reference, context.line) }
            own = named
        }
        if let own { format.channels = try TraceFormat(own).channels }
        return format
    }

    /// Returns the name in a reference, without its `#`. References stay within the document.
    static func name(_ reference: String) -> String { reference.hasPrefix("#") ? String(reference.dropFirst()) : reference }

    private static func unknown(_ kind: String, _ reference: String, _ line: Int?) -> RecordingError {
        RecordingError(
            line: line, problem: "there is no \(kind) \(RecordingError.quoted(reference))",
            remedy: "add a \(kind) with this xml:id to the file, or remove the reference")
    }
}

/// Turns traces into an ink.
private struct TraceReading {
    private var traces: [[InkDocument.Trace]] = []
    private var losses = Losses()

    /// Returns the ink of these traces and the losses. Each trace is one stroke, unless it continues an earlier one.
    ///
    /// Times without a unit are milliseconds. Angles without a unit and forces without a range are ambiguous and left out.
    static func ink(of traces: [InkDocument.Trace]) -> (JSONInk, Losses) {
        var reading = TraceReading()
        reading.join(traces)
        return (reading.ink(), reading.losses)
    }

    /// Appends each trace to the trace that it continues.
    private mutating func join(_ all: [InkDocument.Trace]) {
        var places: [String: Int] = [:]
        for trace in all where !trace.values.isEmpty {
            let goesOn = trace["continuation"] == "middle" || trace["continuation"] == "end"
            let prior = goesOn ? trace["priorRef"].flatMap { places[InkContexts.name($0)] } : nil
            if let prior { traces[prior].append(trace) } else { traces.append([trace]) }
            if let id = trace.id { places[id] = prior ?? traces.count - 1 }
        }
    }

    private mutating func ink() -> JSONInk {
        let format = traces.first?.first?.format ?? .standard
        let others = Set(traces.joined().flatMap { $0.format.channels.map(\.name) }).subtracting([
            "X", "Y", "T", "F", "OTx", "OTy", "OA", "OE",
        ])
        for name in others.sorted() { losses.add("channel \(name)", "ink") }
        var places = ExactPlaces()
        places.perMillimeter = format.perMillimeter
        if places.perMillimeter.x == nil || places.perMillimeter.y == nil { places.perMillimeter = (nil, nil) }
        places.resolution = format.devicePoints
        places.strokes = traces.map { $0.flatMap(\.places) }
        let whole = places.whole()
        if !whole.isExact { losses.add("some digits of positions", "ink") }
        let times = traces.map { $0.map(\.times) }
        let isTimed = !times.isEmpty && times.allSatisfy { $0.allSatisfy { $0 != nil } }
        let first = times.first?.first.flatMap { $0?.first } ?? 0
        let rate = format.hertz ?? JSONInk.defaultHertz
        var start: Int64 = 0
        let strokes = zip(whole.strokes, times).map { points, times in
            var known = times.flatMap { $0 ?? [] }.map { Instant(microseconds: $0).since(Instant(microseconds: first)) }
            if !isTimed { known = points.indices.map { start + Int64((Double($0) * 1_000_000 / rate).rounded(.down)) } }
            start = (known.last ?? start) + JSONInk.pause
            return zip(points, known).map { JSONInk.Sample(x: $0.x, y: $0.y, time: $1) }
        }
        var ink = JSONInk(strokes: strokes, channels: channels())
        ink.isTimed = isTimed
        ink.hertz = format.hertz
        ink.device = format.device
        ink.unitsPerMillimeter = whole.unitsPerMillimeter
        return ink
    }

    private mutating func channels() -> [JSONInk.Channel: [[Double]]] {
        var known: [JSONInk.Channel: [[Double]]] = [:]
        for channel in JSONInk.Channel.allCases {
            guard traces.joined().contains(where: { $0.isReported(channel.inkML) }) else { continue }
            let values = traces.map { traces in traces.map { $0.values(of: channel) } }
            if values.allSatisfy({ $0.allSatisfy { $0 != nil } }) {
                known[channel] = values.map { $0.flatMap { $0 ?? [] } }
            } else {
                losses.add("\(channel.name), whose unit or range is unknown,", "ink")
            }
        }
        return known
    }
}
