internal import Markup

/// What a document says of how its traces are to be read: formats, sources and contexts by name, and those that hold from a place on.
struct InkContexts {
    /// Longer chains of contexts that refer to contexts go in circles.
    private static let maximumDepth = 16

    private var formats: [String: XML] = [:]
    private var sources: [String: XML] = [:]
    private var contexts: [String: XML] = [:]
    private var known: [String: TraceFormat] = [:]
    /// What holds for traces that name no context.
    private(set) var current = TraceFormat.standard

    /// Everything with a name in a document, wherever it stands.
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

    /// A format or context that stands among the traces holds from there on.
    mutating func pass(_ node: XML) throws(RecordingError) {
        switch node.localName {
        case "traceFormat": current = try TraceFormat(node)
        case "context": current = try format(of: node)
        default: break
        }
    }

    /// The format that a reference to a context names.
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
            throw RecordingError(line: context.line, problem: "contexts refer to each other in a circle", remedy: "take a contextRef out")
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

    /// References stay within the document.
    static func name(_ reference: String) -> String { reference.hasPrefix("#") ? String(reference.dropFirst()) : reference }

    private static func unknown(_ kind: String, _ reference: String, _ line: Int?) -> RecordingError {
        RecordingError(
            line: line, problem: "there is no \(kind) \(RecordingError.quoted(reference))",
            remedy: "add a \(kind) with this xml:id to the file, or take the reference out")
    }
}
