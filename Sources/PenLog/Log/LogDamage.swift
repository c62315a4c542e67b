/// A damaged position in a log, and the content missing because of it.
public struct LogDamage: Sendable, Hashable, CustomStringConvertible {
    /// The first byte that cannot be read, counted in the decompressed file.
    public let place: Int
    /// The fault.
    public let reason: String
    /// The byte from which on records are readable again; nil if no record follows the damage.
    public internal(set) var next: Int?
    /// Microseconds from the log's beginning to the last frame before the damage; nil if there is no such frame.
    public let from: Int64?
    /// Microseconds from the log's beginning to the first readable frame after the damage; nil if there are no further frames.
    public internal(set) var until: Int64?
    /// Whether frames are missing; if false, only another record is.
    public internal(set) var losesFrames = true

    init(at place: Int, reason: String, after time: Int64?) {
        self.place = place
        self.reason = reason
        from = time
    }

    /// The damage as text: "the log is damaged at byte 812 (its checksum is wrong): frames from 1.2 s to 5.0 s are missing".
    public var description: String {
        let lost =
            switch (from, until) {
            case _ where !losesFrames: "one record is missing, but no frame"
            case (let from?, let until?): "frames from \(Self.seconds(from)) to \(Self.seconds(until)) are missing"
            case (nil, let until?): "frames before \(Self.seconds(until)) are missing"
            case (let from?, nil): "frames after \(Self.seconds(from)) are missing"
            case (nil, nil): "no frame is intact"
            }
        return "the log is damaged at byte \(place) (\(reason)): \(lost)"
    }

    private static func seconds(_ microseconds: Int64) -> String {
        let tenths = microseconds / 100_000
        return "\(tenths / 10).\(abs(tenths % 10)) s"
    }
}
