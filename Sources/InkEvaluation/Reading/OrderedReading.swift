package import InkCorpus
internal import Synchronization
internal import System

/// The answer to one row.
package struct Answer: Sendable, Equatable {
    /// The text for standard output, without the last line ending.
    package var output: String
    /// The message for standard error; nil for no message.
    package var complaint: String?
    /// Whether the ink was refused by the recognizer.
    package var isRefusal = false

    /// Creates an answer.
    package init(output: String, complaint: String? = nil, isRefusal: Bool = false) {
        self.output = output
        self.complaint = complaint
        self.isRefusal = isRefusal
    }
}

/// Processes rows on several threads and delivers the answers in the order of the rows, each as soon as it is due.
///
/// Each thread reads a row, processes it, stores the answer and delivers all answers that are due. There is no separate reader or writer
/// thread: a single thread is enough, and a caller that sends one row and waits gets its answer. Memory is bounded for any input: a row
/// is read only while fewer than `window` rows per thread are in progress or wait for delivery.
package final class OrderedReading: Sendable {
    /// A function that answers a row; used on one thread only.
    package typealias Work = (InkRow) throws -> Answer

    /// The maximum number of rows in progress for each thread.
    package static let window = 16

    private struct Input {
        var rows: InkRows
        var taken = 0
        var isOver = false
    }

    private struct Output {
        var due = 0
        /// Answers that were computed before an earlier row's answer.
        var early: [Int: Result<Answer, any Error>] = [:]
        var failure: (any Error)?
    }

    private let input: Mutex<Input>
    private let output = Mutex(Output())
    private let isStopped = Atomic(false)
    private let deliver: @Sendable (Answer) throws -> Void
    private let threads: Int
    /// The number of rows that may be read before another answer has to be delivered.
    private let free: EventCounter

    /// Prepares the processing of these rows.
    ///
    /// - Parameters:
    ///   - threads: at least 1.
    ///   - deliver: called with the answers, one at a time.
    /// - Throws: `noThread`.
    package init(_ rows: sending InkRows, threads: Int, deliver: @escaping @Sendable (Answer) throws -> Void) throws(EvaluationError) {
        self.deliver = deliver
        self.threads = threads
        input = Mutex(Input(rows: rows))
        do throws(SystemError) {
            free = try EventCounter(.semaphore, initial: UInt32(threads * Self.window))
        } catch {
            throw .noThread(code: error.code)
        }
    }

    /// Processes all rows; the calling thread processes rows, too.
    ///
    /// - Parameter make: creates a thread's work function; called on that thread.
    /// - Throws: the first error in row order; all answers before it were delivered, and no answer after it.
    package func run(_ make: @escaping @Sendable () throws -> Work) throws {
        var others: [Thread] = []
        for _ in 1..<max(1, threads) {
            do throws(SystemError) {
                others.append(try Thread { self.work(make) })
            } catch {
                fail(EvaluationError.noThread(code: error.code))
            }
        }
        work(make)
        for other in others { other.join() }
        if let failure = output.withLock({ $0.failure }) { throw failure }
    }

    private func work(_ make: () throws -> Work) {
        // wakes the next thread, so that it sees the end of the rows
        defer { free.add() }
        do {
            let work = try make()
            while let (number, row) = next() { put(Result { try work(row.get()) }, at: number) }
        } catch {
            fail(error)
        }
    }

    /// Returns the next row, or the error that occurred instead, with its number; nil at the end.
    private func next() -> (number: Int, row: Result<InkRow, any Error>)? {
        free.take()
        return input.withLock { input in
            guard !input.isOver, !isStopped.load(ordering: .acquiring) else { return nil }
            do throws(CorpusError) {
                guard let row = try input.rows.next() else {
                    input.isOver = true
                    return nil
                }
                input.taken += 1
                return (input.taken - 1, .success(row))
            } catch {
                input.isOver = true
                return (input.taken, .failure(error))
            }
        }
    }

    private func put(_ answer: Result<Answer, any Error>, at number: Int) {
        output.withLock { output in
            output.early[number] = answer
            while output.failure == nil, let answer = output.early.removeValue(forKey: output.due) {
                output.due += 1
                do { try deliver(answer.get()) } catch { output.failure = error }
                free.add()
            }
            if output.failure != nil { isStopped.store(true, ordering: .releasing) }
        }
    }

    private func fail(_ error: any Error) {
        output.withLock { if $0.failure == nil { $0.failure = error } }
        isStopped.store(true, ordering: .releasing)
        free.add()
    }
}
