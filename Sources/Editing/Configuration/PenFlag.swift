internal import Ink

/// The flags that `pen.mode` has replaced. Programs can read and set the flags, but only `pen.mode` is stored: the flags are computed from
/// it.
public enum PenFlag: String, Sendable, Hashable, CaseIterable {
    /// Whether the pen writes text.
    case enabled = "pen.enabled"
    /// Whether a pen that writes text also points.
    case points = "pen.points"

    /// Returns the flag's value in a mode. `points` is also true for a pen that only points, because that pen would still point if it began
    /// to write.
    func value(in mode: PenMode) -> Bool {
        switch self {
        case .enabled: mode.isWriting
        case .points: mode != .writes
        }
    }

    /// Returns the mode that results from setting the flag.
    func set(_ isOn: Bool, in mode: PenMode) -> PenMode {
        switch (self, isOn) {
        case (.enabled, true): mode.isWriting ? mode : .pointsAndWrites
        case (.enabled, false): .points
        case (.points, true): mode == .writes ? .pointsAndWrites : mode
        case (.points, false): mode == .pointsAndWrites ? .writes : mode
        }
    }
}
