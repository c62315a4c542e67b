internal import Ink
internal import InputMethod
internal import Varlink

/// sway's tree of windows.
enum SwayTree {
    /// Returns the focused window; nil if a workspace without windows has the focus.
    static func focusedWindow(in node: JSONValue) -> FocusedWindow? {
        if node["focused"] == .bool(true) {
            guard let process = node["pid"]?.int, let outer = PixelRectangle(node["rect"]), let inner = PixelRectangle(node["window_rect"])
            else { return nil }
            // the window without sway's frame
            let place = PixelRectangle(x: outer.x + inner.x, y: outer.y + inner.y, width: inner.width, height: inner.height)
            return FocusedWindow(place: place, process: Int(process), title: node["name"]?.string)
        }
        for list in ["nodes", "floating_nodes"] {
            guard case .array(let children) = node[list] else { continue }
            for child in children { if let window = focusedWindow(in: child) { return window } }
        }
        return nil
    }
}

/// An output of sway's layout.
struct SwayOutput: Hashable {
    var name: String
    var place: PixelRectangle
    /// The rotation of the output's picture in degrees, as in wl_output.transform.
    var rotation: Int

    /// Whether the output is built in, by the test that sway uses for pens without a rule (get_builtin_output_name in sway/input/seat.c).
    var isBuiltIn: Bool { ["eDP-", "LVDS-", "DSI-"].contains { name.hasPrefix($0) } }

    /// Returns the active outputs.
    static func list(_ value: JSONValue) -> [SwayOutput] {
        guard case .array(let outputs) = value else { return [] }
        return outputs.compactMap { output in
            guard output["active"] == .bool(true), let name = output["name"]?.string, let place = PixelRectangle(output["rect"])
            else { return nil }
            // "normal", "90" or "flipped-90", for example
            let transform = output["transform"]?.string ?? "normal"
            guard !transform.hasPrefix("flipped") else { return nil }
            return SwayOutput(name: name, place: place, rotation: Int(transform) ?? 0)
        }
    }
}

/// A pen in sway's list of inputs.
struct SwayPen: Hashable {
    var vendor: Int
    var product: Int
    /// sway's identifier of the pen, such as "1386:819:Wacom_Cintiq_Pen".
    var identifier: String
    /// libinput's calibration matrix, row by row; empty without a calibration.
    var calibration: [Double] = []

    static func list(_ value: JSONValue) -> [SwayPen] {
        guard case .array(let inputs) = value else { return [] }
        return inputs.compactMap { input in
            guard input["type"]?.string == "tablet_tool", let identifier = input["identifier"]?.string,
                let vendor = input["vendor"]?.int, let product = input["product"]?.int
            else { return nil }
            var calibration: [Double] = []
            if case .array(let numbers) = input["libinput"]?["calibration_matrix"] { calibration = numbers.compactMap(\.number) }
            return SwayPen(vendor: Int(vendor), product: Int(product), identifier: identifier, calibration: calibration)
        }
    }

    /// Returns the mapping to the screen; nil if the output that sway chooses is unknown.
    func mapping(to outputs: [SwayOutput], by rules: SwayInputRules) -> SurfaceMapping? {
        guard let first = outputs.first else { return nil }
        let map: InkTransform
        switch rules.target(of: identifier) {
        case .output(let name):
            guard let output = outputs.first(where: { $0.name == name }) else { return nil }
            map = Self.map(to: output)
        case .region(let place): map = InkTransform(filling: place)
        case .layout: map = InkTransform(filling: outputs.layout)
        case nil:
            let builtIn = outputs.filter(\.isBuiltIn)
            if outputs.count == 1 {
                map = first.isBuiltIn ? Self.map(to: first) : InkTransform(filling: first.place)
            } else if builtIn.count != 1 {
                map = InkTransform(filling: outputs.layout)
            } else {
                // sway 1.7 chooses the built-in output; later versions do so only for built-in pens, which are not reported as such
                return nil
            }
        }
        let calibrated = InkTransform(rows: calibration)?.followed(by: map) ?? map
        return calibrated.isFinite ? SurfaceMapping(vendor: vendor, product: product, name: identifier, map: calibrated) : nil
    }

    private static func map(to output: SwayOutput) -> InkTransform {
        InkTransform.unrotating(degrees: output.rotation).followed(by: InkTransform(filling: output.place))
    }
}

extension [SwayOutput] {
    /// The rectangle around all outputs.
    fileprivate var layout: PixelRectangle {
        let (left, top) = (map(\.place.x).min() ?? 0, map(\.place.y).min() ?? 0)
        let (right, bottom) = (map { $0.place.x + $0.place.width }.max() ?? 0, map { $0.place.y + $0.place.height }.max() ?? 0)
        return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension PixelRectangle {
    /// Creates the rectangle of a JSON object with `x`, `y`, `width` and `height`; nil if one of them is missing.
    init?(_ value: JSONValue?) {
        guard let x = value?["x"]?.number, let y = value?["y"]?.number, let width = value?["width"]?.number,
            let height = value?["height"]?.number
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

extension JSONValue {
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
