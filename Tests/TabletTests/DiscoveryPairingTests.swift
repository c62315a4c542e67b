import Testing

@testable import Tablet

@Suite("Pens and the touch devices on their surface find each other")
struct DiscoveryPairingTests {
    @Test("one device group is one surface, whatever else there is")
    func group() {
        let pen = device("pen", .pen, group: "a")
        let right = device("touch2", .touch, group: "a")
        let wrong = device("touch1", .touch, group: "b", parent: "p")
        #expect(paths([wrong, pen, right]) == ["pen": "touch2", "touch2": "pen"])
    }

    @Test("the tablet database names the partner of a model that is two USB devices")
    func named() {
        let pen = device("pen", .pen, product: 0x333, model: model(paired: 0x335))
        let other = device("touch1", .touch, product: 0x111)
        let touch = device("touch2", .touch, product: 0x335)
        #expect(paths([pen, other, touch])["pen"] == "touch2")
        let unnamed = device("pen", .pen, product: 0x333)
        let naming = device("touch2", .touch, product: 0x335, model: model(paired: 0x333))
        #expect(paths([unnamed, other, naming])["pen"] == "touch2")
    }

    @Test("two nodes of one USB device are one surface")
    func parent() {
        let pen = device("pen", .pen, parent: "/sys/usb1")
        let touch = device("touch", .touch, parent: "/sys/usb1")
        let other = device("a-touch", .touch, parent: "/sys/usb2")
        #expect(paths([other, touch, pen])["pen"] == "touch")
    }

    @Test("a built-in pen and a touchscreen of another vendor share their seat's screen")
    func screen() {
        let pen = device("pen", .pen, bus: i2c, isDisplay: true)
        let touch = device("touch", .touch, vendor: 0x04f3, bus: i2c, isDisplay: true)
        #expect(DevicePairing.pairs(among: [pen, touch])["pen"] == .init(syspath: "touch", evidence: .screen))
        #expect(paths([pen, touch])["pen"] == "touch")
        var elsewhere = touch
        elsewhere.seat = "seat1"
        #expect(paths([pen, elsewhere]).isEmpty)
    }

    @Test("a pen display on the desk does not take the laptop's touchscreen, nor the laptop's pen a touch monitor")
    func externalDisplay() {
        let touch = device("touch", .touch, vendor: 0x04f3, bus: i2c, isDisplay: true)
        #expect(paths([device("pen", .pen, isDisplay: true, model: model(paired: nil)), touch]).isEmpty)
        #expect(paths([device("pen", .pen, vendor: 0x28bd, isDisplay: true), touch]).isEmpty, "one that no database lists")
        #expect(paths([device("pen", .pen, bus: bluetooth, isDisplay: true), touch]).isEmpty)
        let monitor = device("touch", .touch, vendor: 0x04f3, isDisplay: true)
        #expect(paths([device("pen", .pen, bus: i2c, isDisplay: true), monitor]).isEmpty)
    }

