internal import Ink
internal import InkProtocol

/// The pens' tablets, and the mapped area of each. A pure value.
struct TabletsState: Sendable, Hashable {
    private(set) var tablets: [DevicesInterface.Device] = []
    /// The user's areas; nil until inkd has answered.
    private(set) var areas: TabletAreas?
    /// The user's settings of tablets; nil until inkd has answered.
    var fits: TabletFits?

    /// The configuration key of the user's areas.
    static let key = "tablet.areas"

    /// Stores the devices: pens of tablets and screens, one of each model.
    mutating func read(_ devices: [DevicesInterface.Device], areas text: String?, fits fitText: String? = nil) {
        var names: Set<String> = []
        tablets = devices.filter { $0.kind == .pen && names.insert($0.configurationName).inserted }
        areas = text.flatMap { try? TabletAreas($0) }
        fits = fitText.flatMap { try? TabletFits($0) }
    }

    /// Returns the user's area of a tablet.
    func ownArea(of tablet: DevicesInterface.Device) -> TabletArea? {
        areas?.entry(name: tablet.name, vendor: UInt16(clamping: tablet.vendor), product: UInt16(clamping: tablet.product))
    }

    /// Returns the mapped area: the user's; if not set, the current one.
    func area(of tablet: DevicesInterface.Device) -> TabletArea { ownArea(of: tablet) ?? tablet.presentArea }

    /// Returns the text of the key after setting or removing the area of a tablet; nil while the user's settings are unknown.
    func text(setting area: TabletArea?, of tablet: DevicesInterface.Device) -> String? {
        guard var areas else { return nil }
        // an entry by the tablet's name would take precedence over the new entry by its numbers
        areas[tablet.name] = nil
        areas[tablet.configurationName] = area
        return areas.text
    }
}

extension DevicesInterface.Device {
    /// The tablet's key in the configuration, vendor:product.
    var configurationName: String { TabletArea.name(vendor: UInt16(clamping: vendor), product: UInt16(clamping: product)) }

    /// The currently mapped area, from any source. A rotation by 180° may be a left-handed setting, which cannot be distinguished.
    fileprivate var presentArea: TabletArea {
        guard let placement, let width, let height, let activeWidth, let activeHeight, activeWidth > 0, activeHeight > 0 else {
            return TabletArea()
        }
        let turn = TabletArea.Rotation(rawValue: placement.turn) ?? .none
        let (across, down) = turn.swapsSides ? (height, width) : (width, height)
        func percent(_ length: Double, of whole: Double) -> Double { min(max((length / whole * 1000).rounded() / 10, 0), 100) }
        let edges = AreaEdges([
            percent(placement.x, of: activeWidth), percent(placement.y, of: activeHeight),
            percent(placement.x + across, of: activeWidth), percent(placement.y + down, of: activeHeight),
        ])
        return TabletArea(edges: edges ?? .all, rotation: turn)
    }

    /// The kind and capabilities in a line.
    var traits: String {
        var words: [String] = [display ? "Screen" : "Tablet"]
        if let activeWidth, let activeHeight {
            words.append("\(Int(activeWidth.rounded())) × \(Int(activeHeight.rounded())) mm")
        } else {
            words.append("unknown size")
        }
        if pressure { words.append("pressure") }
        if tilt { words.append("tilt") }
        if eraser { words.append("eraser") }
        if replay { words.append("played recording") }
        return words.joined(separator: " · ")
    }
}
