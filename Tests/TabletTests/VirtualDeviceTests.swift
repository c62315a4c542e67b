import Evdev
import Glibc
import Tablet
import Testing

@Suite("Virtual devices")
struct VirtualDeviceTests {
    @Test("without /dev/uinput it says what to do", .enabled(if: access("/dev/uinput", F_OK) != 0, "there is a /dev/uinput"))
    func absent() {
        let error = #expect(throws: TabletError.self) { _ = try VirtualDevice(DeviceDescription(name: "pen")) }
        #expect(error == .noVirtualDevices(errno: ENOENT) && error?.description.contains("modprobe uinput") == true)
    }

    @Test("each refusal says what to do about it")
    func words() {
        #expect(TabletError.noVirtualDevices(errno: EACCES).description.contains("root"))
        #expect(TabletError.cannotMakeDevice(name: "Pen", errno: EINVAL).description.contains("Pen"))
    }
}
