import Testing

@testable import Tablet

@Suite("Pens and the touch devices on their surface find each other")
struct DiscoveryPairingTests {
    @Test("one device group is one surface, whatever else there is")
    func group() {
        let pen = device("pen", .pen, group: "a")
        let right = device("touch2", .touch, group: "a")
        let wrong = device("touch1", .touch, group: "b", parent: "p")
        #expect(DevicePairing.pairs(among: [wrong, pen, right]) == ["pen": "touch2", "touch2": "pen"])
    }

    @Test("the tablet database names the partner of a model that is two USB devices")
    func named() {
        let pen = device("pen", .pen, product: 0x333, model: model(paired: 0x335))
        let other = device("touch1", .touch, product: 0x111)
        let touch = device("touch2", .touch, product: 0x335)
        #expect(DevicePairing.pairs(among: [pen, other, touch])["pen"] == "touch2")
        let unnamed = device("pen", .pen, product: 0x333)
        let naming = device("touch2", .touch, product: 0x335, model: model(paired: 0x333))
        #expect(DevicePairing.pairs(among: [unnamed, other, naming])["pen"] == "touch2")
    }

    @Test("two nodes of one USB device are one surface")
    func parent() {
        let pen = device("pen", .pen, parent: "/sys/usb1")
        let touch = device("touch", .touch, parent: "/sys/usb1")
        let other = device("a-touch", .touch, parent: "/sys/usb2")
        #expect(DevicePairing.pairs(among: [other, touch, pen])["pen"] == "touch")
    }

    @Test("a built-in pen and a touchscreen of another vendor share their seat's screen")
    func screen() {
        let pen = device("pen", .pen, isDisplay: true)
        let touch = device("touch", .touch, vendor: 0x04f3, isDisplay: true)
        #expect(DevicePairing.pairs(among: [pen, touch])["pen"] == "touch")
        var elsewhere = touch
        elsewhere.seat = "seat1"
        #expect(DevicePairing.pairs(among: [pen, elsewhere]).isEmpty)
    }

    @Test("a pen display on the desk does not take the laptop's touchscreen")
    func externalDisplay() {
        let pen = device("pen", .pen, isDisplay: true, model: model(paired: nil))
        let touch = device("touch", .touch, vendor: 0x04f3, isDisplay: true)
        #expect(DevicePairing.pairs(among: [pen, touch]).isEmpty)
    }

    @Test("a tablet without a screen stays alone beside a touchscreen")
    func opaqueTablet() {
        let pen = device("pen", .pen)
        let touch = device("touch", .touch, isDisplay: true)
        #expect(DevicePairing.pairs(among: [pen, touch]).isEmpty)
    }

    @Test("nobody has two partners, and virtual devices keep among themselves")
    func oneEach() {
        let pens = [device("pen1", .pen, group: "a"), device("pen2", .pen, group: "a")]
        let touch = device("touch", .touch, group: "a")
        #expect(DevicePairing.pairs(among: pens + [touch]) == ["pen1": "touch", "touch": "pen1"])
        var virtual = pens[0]
        virtual.isVirtual = true
        #expect(DevicePairing.pairs(among: [virtual, touch]).isEmpty)
    }

    private func device(
        _ syspath: String, _ role: DeviceRole, vendor: UInt16 = 0x056a, product: UInt16 = 1, group: String? = nil,
        parent: String? = nil, isDisplay: Bool = false, model: TabletModel? = nil
    ) -> DiscoveredDevice {
        DiscoveredDevice(
            syspath: syspath, node: "/dev/input/event0", number: 0, role: role, name: "device", bus: 3,
            hardware: HardwareID(vendor: vendor, product: product), seat: "seat0", group: group, parent: parent,
            isVirtual: false, isDisplay: isDisplay, model: model)
    }

    private func model(paired: UInt16?) -> TabletModel {
        TabletModel(
            name: "model", isDisplay: true, isBuiltIn: false, hasPen: true, hasTouch: paired != nil, hasEraser: true,
            width: nil, height: nil, paired: paired.map { HardwareID(vendor: 0x056a, product: $0) })
    }
}
