internal import Ink
internal import InkProtocol
internal import Recognition

/// Conversions between the messages of org.inkd.Recognizer and the types of recognizers.
extension RecognizerInterface.Recognize.Parameters {
    /// Returns the hints of the call.
    func hints() throws(RecognizerInterface.InvalidHint) -> RecognitionHints {
        let characters = try graphemeSet?.map { text throws(RecognizerInterface.InvalidHint) in
            guard let character = text.first, text.count == 1 else {
                throw .init(hint: "graphemeSet", reason: "\"\(text.prefix(20))\" is not one character")
            }
            return character
        }
        let type: RecognitionHints.RecognitionType =
            switch recognitionType {
            case nil, .text: .text
            case .email: .email
            case .number: .number
            case .perCharacter: .perCharacter
            }
        return RecognitionHints(
            recognitionType: type, alternatives: try RecognitionServer.checkAlternatives(alternatives),
            graphemeSet: characters.map(Set.init), preContext: preContext ?? "",
            writingArea: writingArea.map { WritingArea(width: $0.width, height: $0.height) },
            userWords: (userWords ?? []).map { UserWord($0.text, weight: $0.weight ?? 0) })
    }
}

extension RecognizerInterface.RecognizeShape.Reply {
    init(_ reading: ShapeReading) {
        self.init(
            candidates: reading.candidates.map { .init(name: $0.name, score: $0.score, geometry: $0.geometry.map { .init($0) }) },
            ambiguous: reading.ambiguous)
    }
}

extension RecognizerInterface.RecognizeSketch.Reply {
    init(_ reading: SketchReading) {
        self.init(
            candidates: reading.candidates.map { .init(name: $0.sketch.name, emoji: $0.sketch.emoji, score: $0.score) },
            ambiguous: reading.ambiguous)
    }
}

extension CharacterLayout {
    init(_ layout: RecognizerInterface.CharacterLayout) {
        self =
            switch layout {
            case .automatic: .automatic
            case .row: .row
            case .column: .column
            case .superimposed: .superimposed
            }
    }
}

extension RecognizerInterface.RecognizeCharacters.Parameters {
    /// Returns the boxes for one character each; nil if the call has no boxes.
    func characterBoxes() throws(RecognizerInterface.InvalidHint) -> CharacterBoxes? {
        guard let boxes else { return nil }
        guard layout == nil else {
            throw .init(hint: "layout", reason: "is redundant with boxes, which give the place of each character: omit it")
        }
        do throws(RecognitionError) {
            return try CharacterBoxes(boxes.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
        } catch {
            guard case .hint(let name, let problem) = error else { throw .init(hint: "boxes", reason: "\(error)") }
            throw .init(hint: name, reason: problem)
        }
    }
}

extension RecognizerInterface.RecognizeCharacters.Reply {
    init(_ characters: [RowCharacter]) {
        self.init(
            text: characters.enumerated().map { ($0 > 0 && $1.followsSpace ? " " : "") + $1.text }.joined(),
            characters: characters.map { character in
                .init(
                    candidates: character.candidates.map { .init(text: $0.text, score: $0.score) }, strokes: character.strokes,
                    box: .init(
                        x: character.box.x, y: character.box.y, width: character.box.width, height: character.box.height))
            })
    }
}

extension RecognizerInterface.Geometry {
    init(_ geometry: ShapeGeometry) {
        func points(_ points: ShapePoint...) -> [RecognizerInterface.Point] { points.map { .init(x: $0.x, y: $0.y) } }
        func all(_ points: [ShapePoint]) -> [RecognizerInterface.Point] { points.map { .init(x: $0.x, y: $0.y) } }
        switch geometry {
        case .line(let from, let to): self.init(kind: .line, points: points(from, to))
        case .arrow(let tail, let tip, let barbs): self.init(kind: .arrow, points: points(tail, tip) + all(barbs))
        case .doubleArrow(let a, let b): self.init(kind: .doubleArrow, points: points(a, b))
        case .rectangle(let center, let width, let height, let rotation):
            self.init(kind: .rectangle, points: points(center), width: width, height: height, rotation: rotation)
        case .ellipse(let center, let major, let minor, let rotation):
            self.init(kind: .ellipse, points: points(center), radii: [major, minor], rotation: rotation)
        case .circle(let center, let radius): self.init(kind: .circle, points: points(center), radii: [radius])
        case .polygon(let corners): self.init(kind: .polygon, points: all(corners))
        case .star(let center, let tips, let outer, let inner, let rotation):
            self.init(kind: .star, points: points(center), radii: [outer, inner], rotation: rotation, tips: tips)
        case .path(let corners): self.init(kind: .path, points: all(corners))
        }
    }
}

extension RecognizerInterface.Gesture {
    init(_ reading: GestureReading) {
        let kind: RecognizerInterface.GestureKind =
            switch reading.kind {
            case .scratchOut: .scratchOut
            case .strikethrough: .strikethrough
            case .underline: .underline
            case .surround: .surround
            case .join: .join
            case .split: .split
            case .insert: .insert
            }
        self.init(
            kind: kind, score: reading.score, words: reading.words.map { .init(word: $0.index, coverage: $0.coverage) },
            ranges: reading.ranges.map { .init($0) },
            insertion: reading.insertion.map { .init(word: $0.word, grapheme: $0.grapheme, x: $0.x, y: $0.y) })
    }
}
