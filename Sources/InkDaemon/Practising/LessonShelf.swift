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

    /// - Throws: `NoSuchLesson`
    func find(_ number: Int) throws(PracticeInterface.NoSuchLesson) -> Lesson {
        guard let lesson = state.withLock({ $0.lessons[number] }) else { throw .init(lesson: number) }
        return lesson
    }

    /// Takes the place of the lesson as it was; an ended one stays so.
    func update(_ number: Int, _ lesson: Lesson) {
        state.withLock { state in
            if state.lessons[number] != nil { state.lessons[number] = lesson }
        }
    }

    /// - Throws: `NoSuchLesson`
    func end(_ number: Int) throws(PracticeInterface.NoSuchLesson) {
        guard state.withLock({ $0.lessons.removeValue(forKey: number) }) != nil else { throw .init(lesson: number) }
    }
}
