internal import Ink
internal import InputMethod
internal import Varlink

/// The decoder of the JSON text that org.inkd.Desktop.GetPlaces returns.
enum GnomePlaces {
    /// Returns the window's position and the mapping of tablets; nil if the text is not a JSON object. An incomplete window or tablet is
    /// left out.
    static func read(_ text: String) -> DesktopPlaces? {
        guard let value = try? JSONValue(parsing: Array(text.utf8)), case .object = value else { return nil }
        var tablets: [SurfaceMapping] = []
        if case .array(let list) = value["tablets"] { tablets = list.compactMap(SurfaceMapping.init) }
        return DesktopPlaces(window: value["window"].flatMap(FocusedWindow.init), tablets: tablets.reports)
    }
}

extension FocusedWindow {
    fileprivate init?(_ value: JSONValue) {
        guard let place = PixelRectangle(value), place.width > 0, place.height > 0 else { return nil }
        // Mutter reports 0 or a negative number for an unknown process
        let process = value["pid"]?.int.flatMap { $0 > 0 ? Int(exactly: $0) : nil }
        self.init(
            place: place, shadowLeft: value["shadowLeft"]?.number ?? 0, shadowTop: value["shadowTop"]?.number ?? 0, process: process,
            title: value["title"]?.string)
    }
}

extension SurfaceMapping {
    fileprivate init?(_ value: JSONValue) {
        guard let vendor = value["vendor"]?.int.flatMap({ Int(exactly: $0) }),
            let product = value["product"]?.int.flatMap({ Int(exactly: $0) }),
            case .array(let numbers) = value["matrix"], numbers.count == 6
        else { return nil }
        guard let map = InkTransform(rows: numbers.compactMap(\.number)), map.isFinite, map.inverse != nil else { return nil }
        let density = value["millimeter"]?.number.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        self.init(vendor: vendor, product: product, name: value["name"]?.string, map: map, pixelsPerMillimeter: density)
    }
}
