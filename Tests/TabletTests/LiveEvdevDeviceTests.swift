import Glibc
import Synchronization
import Testing

@testable import Tablet

@Suite("A node that is no device is refused")
struct LiveEvdevDeviceTests {
    @Test("a missing node names itself and the reason")
    func missing() {
        #expect(throws: TabletError.cannotOpen(node: "/dev/input/none", errno: ENOENT)) {
            try EvdevDevice(node: "/dev/input/none", log: { _ in })
        }
        #expect("\(TabletError.cannotOpen(node: "/dev/input/none", errno: EACCES))".contains("/dev/input/none"))
    }

    @Test("a node of another device number belongs to another device")
    func replaced() {
        #expect(throws: TabletError.replaced(node: "/dev/null")) {
            try EvdevDevice(node: "/dev/null", number: 0, log: { _ in })
        }
    }

    @Test("a node without input ioctls is no input device")
    func notInput() {
        #expect(throws: TabletError.notAnInputDevice(node: "/dev/null", errno: ENOTTY)) {
            try EvdevDevice(node: "/dev/null", log: { _ in })
        }
    }
}

@Suite("Messages of libevdev")
struct LibevdevMessageTests {
    private final class Journal: Sendable {
        let lines = Mutex<[String]>([])
    }

    @Test("reach whom they are for also after libevdev has taken a descriptor, for which it forgets that, each as one line")
    func afterTakingADescriptor() throws {
        let journal = Journal()
        guard let context = LibevdevContext(log: { line in journal.lines.withLock { $0.append(line) } }) else {
            Issue.record("there is no memory")
            return
        }
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        try #require(null >= 0)
        defer { close(null) }
        // it is no input device: all that was set of the context is lost as for one that is
        #expect(context.attach(to: null) == -ENOTTY)
        #expect(journal.lines.withLock { $0.isEmpty })
        // a mistake that it reports
        #expect(context.grab(true) == -EBADF)
        let lines = journal.lines.withLock { $0 }
        #expect(lines.count == 1 && lines.first?.contains("not initialized") == true)
        #expect(lines.allSatisfy { !$0.contains("\n") })
    }
}
