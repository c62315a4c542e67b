internal import Ink
internal import InkProtocol
internal import Practice

/// org.inkd.Practice: lessons of strokes to copy. A lesson can only be used by the connection that began it. Belongs to a workspace.
final class PracticeServer: PracticeService, ContentService {
    private let shared: SharedState
    let work: ContentWork

    init(shared: SharedState, work: ContentWork) {
        self.shared = shared
        self.work = work
    }

    /// Maximum number of characters of a lesson.
    private static let characterLimit = 200
    /// Maximum number of strokes of a lesson.
    private static let strokeLimit = 1000
    /// Maximum number of points of a lesson's template, and of a stroke that is tried.
    private static let placeLimit = Stroke.mostSamples

    func begin(_ parameters: PracticeInterface.Begin.Parameters, for caller: Caller) async throws -> PracticeInterface.Begin.Reply {
        let size = parameters.size ?? 5
        try ValueRange(0.5...100, "millimeters").require(size, "size")
        try ValueRange.share.require(parameters.difficulty, "difficulty")
        guard (parameters.text == nil) != (parameters.strokes == nil) else {
            throw ServiceInterface.InvalidParameter(parameter: parameters.text == nil ? "text" : "strokes")
        }
        if let strokes = parameters.strokes { try Self.check(strokes) }
        let ink = try parameters.text.map { try self.ink(of: $0, size: size, parameters) }
        return try await work.run {
            let template = try ink.map { try $0.strokes().map { PracticeInterface.TemplateStroke($0) } } ?? parameters.strokes ?? []
            let lesson = Lesson(
                template.map { zip($0.x, $0.y).map { Point(x: $0, y: $1) } }, unit: size,
                difficulty: Difficulty(parameters.difficulty ?? 0.5), isOrdered: parameters.ordered ?? true)
            guard lesson.next != nil else {
                throw ClientInterface.InvalidValue(parameter: "text", value: "\"\"", allowed: "text that is not empty")
            }
            return .init(lesson: try caller.lessons.add(lesson), strokes: template, progress: .init(lesson))
        }
    }

    func `try`(_ parameters: PracticeInterface.Try.Parameters, for caller: Caller) async throws -> PracticeInterface.Try.Reply {
        try Self.check(parameters.x, parameters.y, "x")
        let stroke = zip(parameters.x, parameters.y).map { Point(x: $0, y: $1) }
        return try await work.run {
            let reply: PracticeInterface.Try.Reply? = try caller.lessons.with(parameters.lesson) { lesson in
                lesson.judge(stroke).map { .init($0, .init(lesson)) }
            }
            guard let reply else { throw PracticeInterface.Finished(lesson: parameters.lesson) }
            return reply
        }
    }

    func getProgress(
        _ parameters: PracticeInterface.GetProgress.Parameters, for caller: Caller
    ) throws -> PracticeInterface.GetProgress.Reply {
        .init(progress: try caller.lessons.with(parameters.lesson) { .init($0) })
    }

    func end(_ parameters: PracticeInterface.End.Parameters, for caller: Caller) throws -> PracticeInterface.End.Reply {
        try caller.lessons.end(parameters.lesson)
        return .init()
    }

    /// Returns the ink of text in one of inkd's handwriting styles; equal parameters give equal ink.
    private func ink(of text: String, size: Double, _ parameters: PracticeInterface.Begin.Parameters) throws -> TextInk {
        guard text.count <= Self.characterLimit else {
            throw ClientInterface.InvalidValue(
                parameter: "text", value: "\(text.count) characters", allowed: "at most \(Self.characterLimit) characters")
        }
        let synthesis = InkInterface.Synthesize.Parameters(
            text: text, hand: parameters.hand, size: size, slant: nil, width: parameters.width, lineGap: nil, seed: nil, variation: 0,
            speed: nil, start: 0)
        return try TextInk(synthesis, models: shared.settings.models, now: 0)
    }

    /// Checks the strokes of a template.
    /// - Throws: `InvalidValue`
    private static func check(_ strokes: [PracticeInterface.TemplateStroke]) throws(ClientInterface.InvalidValue) {
        guard 1...strokeLimit ~= strokes.count else {
            throw .init(parameter: "strokes", value: "\(strokes.count) strokes", allowed: "1 to \(strokeLimit) strokes")
        }
        let places = strokes.reduce(0) { $0 + $1.x.count }
        guard places <= placeLimit else {
            throw .init(parameter: "strokes", value: "\(places) points", allowed: "at most \(placeLimit) points")
        }
        for (index, stroke) in strokes.enumerated() {
            try check(stroke.x, stroke.y, "strokes[\(index)].x")
            guard stroke.time.count == stroke.x.count, zip(stroke.time, stroke.time.dropFirst()).allSatisfy({ $0 <= $1 }) else {
                throw .init(
                    parameter: "strokes[\(index)].time", value: "\(stroke.time.count) times",
                    allowed: "\(stroke.x.count) times in ascending order")
            }
            for time in stroke.time { try ValueRange.time.require(time, "strokes[\(index)].time") }
        }
    }

    /// Checks the points of a stroke.
    /// - Throws: `InvalidValue` if there are no points or too many, if the numbers of x and y differ, or if a point is too far away.
    private static func check(_ x: [Double], _ y: [Double], _ name: String) throws(ClientInterface.InvalidValue) {
        guard 1...placeLimit ~= x.count, x.count == y.count else {
            throw .init(parameter: name, value: "\(x.count), with \(y.count) of y", allowed: "1 to \(placeLimit), with as many of y")
        }
        for value in x { try ValueRange.place.require(value, name) }
        for value in y { try ValueRange.place.require(value, "y") }
    }
}

extension PracticeInterface.TemplateStroke {
    /// Creates a stroke from a hand's stroke, with times from its own beginning.
    fileprivate init(_ stroke: InkInterface.NewStroke) {
        let time = stroke.time ?? []
        self.init(x: stroke.x, y: stroke.y, time: time.map { $0 - (time.first ?? 0) })
    }
}

extension PracticeInterface.Progress {
    fileprivate init(_ lesson: Lesson) {
        self.init(
            next: lesson.next, passed: lesson.passed, strokes: lesson.template.count, tries: lesson.tries, score: lesson.score)
    }
}

extension PracticeInterface.Try.Reply {
    fileprivate init(_ judgment: Lesson.Judgment, _ progress: PracticeInterface.Progress) {
        let fault: PracticeInterface.Fault? =
            switch judgment.fault {
            case nil: nil
            case .order: .order
            case .direction: .direction
            case .shape: .shape
            case .place: .place
            case .size: .size
            }
        self.init(
            passed: judgment.isPassed, fault: fault, stroke: judgment.index, score: judgment.comparison.score,
            shape: judgment.comparison.shape, place: judgment.comparison.place, progress: progress)
    }
}
