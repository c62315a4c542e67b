/// A place where a log is damaged, and what is missing for it.
public struct LogDamage: Sendable, Hashable, CustomStringConvertible {
    /// The first byte that is not understood, of the unpacked file.
    public let place: Int
    /// What is wrong.
    public let reason: String
    /// The byte from which on records are read again; nil if none comes after the damage.
    public internal(set) var next: Int?
    /// Microseconds from the log's beginning to the last frame before the damage; nil if there is none.
    public let from: Int64?
    /// Microseconds from the log's beginning to the moment from which frames are read again; nil if none are.
    public internal(set) var until: Int64?
    /// Frames are missing; else it is only another record.
    public internal(set) var losesFrames = true

    init(at place: Int, reason: String, after time: Int64?) {
        self.place = place
        self.reason = reason
        from = time
    }

    /// "the log is damaged at byte 812 (its checksum is wrong): frames from 1.2 s to 5.0 s are missing".
    public var description: String {
        let lost =
            switch (from, until) {
            case _ where !losesFrames: "one record is missing, and no frame"
            case (let from?, let until?): "frames from \(Self.seconds(from)) to \(Self.seconds(until)) are missing"
            case (nil, let until?): "frames before \(Self.seconds(until)) are missing"
            case (let from?, nil): "frames after \(Self.seconds(from)) are missing"
            case (nil, nil): "no frame is whole"
            }
        return "the log is damaged at byte \(place) (\(reason)): \(lost)"
    }

    private static func seconds(_ microseconds: Int64) -> String {
        let tenths = microseconds / 100_000
        return "\(tenths / 10).\(abs(tenths % 10)) s"
    }
}
