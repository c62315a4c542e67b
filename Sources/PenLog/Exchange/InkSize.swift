internal import Ink

/// Implausible sizes of ink.
public enum InkSize {
    /// Largest plausible size in millimeters; larger ink would be drawn on a wall.
    private static let largest = 5_000.0

    /// Returns a remark on ink that is larger than a wall; nil if it is not. The size is in millimeters.
    public static func remark(width: Double, height: Double, name: String? = nil) -> String? {
        guard width > largest || height > largest else { return nil }
        let ink = name.map { "the ink \(RecordingError.quoted($0))" } ?? "the ink"
        return "\(ink) is \(text(width)) mm wide and \(text(height)) mm high: the file's units or its resolution may be wrong"
    }

    private static func text(_ size: Double) -> String { size < 1e15 ? String(Int64(size.rounded())) : "\(size)" }
}

extension JSONInk {
    /// A remark on ink that is larger than a wall; nil if it is not, or if its scale is unknown.
    var sizeRemark: String? {
        guard let unitsPerMillimeter, unitsPerMillimeter > 0, let bounds else { return nil }
        return InkSize.remark(width: bounds.width / unitsPerMillimeter, height: bounds.height / unitsPerMillimeter, name: id)
    }
}
