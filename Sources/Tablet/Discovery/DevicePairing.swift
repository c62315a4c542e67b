/// Finds the touch device that lies on a pen device's surface.
public enum DevicePairing {
    /// The evidence that two devices share a surface. The cases are ordered from the strongest to the weakest.
    public enum Evidence: Sendable, Hashable, CaseIterable {
        /// The devices are in the same device group.
        case group
        /// The tablet database names one device as the partner of the other.
        case database
        /// The devices are parts of the same USB or HID device.
        case parent
        /// Both devices belong to the computer's built-in screen. This is wrong for a computer with two such screens, which is rare.
        case screen
    }

    /// The other device of a surface.
    public struct Partner: Sendable, Hashable {
        /// The partner's sysfs path.
        public var syspath: String
        /// The reason why this device counts as the partner.
        public var evidence: Evidence

        /// Creates a partner found by this evidence.
        public init(syspath: String, evidence: Evidence) {
            self.syspath = syspath
            self.evidence = evidence
        }
    }

    /// Returns the partner of each device that has one, by syspath, in both directions.
    ///
    /// The kinds of evidence are tried in order. A virtual device is never paired with hardware.
    ///
    /// A built-in pen and a touch device of different vendors have only the computer's own screen in common. Both must be built in for this
    /// evidence, so that a tablet on the desk is never paired with the laptop's touchscreen.
    ///
    /// Each pen is first paired with a touch device that has no partner yet. Some computers have several pen nodes for one screen: the
    /// remaining pens then share a touch device. The partner of a touch device is the first of its pens.
    public static func pairs(among devices: [DiscoveredDevice]) -> [String: Partner] {
        let ordered = devices.sorted { $0.syspath < $1.syspath }
        let pens = ordered.filter { $0.role == .pen }
        let touches = ordered.filter { $0.role == .touch }
        var partners: [String: Partner] = [:]
        for mayShare in [false, true] {
            for evidence in Evidence.allCases {
                for pen in pens where partners[pen.syspath] == nil {
                    let found = touches.first { touch in
                        (mayShare || partners[touch.syspath] == nil) && pen.isVirtual == touch.isVirtual && pen.seat == touch.seat
                            && joins(pen, touch, evidence)
                    }
                    guard let found else { continue }
                    partners[pen.syspath] = Partner(syspath: found.syspath, evidence: evidence)
                    partners[found.syspath] = partners[found.syspath] ?? Partner(syspath: pen.syspath, evidence: evidence)
                }
            }
        }
        return partners
    }

    private static func joins(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice, _ evidence: Evidence) -> Bool {
        switch evidence {
        case .group: sharesGroup(pen, touch)
        case .database: isNamedPartner(pen, touch)
        case .parent: sharesParent(pen, touch)
        case .screen: sharesScreen(pen, touch)
        }
    }

    /// Returns the pens that each pad belongs to. Keys and values are syspaths.
    ///
    /// The criteria are tried in this order: the same device group, the same USB or HID device, the partner that the tablet database names,
    /// the same model, the same name except the last word ("… Pen", "… Pad"). The first criterion that a pen meets decides, and selects all
    /// pens that meet it, because a tablet's pen may have several nodes.
    public static func pads(among devices: [DiscoveredDevice]) -> [String: [String]] {
        let ordered = devices.sorted { $0.syspath < $1.syspath }
        var pens: [String: [String]] = [:]
        for pad in ordered where pad.role == .pad {
            let near = ordered.filter { $0.role == .pen && $0.isVirtual == pad.isVirtual && $0.seat == pad.seat }
            for belongs in [sharesGroup, sharesParent, isNamedPartner, isSameModel, isNamedAlike] {
                let found = near.filter { belongs($0, pad) }
                guard !found.isEmpty else { continue }
                pens[pad.syspath] = found.map(\.syspath)
                break
            }
        }
        return pens
    }

    private static func isSameModel(_ pen: DiscoveredDevice, _ pad: DiscoveredDevice) -> Bool {
        (pen.hardware.vendor != 0 || pen.hardware.product != 0) && pen.hardware == pad.hardware
    }

    private static func isNamedAlike(_ pen: DiscoveredDevice, _ pad: DiscoveredDevice) -> Bool {
        func stem(_ name: String) -> [Substring] { name.split(separator: " ").dropLast() }
        return !stem(pen.name).isEmpty && stem(pen.name) == stem(pad.name)
    }

    private static func sharesGroup(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice) -> Bool {
        pen.group != nil && pen.group == touch.group
    }

    private static func isNamedPartner(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice) -> Bool {
        pen.model?.paired == touch.hardware || touch.model?.paired == pen.hardware
    }

    private static func sharesParent(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice) -> Bool {
        pen.parent != nil && pen.parent == touch.parent
    }

    /// Whether a pen and a touch device belong to the same screen. The laptop's touchscreen is never the partner of an external tablet,
    /// even of one with a screen.
    private static func sharesScreen(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice) -> Bool {
        pen.isDisplay && touch.isDisplay && isBuiltIn(pen, beside: touch) && isBuiltIn(touch, beside: pen)
    }

    /// Whether the device is part of the computer. A virtual device made from built-in hardware, as by iptsd, is recognized only by the
    /// vendor number that its pen and its touchscreen share.
    private static func isBuiltIn(_ device: DiscoveredDevice, beside other: DiscoveredDevice) -> Bool {
        device.isBuiltIn || device.isVirtual && device.hardware.vendor != 0 && device.hardware.vendor == other.hardware.vendor
    }
}

/// Virtual devices that programs make from hardware. If a program reads a tablet and creates a virtual one, both report the same pen.
public enum DeviceSiblings {
    /// Returns the syspaths of the hardware devices that a virtual device replaces. These have the same seat, role, vendor and product as
    /// the virtual device, or the same name.
    ///
    /// The virtual device takes precedence, because it corrects the hardware's reports, and its program has usually grabbed the hardware.
    /// This gives no additional rights: users who may create such devices could imitate a pen anyway. `devices.virtual` and
    /// `devices.programs` determine whether virtual devices are used at all.
    public static func replaced(among devices: [DiscoveredDevice]) -> Set<String> {
        let virtual = devices.filter(\.isVirtual)
        let hardware = devices.filter { !$0.isVirtual }
        return Set(hardware.filter { device in virtual.contains { isSibling($0, of: device) } }.map(\.syspath))
    }

    private static func isSibling(_ copy: DiscoveredDevice, of device: DiscoveredDevice) -> Bool {
        guard copy.role == device.role, copy.seat == device.seat else { return false }
        let hasNumbers = device.hardware.vendor != 0 || device.hardware.product != 0
        return hasNumbers && copy.hardware == device.hardware || !device.name.isEmpty && copy.name == device.name
    }
}
