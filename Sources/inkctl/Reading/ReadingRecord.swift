internal import Ink
internal import InkProtocol

/// What was read from a line of a file, as JSON.
enum ReadingRecord {
    /// `{"candidates":[{"score","text"}],"id","text","words":[{"box":{"x","y","width","height"},"ranges":[{"stroke","first","last"}],"text"}]}`
    static func reading(id: String?, _ transcript: Transcript) -> JSONValue {
        .object([
            "id": id.map { .string($0) } ?? .null,
            "text": .string(transcript.text),
            "candidates": .array(transcript.candidates.map(candidate)),
            "words": .array(transcript.words.map(word)),
        ])
    }

    /// `{"error","file","line"}` in place of a reading; `file` is left out for standard input.
    static func failure(file: String, line: Int, _ message: String) -> JSONValue {
        var members: [String: JSONValue] = ["line": .int(Int64(line)), "error": .string(message)]
        if file != "-" { members["file"] = .string(file) }
        return .object(members)
    }

    private static func candidate(_ candidate: Candidate) -> JSONValue {
        var members: [String: JSONValue] = ["text": .string(candidate.text)]
        if let score = candidate.score { members["score"] = .double(score) }
        return .object(members)
    }

    private static func word(_ word: TranscribedWord) -> JSONValue {
        let ranges = word.ranges.map { range in
            JSONValue.object(["stroke": .int(Int64(range.stroke)), "first": .int(Int64(range.first)), "last": .int(Int64(range.last))])
        }
        let box = word.box.map { box in
            JSONValue.object(["x": number(box.x), "y": number(box.y), "width": number(box.width), "height": number(box.height)])
        }
        return .object(["text": .string(word.text), "box": box ?? .null, "ranges": .array(ranges)])
    }

    private static func number(_ value: Double) -> JSONValue { Int64(exactly: value).map { .int($0) } ?? .double(value) }
}
