internal import Evdev

/// The tablet database's description of a model's pad.
public struct PadModel: Sendable, Hashable {
    /// The EV_KEY codes of the keys in the order of libwacom's letters (A, B, …). An element is nil if the database does not contain the
    /// key's code.
    public var keys: [UInt16?]
    /// The number of touch rings.
    public var rings: Int
    /// The number of touch strips.
    public var strips: Int

    /// Creates a pad of these controls.
    public init(keys: [UInt16?], rings: Int, strips: Int) {
        self.keys = keys
        self.rings = rings
        self.strips = strips
    }
}

/// The controls of a pad, and the codes by which it reports them.
public struct PadLayout: Sendable, Hashable {
    /// The keys by their EV_KEY codes.
    public let keys: [UInt16: PadControl]
    /// The rings and strips by their EV_ABS codes.
    public let axes: [UInt16: PadControl]
    /// The dials by their EV_REL codes.
    public let dials: [UInt16: PadControl]

    /// All controls: keys first, then rings, strips and dials.
    public var controls: [PadControl] { (Array(keys.values) + Array(axes.values) + Array(dials.values)).sorted() }

    /// Creates the layout of a node that reports these codes.
    ///
    /// The tablet database's letters take precedence. Keys that it does not list get the following letters, in the order of their codes. A
    /// node may report axes of rings that its model does not have, so the number of rings and strips comes from the database, too.
    public init(keys: Set<UInt16>, axes: Set<UInt16>, relative: Set<UInt16>, model: PadModel? = nil) {
        let known = (model?.keys ?? []).prefix(PadControl.mostKeys)
        var found: [UInt16: PadControl] = [:]
        for (number, code) in known.enumerated() {
            if let code, keys.contains(code), found[code] == nil { found[code] = .key(number) }
        }
        // if the database lists a letter without its code, that letter must not be assigned to another key
        let others = keys.filter { Self.isPadKey($0) && found[$0] == nil }.sorted()
        for (number, code) in zip(known.count..<max(known.count, PadControl.mostKeys), others) { found[code] = .key(number) }
        self.keys = found
        func named(_ codes: [UInt16], _ reported: Set<UInt16>, most: Int, _ control: (Int) -> PadControl) -> [UInt16: PadControl] {
            let present = codes.enumerated().filter { reported.contains($0.element) && $0.offset < most }
            return Dictionary(uniqueKeysWithValues: present.map { ($0.element, control($0.offset)) })
        }
        let rings = named([Axis.wheel, Axis.throttle], axes, most: model?.rings ?? 2) { .ring($0) }
        let strips = named([Axis.rx, Axis.ry], axes, most: model?.strips ?? 2) { .strip($0) }
        self.axes = rings.merging(strips) { ring, _ in ring }
        // a dial is REL_DIAL on some pads and REL_WHEEL on others; the second dial is REL_HWHEEL
        let first = relative.contains(Relative.dial) ? Relative.dial : Relative.wheel
        dials = named([first, Relative.horizontalWheel], relative, most: 2) { .dial($0) }
    }

    /// Whether drivers use this code for the keys of pads (libinput's `pad_init_buttons_from_kernel`).
    private static func isPadKey(_ code: UInt16) -> Bool {
        (Key.button0..<Key.button0 + 10).contains(code) || (Key.left..<Key.left + 7).contains(code)
            || (Key.base..<Key.base + 2).contains(code) || (Key.a..<Key.a + 6).contains(code)
    }
}
