/// Finds the touch device that lies on a pen device's surface.
public enum DevicePairing {
    /// The partner's syspath for the syspath of each device that has one, both ways round.
    ///
    /// Tried in this order: the same device group; the partner that the tablet database names; the same USB or HID device; two
    /// screens of one seat, since a built-in pen and touch may be of different vendors. A device has one partner at most, and a
    /// virtual device never pairs with hardware.
    public static func pairs(among devices: [DiscoveredDevice]) -> [String: String] {
        let ordered = devices.sorted { $0.syspath < $1.syspath }
        let pens = ordered.filter { $0.role == .pen }
        let touches = ordered.filter { $0.role == .touch }
        var partners: [String: String] = [:]
        for isPair in [sharesGroup, isNamedPartner, sharesParent, sharesScreen] {
            for pen in pens where partners[pen.syspath] == nil {
                let found = touches.first { touch in
                    partners[touch.syspath] == nil && pen.isVirtual == touch.isVirtual && pen.seat == touch.seat
                        && isPair(pen, touch)
                }
                guard let found else { continue }
                partners[pen.syspath] = found.syspath
                partners[found.syspath] = pen.syspath
            }
        }
        return partners
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

    /// A screen of its own on the desk, which the database lists, has its own touch or none: the laptop's is not it.
    private static func sharesScreen(_ pen: DiscoveredDevice, _ touch: DiscoveredDevice) -> Bool {
        pen.isDisplay && touch.isDisplay && pen.model?.isBuiltIn != false
    }
}
