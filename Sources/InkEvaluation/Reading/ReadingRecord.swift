internal import Formula
package import Reading
package import Ink
package import JSON
package import Recognition

/// Recognition results as JSON objects.
package enum ReadingRecord {
    /// `{"id","text","confidence","candidates":[{"text","score"}],"words":[…]}`
    package static func reading(id: String?, _ transcript: Transcript) -> JSONValue {
        .object([
            "id": id.map { .string($0) } ?? .null,
            "text": .string(transcript.text),
            "confidence": optional(transcript.confidence),
            "candidates": .array(transcript.candidates.map(candidate)),
            "words": .array(transcript.words.map { word($0) { $0 } }),
        ])
    }

    /// `{"id","text","lines":[{"text","confidence","candidates","words"}]}`; stroke numbers are those of the page.
    package static func page(id: String?, _ lines: [(strokes: [Int], transcript: Transcript)]) -> JSONValue {
        let records = lines.map { line in
            JSONValue.object([
                "text": .string(line.transcript.text), "confidence": optional(line.transcript.confidence),
                "candidates": .array(line.transcript.candidates.map(candidate)),
                "words": .array(line.transcript.words.map { word($0) { line.strokes[$0] } }),
            ])
        }
        let text = lines.map(\.transcript.text).joined(separator: "\n")
        return .object(["id": id.map { .string($0) } ?? .null, "text": .string(text), "lines": .array(records)])
    }

    /// `{"id","text","candidates":[{"command","character","score"}]}`; `text` is the command of the first candidate.
    package static func symbol(id: String?, _ candidates: [SymbolCandidate]) -> JSONValue {
        let records = candidates.map { candidate in
            JSONValue.object([
                "command": .string(candidate.symbol.command), "character": candidate.symbol.character.map { .string($0) } ?? .null,
                "score": .double(candidate.score),
            ])
        }
        let text = candidates.first?.symbol.command ?? ""
        return .object(["id": id.map { .string($0) } ?? .null, "text": .string(text), "candidates": .array(records)])
    }

    /// `{"id","text","ambiguous","candidates":[{"name","score"}]}`; `text` is the name of the first candidate.
    package static func shape(id: String?, _ reading: ShapeReading) -> JSONValue {
        let records = reading.candidates.map { JSONValue.object(["name": .string($0.name), "score": .double($0.score)]) }
        return .object([
            "id": id.map { .string($0) } ?? .null, "text": .string(reading.candidates.first?.name ?? ""),
            "ambiguous": .bool(reading.ambiguous), "candidates": .array(records),
        ])
    }

    /// `{"id","text","ambiguous","candidates":[{"name","emoji","score"}]}`; `emoji` is null for sketches without one.
    package static func sketch(id: String?, text: String, _ reading: SketchReading) -> JSONValue {
        let records = reading.candidates.map { candidate in
            JSONValue.object([
                "name": .string(candidate.sketch.name), "emoji": candidate.sketch.emoji.map { .string($0) } ?? .null,
                "score": .double(candidate.score),
            ])
        }
        return .object([
            "id": id.map { .string($0) } ?? .null, "text": .string(text), "ambiguous": .bool(reading.ambiguous),
            "candidates": .array(records),
        ])
    }

    /// `{"id","text","candidates":[{"text","score"}]}`; `text` is that of the first candidate.
    package static func character(id: String?, _ candidates: [CharacterCandidate]) -> JSONValue {
        let records = candidates.map { JSONValue.object(["text": .string($0.text), "score": .double($0.score)]) }
        return .object([
            "id": id.map { .string($0) } ?? .null, "text": .string(candidates.first?.text ?? ""), "candidates": .array(records),
        ])
    }

    /// `{"id","latex","mathml","candidates":[{"latex","score"}],"symbols":[{"text","ranges","box"}]}`; `latex` is the first candidate's.
    ///
    /// - Parameter samples: the number of samples of each stroke.
    package static func formula(id: String?, _ formula: ReadFormula, samples: [Int]) -> JSONValue {
        let symbols = formula.symbols.map { symbol in
            let strokes = symbol.strokes.filter { samples.indices.contains($0) }
                .map { StrokeRange(stroke: $0, first: 0, last: max(0, samples[$0] - 1)) }
            return JSONValue.object([
                "text": .string(symbol.symbol.text), "ranges": ranges(strokes) { $0 },
                "box": .object([
                    "x": number(symbol.box.x), "y": number(symbol.box.y), "width": number(symbol.box.width),
                    "height": number(symbol.box.height),
                ]),
            ])
        }
        let candidates = formula.candidates.map { JSONValue.object(["latex": .string($0.latex), "score": .double($0.score)]) }
        return .object([
            "id": id.map { .string($0) } ?? .null, "latex": .string(formula.latex), "mathml": .string(MathMLWriter.text(of: formula.node)),
            "candidates": .array(candidates), "symbols": .array(symbols),
        ])
    }

    /// `{"error","file","line"}` instead of a reading; `file` is left out for standard input.
    package static func failure(file: String, line: Int, _ message: String) -> JSONValue {
        var members: [String: JSONValue] = ["line": .int(Int64(line)), "error": .string(message)]
        if file != "-" { members["file"] = .string(file) }
        return .object(members)
    }

    /// `{"id","label","text","words","whole","gaps","isSpace"}`: features for the calibration of confidences and spaces.
    package static func calibration(id: String?, label: String, _ sample: CalibrationSample) -> JSONValue {
        func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .double($0) }) }
        return .object([
            "id": id.map { .string($0) } ?? .null, "label": .string(label), "text": .string(sample.text), "whole": numbers(sample.whole),
            "words": .array(sample.words.map(numbers)), "gaps": .array(sample.gaps.map(numbers)),
            "isSpace": sample.isSpace.map { spaces in .array(spaces.map { .bool($0) }) } ?? .null,
        ])
    }

    private static func candidate(_ candidate: Candidate) -> JSONValue {
        var members: [String: JSONValue] = ["text": .string(candidate.text)]
        if let score = candidate.score { members["score"] = .double(score) }
        return .object(members)
    }

    /// Returns a word; `stroke` maps a stroke number within the line to the stroke number within the ink.
    private static func word(_ word: TranscribedWord, stroke: (Int) -> Int) -> JSONValue {
        let box = word.box.map { box in
            JSONValue.object(["x": number(box.x), "y": number(box.y), "width": number(box.width), "height": number(box.height)])
        }
        let graphemes = word.graphemes.map { grapheme in
            JSONValue.object(["text": .string(grapheme.text), "ranges": ranges(grapheme.ranges, stroke: stroke)])
        }
        return .object([
            "text": .string(word.text), "box": box ?? .null, "ranges": ranges(word.ranges, stroke: stroke),
            "candidates": .array(word.candidates.map(candidate)), "baseline": optional(word.baseline), "xHeight": optional(word.xHeight),
            "confidence": optional(word.confidence), "graphemes": .array(graphemes),
        ])
    }

    private static func ranges(_ ranges: [StrokeRange], stroke: (Int) -> Int) -> JSONValue {
        .array(
            ranges.map { range in
                .object([
                    "stroke": .int(Int64(stroke(range.stroke))), "first": .int(Int64(range.first)), "last": .int(Int64(range.last)),
                ])
            })
    }

    private static func optional(_ value: Double?) -> JSONValue { value.map { .double($0) } ?? .null }

    private static func number(_ value: Double) -> JSONValue { Int64(exactly: value).map { .int($0) } ?? .double(value) }
}
