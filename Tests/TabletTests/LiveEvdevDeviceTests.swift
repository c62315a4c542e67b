import Glibc
import Tablet
import Testing

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
