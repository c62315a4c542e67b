import Evdev
import Testing

@testable import Tablet

@Suite("What udev says decides what a device is for")
struct DiscoveryRoleTests {
    @Test("a tablet's pen node is a pen")
    func pen() {
        #expect(DeviceRole(udevProperties: ["ID_INPUT": "1", "ID_INPUT_TABLET": "1"]) == .pen)
        #expect(DeviceRole(udevProperties: ["ID_INPUT": "1", "ID_INPUT_TABLET": "1", "INKD_TWIN": "1"]) == nil, "read at its pen")
    }

    @Test("a tablet's finger node is touch, or nothing where it moves a pointer")
    func finger() {
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1", "ID_INPUT_TOUCHSCREEN": "1"]) == .touch)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1", "ID_INPUT_TOUCHPAD": "1"]) == nil)
    }

    @Test("a tablet's pad is one, but no node that types, such as a keypad beside it")
    func pad() {
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1", "ID_INPUT_TABLET_PAD": "1"]) == .pad)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1", "ID_INPUT_TABLET_PAD": "1", "ID_INPUT_KEY": "1"]) == .pad)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET_PAD": "1", "ID_INPUT_KEYBOARD": "1"]) == nil)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_KEY": "1", "ID_INPUT_KEYBOARD": "1"]) == nil)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET_PAD": "1", "LIBINPUT_IGNORE_DEVICE": "1"]) == nil)
    }

    @Test("what udev calls a tablet and has no key of a pen, such as a dial, is a pad")
    func dial() {
        func role(_ keys: Set<UInt16>, _ more: [String: String] = [:]) -> DeviceRole? {
            DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1"].merging(more) { $1 }, keys: { keys })
        }
        #expect(role([Key.button0]) == .pad && role([]) == .pad)
        for key in [Key.toolPen, Key.toolRubber, Key.toolAirbrush, Key.touch, Key.stylus] { #expect(role([Key.button0, key]) == .pen) }
        #expect(role([Key.button0], ["ID_INPUT_KEYBOARD": "1"]) == nil)
        #expect(role([Key.toolPen], ["ID_INPUT_KEYBOARD": "1"]) == .pen, "whether it is opened is udev's rule's to say")
    }

    @Test("what types is every key of a node with letters but the buttons, and nothing of a node without")
    func typedKeys() {
        let (letter, program, power) = (UInt16(30), UInt16(148), UInt16(0x164))
        #expect(Key.typed(among: [letter, program, power, Key.toolPen, Key.touch, Key.stylus, Key.button0]) == [letter, program, power])
        #expect(Key.typed(among: [program, power, Key.button0]).isEmpty)
        for key in UInt16(1)...0x2ff where !Key.typed(among: [key]).isEmpty { #expect((16...50).contains(key)) }
    }

    @Test("a touchscreen is touch")
    func touchscreen() {
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TOUCHSCREEN": "1"]) == .touch)
    }

    @Test("keyboards, mice, and what the administrator hid from libinput are left alone")
    func others() {
        #expect(DeviceRole(udevProperties: ["ID_INPUT_KEYBOARD": "1"]) == nil)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_MOUSE": "1", "ID_INPUT_TABLET": "0"]) == nil)
        #expect(DeviceRole(udevProperties: ["ID_INPUT_TABLET": "1", "LIBINPUT_IGNORE_DEVICE": "1"]) == nil)
        #expect(DeviceRole(udevProperties: [:]) == nil)
    }

    @Test("nodes of one port are a group unless libinput's rule says otherwise")
    func group() {
        #expect(DiscoveredDevice.group([:], phys: "usb-0000:00:14.0-1/input1", vendor: 0x056a) == "56a:usb-0000:00:14.0-1")
        #expect(DiscoveredDevice.group(["LIBINPUT_DEVICE_GROUP": "3/56a/333:usb"], phys: "x", vendor: 1) == "3/56a/333:usb")
        #expect(DiscoveredDevice.group([:], phys: "", vendor: 0x056a) == nil)
    }

    @Test("uinput makes virtual devices; Bluetooth pens come through uhid and are hardware")
    func virtual() {
        #expect(DiscoveredDevice.isVirtual(syspath: "/sys/devices/virtual/input/input7/event3", bus: 3))
        #expect(DiscoveredDevice.isVirtual(syspath: "/sys/devices/pci0000:00/input7/event3", bus: 6))
        let bluetooth = "/sys/devices/virtual/misc/uhid/0005:056A:0377.0002/input/input9/event5"
        #expect(!DiscoveredDevice.isVirtual(syspath: bluetooth, bus: 5))
    }
}