    @Test(
        "a pen on USB is built in where the database, udev or the kernel says so, and a virtual one where it has its touchscreen's vendor")
    func integration() {
        let touch = device("touch", .touch, vendor: 0x04f3, bus: i2c, isDisplay: true)
        var pen = device("pen", .pen, isDisplay: true)
        #expect(paths([pen, touch]).isEmpty)
        pen.isIntegrated = true
        #expect(paths([pen, touch])["pen"] == "touch")
        pen.model = model(paired: nil)
        #expect(paths([pen, touch]).isEmpty, "the database goes first")
        pen.model?.isBuiltIn = true
        pen.isIntegrated = nil
        #expect(paths([pen, touch])["pen"] == "touch")
        var virtual = [
            device("pen", .pen, vendor: 0x045e, bus: 6, isDisplay: true), device("touch", .touch, vendor: 0x045e, bus: 6, isDisplay: true),
        ]
        for index in virtual.indices { virtual[index].isVirtual = true }
        #expect(paths(virtual)["pen"] == "touch")
        virtual[0].hardware.vendor = 0x28bd
        #expect(paths(virtual).isEmpty)
        #expect(DiscoveredDevice.isIntegrated(["ID_INTEGRATION": "internal"], removable: "removable") == true)
        #expect(DiscoveredDevice.isIntegrated(["ID_INTEGRATION": "external"], removable: "fixed") == false)
        #expect(DiscoveredDevice.isIntegrated([:], removable: "fixed") == true)
        #expect(DiscoveredDevice.isIntegrated([:], removable: "removable") == false)
        #expect(
            DiscoveredDevice.isIntegrated([:], removable: "unknown") == nil && DiscoveredDevice.isIntegrated([:], removable: nil) == nil)
    }

    @Test("a tablet without a screen stays alone beside a touchscreen")
    func opaqueTablet() {
        let pen = device("pen", .pen)
        let touch = device("touch", .touch, isDisplay: true)
        #expect(paths([pen, touch]).isEmpty)
    }

    @Test("a pen takes a touch device of its own before it shares one")
    func oneEach() {
        let pens = [device("pen1", .pen, group: "a"), device("pen2", .pen, group: "a")]
        let touches = [device("touch1", .touch, group: "a"), device("touch2", .touch, group: "a")]
        #expect(
            paths(pens + touches) == ["pen1": "touch1", "touch1": "pen1", "pen2": "touch2", "touch2": "pen2"])
    }

    @Test("two pen nodes of one computer share its touchscreen, whose partner is the first of them")
    func sharedTouch() {
        let pens = [
            device("pen1", .pen, bus: i2c, group: "a", isDisplay: true),
            device("pen2", .pen, vendor: 0x04f3, bus: i2c, group: "b", isDisplay: true),
        ]
        let touch = device("touch", .touch, bus: i2c, group: "a", isDisplay: true)
        #expect(paths(pens + [touch]) == ["pen1": "touch", "pen2": "touch", "touch": "pen1"])
        let tablet = device("a-pen", .pen, vendor: 0x28bd, isDisplay: true)
        #expect(paths(pens + [touch, tablet])["a-pen"] == nil, "a tablet on the desk shares nothing with them")
    }

    @Test("virtual devices keep among themselves")
    func virtualPairs() {
        let touch = device("touch", .touch, group: "a")
        var virtual = device("pen1", .pen, group: "a")
        virtual.isVirtual = true
        #expect(paths([virtual, touch]).isEmpty)
    }

    @Test("hardware is left alone while a program reports what it does, by its numbers or its name")
    func siblings() {
        let hardware = device("pen", .pen, product: 7)
        var copy = device("virtual", .pen, product: 7)
        copy.isVirtual = true
        #expect(DeviceSiblings.replaced(among: [hardware, copy]) == ["pen"])
        copy.hardware = HardwareID(vendor: 1, product: 1)
        #expect(DeviceSiblings.replaced(among: [hardware, copy]) == ["pen"], "they have the same name")
        copy.name = "another"
        #expect(DeviceSiblings.replaced(among: [hardware, copy]).isEmpty)
        copy.hardware = hardware.hardware
        copy.role = .touch
        #expect(DeviceSiblings.replaced(among: [hardware, copy]).isEmpty)
        copy.role = .pen
        copy.seat = "seat1"
        #expect(DeviceSiblings.replaced(among: [hardware, copy]).isEmpty)
        var nameless = hardware
        (nameless.name, nameless.hardware) = ("", HardwareID(vendor: 0, product: 0))
        copy = nameless
        copy.isVirtual = true
        #expect(DeviceSiblings.replaced(among: [nameless, copy]).isEmpty, "nothing tells them apart from any other")
        #expect(DeviceSiblings.replaced(among: [hardware, device("pen2", .pen, product: 7)]).isEmpty, "two of a kind")
    }

    @Test("a pad belongs to its tablet's pens: by group, hardware, database, model or name, on the same seat")
    func pads() {
        let laptop = device("a-pen", .pen, product: 9)
        func pens(_ devices: DiscoveredDevice...) -> [String]? { DevicePairing.pads(among: [laptop] + devices)["pad"] }
        #expect(pens(device("pad", .pad, group: "a"), device("pen", .pen, group: "a"), device("pen2", .pen)) == ["pen"])
        #expect(pens(device("pad", .pad, product: 5, parent: "usb1"), device("pen", .pen, parent: "usb1")) == ["pen"])
        let named = device("pad", .pad, product: 5, model: model(paired: 7))
        #expect(pens(named, device("pen", .pen, product: 7), device("pen2", .pen, product: 6)) == ["pen"])
        #expect(pens(device("pad", .pad), device("pen", .pen), device("pen2", .pen)) == ["pen", "pen2"], "two nodes of one tablet")
        var (pad, pen) = (device("pad", .pad, product: 5), device("pen", .pen, product: 6))
        #expect(pens(pad, pen) == nil, "the laptop's pen is not its own")
        (pad.name, pen.name) = ("Some Tablet Pad", "Some Tablet Pen")
        #expect(pens(pad, pen) == ["pen"])
        pen.seat = "seat1"
        #expect(pens(pad, pen) == nil)
        pen.seat = "seat0"
        pen.isVirtual = true
        #expect(pens(pad, pen) == nil)
        (pad.name, pen.name, pen.isVirtual) = ("Pad", "Pen", false)
        #expect(pens(pad, pen) == nil, "names of one word say nothing")
    }

    private let i2c: UInt16 = 0x18
    private let bluetooth: UInt16 = 5

    /// The partner's syspath for the syspath of each device that has one.
    private func paths(_ devices: [DiscoveredDevice]) -> [String: String] { DevicePairing.pairs(among: devices).mapValues(\.syspath) }

    private func device(
        _ syspath: String, _ role: DeviceRole, vendor: UInt16 = 0x056a, product: UInt16 = 1, bus: UInt16 = 3, group: String? = nil,
        parent: String? = nil, isDisplay: Bool = false, model: TabletModel? = nil
    ) -> DiscoveredDevice {
        DiscoveredDevice(
            syspath: syspath, node: "/dev/input/event0", number: 0, role: role, name: "device", bus: bus,
            hardware: HardwareID(vendor: vendor, product: product), seat: "seat0", group: group, parent: parent,
            isVirtual: false, isDisplay: isDisplay, model: model)
    }

    private func model(paired: UInt16?) -> TabletModel {
        TabletModel(
            name: "model", isDisplay: true, isBuiltIn: false, hasPen: true, hasTouch: paired != nil, hasEraser: true,
            width: nil, height: nil, paired: paired.map { HardwareID(vendor: 0x056a, product: $0) })
    }
}
