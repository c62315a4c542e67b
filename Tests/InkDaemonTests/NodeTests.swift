import Evdev
import InkClient
import InkTestSupport
import Tablet
import Testing

@testable import InkDaemon

extension DaemonTests {
    @Suite("Nodes as they are found")
    struct NodeTests {
        @Test("messages of libevdev are lines of the journal about the device's model, some of them a minute however many there are")
        func journal() throws {
            let daemon = try RunningDaemon(login: nil)
            let device = TestNode().device
            let (first, all) = try daemon.onLoop { daemon in
                let notices = daemon.hubs.shared.notices
                var count = 0
                daemon.hubs.hardware.openSource = { _, log in
                    log("Device \"x\" received a double tracking ID 6 in slot 0.")
                    count = notices.count(of: .device(device.hardware))
                    for _ in 0..<5000 { log("again") }
                    throw RawClient.Failure(reason: "no node")
                }
                daemon.hubs.hardware.open(device)
                return (count, notices.count(of: .device(device.hardware)))
            }
            #expect(first == 1, "it is a line at a level that is logged")
            #expect(all == Quotas().notices)
        }

        @Test("a node that udev calls a tablet, with places that have no range, is opened once, and is no device and has no editor")
        func noPen() throws {
            let daemon = try RunningDaemon(login: nil)
            var keys = DeviceDescription.pen
            for axis in [Axis.x, Axis.y] { keys.axes[axis] = AxisInfo(minimum: 0, maximum: 1) }
            let node = TestNode(keys)
            try TestNode.plug(node, in: daemon)
            #expect(node.openings == 1 && !node.isOpen)
            #expect(try daemon.connect().devices().isEmpty)
            try daemon.onLoop { daemon in
                #expect(daemon.hubs.devices.sessions.isEmpty && daemon.hubs.hardware.discovered.isEmpty)
            }
        }
    }
}
