import Glibc
import InkTestSupport
import Synchronization
import Testing

@testable import System

@Suite("A thread that works for another one") struct WorkThreadTests {
    @Test("leaves after everything that was asked for, and holds nothing then", .timeLimit(.minutes(MachineSpeed.limit)))
    func leaving() throws {
        let (gate, ended) = (try EventCounter(), try EventCounter())
        let done = Mutex<[Int]>([])
        var thread: WorkThread<EventCounter>? = try WorkThread(named: "test") { ended }
        weak let held = thread
        #expect(thread?.hasWork == false)
        thread?.perform { _ in gate.take() }
        for number in 0..<3 { thread?.perform { _ in done.withLock { $0.append(number) } } }
        #expect(thread?.hasWork == true)
        thread?.leave()
        thread?.perform { ended in ended.add() }
        thread = nil
        gate.add()
        ended.take()
        #expect(done.withLock { $0 } == [0, 1, 2])
        while held != nil { usleep(1000) }
    }
}
