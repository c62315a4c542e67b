internal import Ink
internal import InkProtocol
internal import Practice
internal import Synchronization

/// The lessons of one connection, by number; they go with it.
final class LessonShelf: Sendable {
    private struct State {
        var last = 0
        var lessons: [Int: Lesson] = [:]
    }

    private let state = Mutex(State())

    /// Lessons at a time.
    static let most = 4

    /// Keeps a lesson until it is ended.
    ///
    /// - Returns: its number.
    /// - Throws: `QuotaExceeded`
    func add(_ lesson: Lesson) throws(ClientInterface.QuotaExceeded) -> Int {
        let number: Int? = state.withLock { state in
            guard state.lessons.count < Self.most else { return nil }
            state.last += 1
            state.lessons[state.last] = lesson
            return state.last
        }
        guard let number else {
            throw .init(quota: "lessons of a connection", used: Self.most, limit: Self.most, remedy: "end lessons you do not need")
        }
        return number
    }

    /// Looks at a lesson, and may change it.
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

    /// - Throws: `NoSuchLesson`
    func end(_ number: Int) throws(PracticeInterface.NoSuchLesson) {
        guard state.withLock({ $0.lessons.removeValue(forKey: number) }) != nil else { throw .init(lesson: number) }
    }
}
