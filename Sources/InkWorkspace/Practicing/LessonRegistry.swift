internal import Ink
internal import InkProtocol
internal import Practice
internal import Synchronization

/// The lessons of one connection, by number. They end when the connection is closed.
final class LessonRegistry: Sendable {
    private struct State {
        var last = 0
        var lessons: [Int: Lesson] = [:]
    }

    private let state = Mutex(State())

    /// Maximum number of lessons at a time.
    static let most = 4
    /// Maximum number of points of all templates together.
    static let mostPlaces = Stroke.mostSamples

    /// Stores a lesson until it is ended.
    ///
    /// - Returns: the lesson's number.
    /// - Throws: `QuotaExceeded`
    func add(_ lesson: Lesson) throws(ClientInterface.QuotaExceeded) -> Int {
        let result: Result<Int, ClientInterface.QuotaExceeded> = state.withLock { state in
            let places = state.lessons.values.reduce(lesson.placeCount) { $0 + $1.placeCount }
            let remedy = "close lessons that you do not need"
            guard state.lessons.count < Self.most else {
                return .failure(.init(quota: "lessons per connection", used: Self.most, limit: Self.most, remedy: remedy))
            }
            guard places <= Self.mostPlaces else {
                return .failure(
                    .init(quota: "points in the lessons of a connection", used: places, limit: Self.mostPlaces, remedy: remedy))
            }
            state.last += 1
            state.lessons[state.last] = lesson
            return .success(state.last)
        }
        return try result.get()
    }

    /// Calls `body` with a lesson. `body` may change the lesson.
    ///
    /// - Throws: `NoSuchLesson`
    func with<Value: Sendable>(
        _ number: Int, _ body: @Sendable (inout Lesson) -> Value
    ) throws(PracticeInterface.NoSuchLesson) -> Value {
        let value: Value? = state.withLock { state in
            guard var lesson = state.lessons[number] else { return nil }
            defer { state.lessons[number] = lesson }
            return body(&lesson)
        }
        guard let value else { throw .init(lesson: number) }
        return value
    }

    /// Removes all lessons, because the connection is closed.
    func close() { state.withLock { $0.lessons = [:] } }

    /// Ends a lesson.
    /// - Throws: `NoSuchLesson`
    func end(_ number: Int) throws(PracticeInterface.NoSuchLesson) {
        guard state.withLock({ $0.lessons.removeValue(forKey: number) }) != nil else { throw .init(lesson: number) }
    }
}

extension Lesson {
    /// Number of points of the lesson's template.
    fileprivate var placeCount: Int { template.reduce(0) { $0 + $1.count } }
}
