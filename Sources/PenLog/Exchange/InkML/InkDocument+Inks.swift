internal import Markup

extension InkDocument {
    /// The inks of the document, and what of it has no place in them.
    ///
    /// A document or group that says what is written (`truth`), or that has traces of its own, is one ink; else each of the groups in it is
    /// looked at alike. Groups that only refer to traces tell how an ink is cut into pieces, for which an ink has no place.
    public func inks() -> (inks: [JSONInk], losses: Losses) {
        var gatherer = InkGatherer()
        gatherer.visitRoot(contents, documentID: attributes.first { $0.name == "documentID" }?.value)
        gatherer.losses.add("the text", of: outerComments.count, "comment")
        return (gatherer.inks, gatherer.losses)
    }
}

/// Walks through a document and makes inks of its groups.
private struct InkGatherer {
    var inks: [JSONInk] = []
    var losses = Losses()

    /// What an ink has places for.
    private static func place(_ type: String?) -> WritableKeyPath<JSONInk, String?>? {
        switch type {
        case "truth": \.label
        case "UI": \.id
        case "writer": \.writer
        case "level": \.level
        case "style": \.style
        default: nil
        }
    }

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
            let isLabelledWithin = group.contents.contains { Self.isLabelled($0) }
            if Self.isOne(group.contents) || !isLabelledWithin { inks.append(ink(of: group.contents)) } else { visit(group.contents) }
        }
    }

    private static func isOne(_ contents: [InkDocument.Element]) -> Bool {
        contents.contains { element in
            switch element {
            case .trace: true
            case .annotation(let annotation): annotation.type == "truth"
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

    private static func isLabelled(_ element: InkDocument.Element) -> Bool {
        guard case .group(let group) = element else { return false }
        return isOne(group.contents) && group.contents.contains(where: hasTraces) || group.contents.contains(where: isLabelled)
    }

    private mutating func ink(of contents: [InkDocument.Element]) -> JSONInk {
        var traces: [InkDocument.Trace] = []
        collect(contents, into: &traces, isOutermost: true)
        var (ink, lost) = TraceReading.ink(of: traces)
        losses.add(lost)
        for case .annotation(let annotation) in contents {
            guard let place = Self.place(annotation.type), ink[keyPath: place] == nil else {
                losses.add("an annotation other than truth, UI, writer, level and style", "ink")
                continue
            }
            ink[keyPath: place] = annotation.text
        }
        return ink
    }

    private mutating func collect(_ contents: [InkDocument.Element], into traces: inout [InkDocument.Trace], isOutermost: Bool) {
        for element in contents {
            switch element {
            case .trace(let trace):
                if trace["type"] == "penUp" { losses.add("what the pen did in the air", "trace") } else { traces.append(trace) }
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
