internal import Synchronization
internal import System

/// Reads rows on several threads and hands the answers on in the order of the rows, each as soon as its turn has come.
///
/// Each thread takes a row, works on it, puts the answer in its place and hands on all whose turn it is: no thread only reads or only
/// writes, one alone needs no other, and who sends a row and waits for its answer gets it. A row is taken only while fewer than
/// `window` of them, for each thread, wait for an answer or for their turn: however long the input is, memory is bounded.
final class OrderedReading: Sendable {
    /// Answers a row. Belongs to one thread.
    typealias Work = (InkRow) throws -> Answer

    /// Rows, for each thread, that may be under way.
    static let window = 16

    private struct Input {
        var rows: InkRows
        var taken = 0
        var isOver = false
    }

    private struct Output {
        var due = 0
        /// Answers that wait for those before them.
        var early: [Int: Result<Answer, any Error>] = [:]
        var failure: (any Error)?
    }

    private let input: Mutex<Input>
    private let output = Mutex(Output())
    private let isStopped = Atomic(false)
    private let handOn: @Sendable (Answer) throws -> Void
    private let threads: Int
    /// Counts the rows that may still be taken.
    private let free: EventCounter

    /// Reads these rows.
    ///
    /// - Parameter handOn: given the answers, one at a time.
    /// - Throws: `noThread`.
    init(_ rows: sending InkRows, threads: Int, handOn: @escaping @Sendable (Answer) throws -> Void) throws(InkctlError) {
        self.handOn = handOn
        self.threads = threads
        input = Mutex(Input(rows: rows))
        do throws(SystemError) {
            free = try EventCounter(.semaphore, initial: UInt32(threads * Self.window))
        } catch {
            throw .noThread(code: error.code)
        }
    }

    /// Reads all rows; this thread works, too.
    ///
    /// - Parameter make: makes what a thread works with, on that thread.
    /// - Throws: the first thing, in the order of the rows, that went wrong; all answers before it were handed on, and none after it.
    func run(_ make: @escaping @Sendable () throws -> Work) throws {
        var others: [Thread] = []
        for _ in 1..<max(1, threads) {
            do throws(SystemError) {
                others.append(try Thread { self.work(make) })
            } catch {
                fail(InkctlError.noThread(code: error.code))
            }
        }
        work(make)
        for other in others { other.join() }
        if let failure = output.withLock({ $0.failure }) { throw failure }
    }

    private func work(_ make: () throws -> Work) {
        // who leaves lets the next one wake up and see that it is over
        defer { giveBack() }
        do {
            let work = try make()
            while let (number, row) = next() { put(Result { try work(row.get()) }, at: number) }
        } catch {
            fail(error)
        }
    }

    /// The next row, or why there is none, with its number; nil if it is over.
    private func next() -> (number: Int, row: Result<InkRow, any Error>)? {
        free.take()
        return input.withLock { input in
            guard !input.isOver, !isStopped.load(ordering: .acquiring) else { return nil }
            do throws(InkctlError) {
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
                do { try handOn(answer.get()) } catch { output.failure = error }
                giveBack()
            }
            if output.failure != nil { isStopped.store(true, ordering: .releasing) }
        }
    }

    private func fail(_ error: any Error) {
        output.withLock { if $0.failure == nil { $0.failure = error } }
        isStopped.store(true, ordering: .releasing)
        giveBack()
    }

    private func giveBack() { free.add() }
}
