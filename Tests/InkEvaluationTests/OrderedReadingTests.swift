import Foundation
import InkCorpus
import InkEvaluation
import InkTestSupport
import Synchronization
import Testing

@Suite("Reading on several threads")
struct OrderedReadingTests {
    /// Returns its argument; the threads overtake one another.
    @Sendable private static func echo() -> OrderedReading.Work {
        { row in
            if row.line.isMultiple(of: 7) { usleep(UInt32(row.line % 5) * 300) }
            return Answer(output: String(decoding: row.bytes, as: UTF8.self))
        }
    }

    private static func file(in folder: URL, lines: Int) throws -> String {
        let path = folder.appending(path: "rows.jsonl")
        try Data((1...lines).map { "{\"row\":\($0)}\n" }.joined().utf8).write(to: path)
        return path.path()
    }

    private static func answers(_ paths: [String], threads: Int, _ make: @escaping @Sendable () throws -> OrderedReading.Work) throws
        -> [String]
    {
        let outputs = Outputs()
        try OrderedReading(InkRows(paths), threads: threads) { answer in outputs.all.withLock { $0.append(answer.output) } }.run(make)
        return outputs.all.withLock { $0 }
    }

    private final class Outputs: Sendable {
        let all = Mutex<[String]>([])
    }

    @Test("gives the answers in the order of the rows, however many threads there are", arguments: [1, 2, 3, 8, 40])
    func order(threads: Int) throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 1500)
            #expect(try Self.answers([path], threads: threads, Self.echo) == (1...1500).map { "{\"row\":\($0)}" })
        }
    }

    @Test("takes no more rows than have room while the first one is not answered, and gives its answer first")
    func window() throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 1000)
            let counts = Counts()
            let outputs = try Self.answers([path], threads: 3) {
                { row in
                    counts.taken.add(1, ordering: .relaxed)
                    if row.line == 1 {
                        // the others go on until there is no room
                        while counts.taken.load(ordering: .relaxed) < 3 * OrderedReading.window { usleep(1000) }
                        usleep(20_000)
                        counts.atFirst.store(counts.taken.load(ordering: .relaxed), ordering: .relaxed)
                    }
                    return Answer(output: "\(row.line)")
                }
            }
            #expect(outputs == (1...1000).map { "\($0)" })
            #expect(counts.atFirst.load(ordering: .relaxed) == 3 * OrderedReading.window)
        }
    }

    private final class Counts: Sendable {
        let taken = Atomic(0)
        let atFirst = Atomic(0)
    }

    @Test("ends at the first row that cannot be answered: all before it are, and none after it", arguments: [1, 4])
    func failure(threads: Int) throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 500)
            let outputs = Outputs()
            let reading = try OrderedReading(InkRows([path]), threads: threads) { answer in
                outputs.all.withLock { $0.append(answer.output) }
            }
            #expect(throws: EvaluationError.noThread(code: 3)) {
                try reading.run {
                    { row in
                        if row.line == 300 { throw EvaluationError.noThread(code: 3) }
                        return Answer(output: "\(row.line)")
                    }
                }
            }
            #expect(outputs.all.withLock { $0 } == (1..<300).map { "\($0)" })
        }
    }

    @Test("names a file that is not there after the answers of the files before it", arguments: [1, 4])
    func missing(threads: Int) throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 50)
            let outputs = Outputs()
            let reading = try OrderedReading(InkRows([path, "/nonexistent/ink"]), threads: threads) { answer in
                outputs.all.withLock { $0.append(answer.output) }
            }
            #expect(throws: CorpusError.unreadable(path: "/nonexistent/ink", code: ENOENT)) { try reading.run(Self.echo) }
            #expect(outputs.all.withLock { $0.count } == 50)
        }
    }

    @Test("ends when nobody takes the answers any more", arguments: [1, 4])
    func closed(threads: Int) throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 5000)
            let count = Counts()
            let reading = try OrderedReading(InkRows([path]), threads: threads) { _ in
                if count.taken.add(1, ordering: .relaxed).newValue == 10 { throw EvaluationError.noThread(code: EPIPE) }
            }
            #expect(throws: EvaluationError.noThread(code: EPIPE)) { try reading.run(Self.echo) }
            #expect(count.taken.load(ordering: .relaxed) == 10)
        }
    }

    @Test("does nothing without what it works with")
    func noReader() throws {
        try withFolder { folder in
            let path = try Self.file(in: folder, lines: 5)
            #expect(throws: EvaluationError.noModel(searched: ["a"])) {
                _ = try Self.answers([path], threads: 4) { throw EvaluationError.noModel(searched: ["a"]) }
            }
        }
    }
}
