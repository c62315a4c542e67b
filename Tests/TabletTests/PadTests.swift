import Evdev
import Ink
import Testing

@testable import Tablet

@Suite("The keys, rings and strips of a tablet")
struct PadTests {
    /// A pad like that of an Intuos5: nine keys, a ring of 72 places; and a strip beside it.
    private static let description: DeviceDescription = {
        var pad = DeviceDescription(name: "Pad", bus: 3, vendor: 0x056a, product: 0x0027)
        pad.keys = Set(0x100...0x108).union([0x14b])
        pad.axes = [
            Axis.x: AxisInfo(minimum: 0, maximum: 1), Axis.y: AxisInfo(minimum: 0, maximum: 1),
            Axis.wheel: AxisInfo(minimum: 0, maximum: 71), Axis.rx: AxisInfo(minimum: 0, maximum: 4096),
            Axis.misc: AxisInfo(minimum: 0, maximum: 0),
        ]
        return pad
    }()

    private func layout(
        _ keys: Set<UInt16>, axes: Set<UInt16> = [], relative: Set<UInt16> = [], model: PadModel? = nil
    ) -> [String: UInt16] {
        let layout = PadLayout(keys: keys, axes: axes, relative: relative, model: model)
        let pairs = Array(layout.keys) + Array(layout.axes) + Array(layout.dials)
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0.value.name, $0.key) })
    }

    /// What a pad says of these frames: each a list of type, code and value.
    private func pad(
        _ frames: [[(UInt16, UInt16, Int32)]], on description: DeviceDescription = PadTests.description, relative: Set<UInt16> = [],
        drops: Set<Int> = []
    ) -> String {
        let layout = PadLayout(keys: description.keys, axes: Set(description.axes.keys), relative: relative)
        var tracker = PadTracker(description: description, layout: layout)
        var events: [PadEvent] = []
        for (number, frame) in frames.enumerated() {
            let time = Instant(microseconds: Int64(number) * 10_000)
            let inputs = frame.map { InputEvent(time: time, type: $0.0, code: $0.1, value: $0.2) }
            tracker.process(Frame(time: time, events: inputs, followsDrop: drops.contains(number)), into: &events)
        }
        tracker.disconnect(into: &events)
        return events.map { event in
            switch event {
            case .pressed(let control): "\(control.name)+"
            case .released(let control): "\(control.name)-"
            case .turned(let control, let step): "\(control.name)\(step == .next ? ">" : "<")"
            }
        }.joined(separator: " ")
    }

    /// A finger on the ring at these places; it leaves as Wacom's driver says.
    private func touch(_ places: [Int32], lifts: Bool = true) -> [[(UInt16, UInt16, Int32)]] {
        var frames = places.map { place -> [(UInt16, UInt16, Int32)] in
            [(EventType.abs, Axis.wheel, place), (EventType.abs, Axis.misc, 15)]
        }
        if lifts { frames.append([(EventType.abs, Axis.wheel, 0), (EventType.abs, Axis.misc, 0)]) }
        return frames
    }

    // MARK: Names

    @Test("keys have the letters of the tablet database; without it, letters in the order of their codes")
    func letters() {
        let keys: Set<UInt16> = [0x113, 0x100, 0x101, 0x130, 0x14b, 0x14a, 0x145]
        #expect(layout(keys) == ["A": 0x100, "B": 0x101, "C": 0x113, "D": 0x130])
        // the database counts from another end, and does not know one key's code; the node has one more
        let model = PadModel(keys: [0x113, 0x101, nil, 0x102], rings: 0, strips: 0)
        #expect(layout(keys, model: model) == ["A": 0x113, "B": 0x101, "E": 0x100, "F": 0x130])
    }

    @Test("the keys of a Bamboo Fun are lettered as libwacom has them, which is not the order of their codes")
    func bamboo() {
        let model = PadModel(keys: [0x116, 0x115, 0x110, 0x111], rings: 1, strips: 0)
        let found = layout([0x110, 0x111, 0x115, 0x116, 0x14b], axes: [Axis.wheel, Axis.misc], model: model)
        #expect(found == ["A": 0x116, "B": 0x115, "C": 0x110, "D": 0x111, "ring": Axis.wheel])
    }

    @Test("there are no more keys than letters, and no key of a keyboard is one")
    func tooMany() {
        #expect(layout(Set(0x100...0x1ff)).count <= PadControl.mostKeys)
        #expect(layout(Set(0x01...0xff)).isEmpty)
        #expect(layout([], model: PadModel(keys: Array(repeating: 0x100, count: 60), rings: 9, strips: 9)).isEmpty)
    }

    @Test("rings, strips and dials have names by their axes, as far as the model has them")
    func axes() {
        let axes: Set<UInt16> = [Axis.wheel, Axis.throttle, Axis.rx, Axis.ry, Axis.x, Axis.misc]
        let turning: Set<UInt16> = [Relative.wheel, Relative.horizontalWheel]
        #expect(
            layout([], axes: axes, relative: turning) == [
                "ring": Axis.wheel, "ring2": Axis.throttle, "strip": Axis.rx, "strip2": Axis.ry, "dial": Relative.wheel,
                "dial2": Relative.horizontalWheel,
            ])
        #expect(layout([], axes: axes, model: PadModel(keys: [], rings: 1, strips: 0)) == ["ring": Axis.wheel])
        #expect(layout([], relative: [Relative.dial, Relative.wheel]) == ["dial": Relative.dial])
    }

    @Test("a name is that of its control and back", arguments: ["A", "Z", "ring", "ring2", "strip", "strip2", "dial", "dial2"])
    func names(name: String) throws {
        #expect(try #require(PadControl(name: name)).name == name)
        #expect(PadControl(name: "a") == .key(0))
        for wrong in ["", "AB", "1", "ring3", "Ä", "rings"] { #expect(PadControl(name: wrong) == nil) }
    }

    // MARK: Keys

    @Test("keys are told as they go down and up, each once; what is held at the end is let go")
    func keys() {
        let script: [[(UInt16, UInt16, Int32)]] = [
            [(EventType.key, 0x100, 1)], [(EventType.key, 0x100, 1)], [(EventType.key, 0x100, 0)], [(EventType.key, 0x100, 0)],
            [(EventType.key, 0x14b, 1)], [(EventType.key, 0x108, 1)],
        ]
        #expect(pad(script) == "A+ A- I+ I-")
    }

    // MARK: Rings

    @Test("a ring gives twelve steps a turn, clockwise and back, and runs on over its end")
    func turns() {
        #expect(pad(touch([10, 13, 16, 19, 22, 25, 28])) == "ring> ring> ring>")
        #expect(pad(touch([28, 22, 16, 10])) == "ring< ring< ring<")
        #expect(pad(touch([64, 70, 4, 10])) == "ring> ring> ring>")
        #expect(pad(touch([10, 4, 70, 64])) == "ring< ring< ring<")
        let turn = pad(touch(Array(stride(from: Int32(5), to: 72, by: 3)) + [2, 5]))
        #expect(turn.split(separator: " ").count == 12 && !turn.contains("<"))
    }

    @Test("the finger that comes gives no step, nor the one that leaves with a 0, however near to 0 it was")
    func fingerUp() {
        #expect(pad(touch([40])).isEmpty)
        #expect(pad(touch([7, 8]) + touch([60, 61])).isEmpty)
        // a turn that is begun anew does not go on with the last one's rest
        #expect(pad(touch([10, 15]) + touch([20, 22])).isEmpty)
    }

    @Test("a ring whose driver says nothing of fingers is believed to be left when it is at 0, until the next report is near")
    func withoutMisc() {
        var plain = Self.description
        plain.axes[Axis.misc] = nil
        func ring(_ places: Int32...) -> String { pad(places.map { [(EventType.abs, Axis.wheel, $0)] }, on: plain) }
        #expect(ring(20, 0).isEmpty)
        #expect(ring(6, 0).isEmpty)
        #expect(ring(68, 0, 4) == "ring>")
        #expect(ring(40, 0, 55, 56).isEmpty)
        #expect(ring(3, 30).isEmpty)
    }

    @Test("frames that were lost make no step across them")
    func lost() {
        let frames = touch([10, 14], lifts: false) + touch([18, 22])
        #expect(pad(frames, drops: [2]).isEmpty)
        #expect(pad(frames) == "ring> ring>")
    }

    @Test("values that no ring has make no storm of steps", arguments: [Int32.max, .min, 72, -1])
    func nonsense(value: Int32) {
        let said = pad([[(EventType.abs, Axis.misc, 15), (EventType.abs, Axis.wheel, 36)]] + touch([value, 36, value, 0, 36]))
        #expect(said.split(separator: " ").count <= 4)
        var empty = Self.description
        empty.axes[Axis.wheel] = AxisInfo(minimum: 5, maximum: 5)
        empty.axes[Axis.rx] = AxisInfo(minimum: 5, maximum: 0)
        #expect(pad(touch([value, 36, 0]) + [[(EventType.abs, Axis.rx, value)], [(EventType.abs, Axis.rx, 1)]], on: empty).count < 100)
    }

    // MARK: Strips and dials

    @Test("a strip reports the bit of a place: six steps along it, and 0 when the finger leaves")
    func strips() {
        func strip(_ places: Int32...) -> String {
            pad([[(EventType.abs, Axis.misc, 15)]] + places.map { [(EventType.abs, Axis.rx, $0)] })
        }
        #expect(strip(1, 2, 4, 8, 16, 0) == "strip> strip>")
        #expect(strip(64, 16, 4, 0) == "strip< strip<")
        #expect(strip(1, 0, 4096, 0).isEmpty)
    }

    @Test("a dial gives a step a notch; a wheel that is turned away from the hand goes back")
    func dials() {
        func dial(_ code: UInt16, _ value: Int32) -> String { pad([[(EventType.rel, code, value)]], relative: [code]) }
        #expect(dial(Relative.dial, 2) == "dial> dial>")
        #expect(dial(Relative.wheel, 1) == "dial<")
        #expect(dial(Relative.wheel, .min) == "dial> dial> dial> dial>")
        #expect(pad([[(EventType.rel, Relative.dial, 1)]]).isEmpty)
    }

    // MARK: Discovery

    @Test("the codes of a bit mask in sysfs")
    func masks() {
        #expect(DiscoveredDevice.codes("800 1ff 0 0 0 0") == Set(0x100...0x108).union([0x14b]))
        #expect(DiscoveredDevice.codes("10000000103") == [Axis.x, Axis.y, Axis.wheel, Axis.misc])
        #expect(DiscoveredDevice.codes("") == [] && DiscoveredDevice.codes("no") == [])
        #expect(DiscoveredDevice.codes(String(repeating: "1 ", count: 5000)).count == 64)
    }
}
