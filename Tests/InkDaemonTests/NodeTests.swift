import Evdev
import InkClient
import InkTestSupport
import Tablet
import Testing

@testable import InkDaemon
@testable import InkLoop
@testable import InkWorkspace

extension DaemonTests {
    @Suite("Nodes as they are found")
    struct NodeTests {
        @Test("messages of libevdev are lines of the journal about the device's model, some of them a minute however many there are")
        func journal() throws {
            let journal = NoticeTests.Journal()
            let daemon = try RunningDaemon(login: nil, logger: journal.logger) { $0.devicesSessions = .notNeeded }
            let device = TestNode().device
            try daemon.onLoop { daemon in
                daemon.parts.hardware.openSource = { _, log in
                    for _ in 0..<5000 { log("Device \"x\" received a double tracking ID 6 in slot 0.") }
                    throw RawClient.Failure(reason: "no node")
                }
                daemon.parts.hardware.open(device)
            }
            let line = "\(device.node), by libevdev: Device \"x\" received a double tracking ID 6 in slot 0."
            #expect(journal.lines.count { $0 == line } == Quotas().notices)
        }

        @Test("a node that udev calls a tablet, with places that have no range, is opened once, and is no device and has no editor")
        func noPen() throws {
            let daemon = try RunningDaemon(login: nil) { $0.devicesSessions = .notNeeded }
            var keys = DeviceDescription.pen
            for axis in [Axis.x, Axis.y] { keys.axes[axis] = AxisInfo(minimum: 0, maximum: 1) }
            let node = TestNode(keys)
            try TestNode.plug(node, in: daemon)
            #expect(node.openings == 1 && !node.isOpen)
            #expect(try daemon.connect().devices().isEmpty)
            try daemon.onLoop { daemon in
                #expect(daemon.parts.deviceRegistry.sessions.isEmpty && daemon.parts.hardwareRegistry.discovered.isEmpty)
            }
        }
    }
}
