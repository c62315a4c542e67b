import Glibc
import System
import Testing

@Suite struct ProcessTests {
    @Test func outputIsRead() throws {
        #expect(ChildProcess.output(of: "echo", ["a b"], within: 10_000) == Array("a b\n".utf8))
        #expect(ChildProcess.output(of: "cat", [], within: 10_000) == [])
        #expect(ChildProcess.output(of: "no-such-program-here", [], within: 10_000) == nil)
        #expect(ChildProcess.output(of: "sleep", ["60"], within: 50) == nil)
        #expect(ChildProcess.output(of: "yes", [], within: 10_000, limit: 1000) == nil)
    }

    @Test func aProgramCanBeWaitedForAndEnded() throws {
        let program = try ChildProcess("sh", ["-c", "exit 3"])
        #expect(program.wait() == 3 << 8)
        #expect(program.status == 3 << 8)
        let sleeper = try ChildProcess("sleep", ["60"])
        #expect(sleeper.status == nil)
        sleeper.end()
        #expect(sleeper.status == SIGTERM)
    }

    @Test func aProcessThatWasStoppedEndsWhenItDoesNotComeBack() async {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let timer = StallTimer()
            timer?.start(seconds: 1)
            // it ends with its object
            withExtendedLifetime(timer) { _ = raise(SIGSTOP) }
        }
        await #expect(processExitsWith: .success) {
            let timer = StallTimer()
            timer?.start(seconds: 1)
            timer?.stop()
            withExtendedLifetime(timer) { _ = sleep(2) }
            exit(EXIT_SUCCESS)
        }
    }

    @Test func theEnvironmentIsAddedTo() throws {
        let program = try ChildProcess(
            "sh", ["-c", "test \"$SYSTEM_TEST\" = 'a=b' && test -n \"$PATH\""], environment: ["SYSTEM_TEST": "a=b"])
        #expect(program.wait() == 0)
    }

    @Test func aProgramThatIsNotThereIsAnError() {
        #expect(throws: SystemError("run", "no-such-program-here", code: ENOENT)) { _ = try ChildProcess("no-such-program-here") }
    }
}

@Suite struct UnixSocketTests {
    @Test func aListenerThatAcceptsNothingIsNotWaitedFor() throws {
        let folder = try TestFolder()
        let path = folder.path + "/socket"
        let listener = try UnixSocket.listen(at: path, permissions: 0o600, backlog: 1)
        // also what has been closed since waits to be accepted; what the backlog has no room for is refused rather than held up
        var refusal: SystemError?
        for _ in 0..<100 where refusal == nil {
            do throws(SystemError) { _ = try UnixSocket.connect(to: path, waits: false) } catch { refusal = error }
        }
        #expect(refusal == SystemError("connect to", path, code: EAGAIN))
        #expect(listener.number >= 0)
    }

    @Test func aConnectionIsAccepted() throws {
        let folder = try TestFolder()
        let path = folder.path + "/socket"
        let listener = try UnixSocket.listen(at: path, permissions: 0o660)
        #expect(folder.permissions("socket") == 0o660)
        let early = UnixSocket.accept(on: listener)
        #expect(early == nil)
        let client = try UnixSocket.connect(to: path)
        let connection = UnixSocket.accept(on: listener)
        let server = Descriptor(taking: try #require(connection))
        try client.write([1, 2, 3])
        var buffer = [UInt8](repeating: 0, count: 8)
        let count = try buffer.withUnsafeMutableBytes { try server.read(into: $0) }
        #expect(count == 3)
        #expect(throws: SystemError("listen on", path, code: EADDRINUSE)) { _ = try UnixSocket.listen(at: path, permissions: 0) }
    }

    @Test func pathsAreChecked() throws {
        let folder = try TestFolder()
        #expect(UnixSocket.longestPath == 107)
        let long = folder.path + "/" + String(repeating: "x", count: 107 - folder.path.utf8.count)
        #expect(throws: SystemError("connect to", long, code: ENAMETOOLONG)) { _ = try UnixSocket.connect(to: long) }
        #expect(throws: SystemError("connect to", "/nowhere/socket", code: ENOENT)) { _ = try UnixSocket.connect(to: "/nowhere/socket") }
        let fitting = String(long.dropLast())
        _ = try UnixSocket.listen(at: fitting, permissions: 0o600)
        #expect(throws: SystemError("connect to", fitting, code: ECONNREFUSED)) { _ = try UnixSocket.connect(to: fitting) }
    }
}

@Suite struct ThreadTests {
    @Test func aThreadIsWaitedFor() throws {
        let counter = try EventCounter(.nonBlocking)
        try Thread(named: "joined") { counter.add(3) }.join()
        #expect(counter.take() == 3)
        #expect(counter.take() == 0)
    }

    @Test func aSemaphoreGivesOneAtATime() throws {
        let semaphore = try EventCounter(.semaphore, initial: 2)
        #expect(semaphore.take() == 1)
        #expect(semaphore.take() == 1)
        #expect(!semaphore.wait(until: MonotonicClock.microseconds + 1000))
    }

    @Test func aWorkThreadDoesAllThatWasAskedFor() throws {
        let counter = try EventCounter(.nonBlocking)
        let thread = try WorkThread(named: "work") { counter }
        for _ in 0..<100 { thread.perform { $0.add() } }
        thread.finish()
        #expect(counter.take() == 100)
    }
}
