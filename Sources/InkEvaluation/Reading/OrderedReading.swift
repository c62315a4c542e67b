internal import CLinux
internal import Glibc
package import InkCorpus
internal import Synchronization

/// The answer to one row.
package struct Answer: Sendable, Equatable {
    /// For standard output, without the end of its last line.
    package var output: String
    /// For standard error; nil for nothing.
    package var complaint: String?
    /// The ink could not be read.
    package var isRefusal = false

    /// An answer.
    package init(output: String, complaint: String? = nil, isRefusal: Bool = false) {
        self.output = output
        self.complaint = complaint
        self.isRefusal = isRefusal
    }
}

/// Processes rows on several threads and delivers the answers in the order of the rows, each as soon as it is due.
///
/// Each thread takes a row, works on it, stores the answer and delivers all that are due: no thread only reads or only
/// writes, one alone needs no other, and a caller that sends a row and waits for its answer gets it. A row is taken only while fewer than
/// `window` of them, for each thread, are in progress or wait for delivery: memory is bounded, however long the input is.
package final class OrderedReading: Sendable {
    /// Answers a row. Used on one thread only.
    package typealias Work = (InkRow) throws -> Answer

    /// The most rows in progress for each thread.
    package static let window = 16

    private struct Input {
        var rows: InkRows
        var taken = 0
        var isOver = false
    }

    private struct Output {
        var due = 0
        /// Answers that wait for earlier ones.
        var early: [Int: Result<Answer, any Error>] = [:]
        var failure: (any Error)?
    }

    private let input: Mutex<Input>
    private let output = Mutex(Output())
    private let isStopped = Atomic(false)
    private let deliver: @Sendable (Answer) throws -> Void
    private let threads: Int
    /// An event descriptor that counts the rows that may still be taken.
    private let free: Int32

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
        free = eventfd(UInt32(threads * Self.window), Int32(EFD_CLOEXEC) | Int32(EFD_SEMAPHORE))
        guard free >= 0 else { throw .noThread(code: errno) }
    }

    deinit { close(free) }

    /// Processes all rows; the calling thread works, too.
    ///
    /// - Parameter make: makes a thread's work function; called on that thread.
    /// - Throws: the first error in the order of the rows; all answers before it were delivered, and none after it.
    package func run(_ make: @escaping @Sendable () throws -> Work) throws {
        var others: [WorkerThread] = []
        for _ in 1..<max(1, threads) {
            do throws(EvaluationError) { others.append(try WorkerThread { self.work(make) }) } catch { fail(error) }
        }
        work(make)
        for other in others { other.join() }
        if let failure = output.withLock({ $0.failure }) { throw failure }
    }

    private func work(_ make: () throws -> Work) {
        // wakes the next thread, so that it sees the end
        defer { giveBack() }
        do {
            let work = try make()
            while let (number, row) = next() { put(Result { try work(row.get()) }, at: number) }
        } catch {
            fail(error)
        }
    }

    /// The next row or the error in its place, with its number; nil at the end.
    private func next() -> (number: Int, row: Result<InkRow, any Error>)? {
        waitUntilFree()
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

    private func waitUntilFree() {
        var count: eventfd_t = 0
        while eventfd_read(free, &count) < 0, errno == EINTR {}
    }

    private func giveBack() { eventfd_write(free, 1) }
}

/// A joinable thread.
package struct WorkerThread {
    private let thread: pthread_t

    /// Starts the thread.
    ///
    /// - Throws: `noThread`.
    init(_ body: @escaping @Sendable () -> Void) throws(EvaluationError) {
        final class Start {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            start.release()
            throw .noThread(code: code)
        }
        self.thread = thread
    }

    /// Waits until the thread has ended.
    func join() { pthread_join(thread, nil) }

    /// The number of online cores.
    package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
