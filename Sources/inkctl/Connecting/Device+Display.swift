internal import InkProtocol

extension DevicesInterface.Device {
    /// "216 × 135 mm", or "size unknown".
    var sizeText: String {
        guard let width, let height else { return "size unknown" }
        return "\(DisplayText.fixed(width, digits: 0)) × \(DisplayText.fixed(height, digits: 0)) mm"
    }

    /// What it can tell, such as "pressure, tilt"; "–" if nothing besides positions.
    var abilitiesText: String {
        let abilities = [(pressure, "pressure"), (tilt, "tilt"), (eraser, "eraser")].filter(\.0).map(\.1)
        return abilities.isEmpty ? "–" : abilities.joined(separator: ", ")
    }
}
