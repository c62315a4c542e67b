public import Evdev
internal import Ink

/// The known sizes of a surface, and the choice among them.
///
/// Descriptors may contain wrong sizes: width and height exchanged, a wrong power of ten, the size of another model. So the reported size
/// is compared with the size in the tablet database and with the size of the same screen's touch device:
///
/// 1. A size from the configuration overrides all others. Without one, a size from the quirks does.
/// 2. The database overrides the descriptor if the two differ by more than ``tolerance``. The database rounds to inches, so a descriptor
///    that agrees is more exact, even if it agrees only with its sides exchanged.
/// 3. A screen's touch device overrides its pen if the two differ by more than ``tolerance`` and the database has no size for the pen. If
///    only the computer's screen pairs the two, a plausible size of the pen stays (`touchSize(_:besides:because:)`).
/// 4. A size without another source is used even if it is too small or too long to be written on, but is marked as implausible.
public struct SurfaceSizing: Sendable, Hashable {
    /// The source of a size.
    public enum Source: String, Sendable, Hashable {
        /// Range and resolution of the axes.
        case descriptor
        /// Range and resolution of the axes, with width and height exchanged.
        case exchanged
        /// The tablet database.
        case database
        /// The touch device of the same screen.
        case touch
        /// The quirks.
        case quirk
        /// The configuration.
        case setting
    }

    /// The reason why a size is doubtful.
    public enum Doubt: String, Sendable, Hashable {
        /// Another source contradicts the device's report and was used instead.
        case corrected
        /// No tablet has this size or shape, and no other source is available.
        case implausible
    }

    /// The size of the sensor that is used, before quirks rotate it; nil if unknown.
    public let size: SurfaceSize?
    /// The source of the size; nil if unknown.
    public let source: Source?
    /// The doubt about the reported size; nil if nothing contradicts it.
    public let doubt: Doubt?
    /// The size computed from the axes' ranges and resolutions; nil if they do not give a size.
    public let reported: SurfaceSize?

    /// The factor by which two sizes may differ. Above it, only one of them can be right.
    public static let tolerance = 1.5
    /// Plausible side lengths in millimeters. They include the sides of the smallest and the largest tablets and pen displays, with a
    /// margin.
    private static let sides = 40.0...1500.0
    /// The largest plausible ratio of the sides. The longest pen displays are second screens of laptops, 3.5 times as wide as high.
    private static let longest = 5.0

    /// Weighs the known sizes of the surface that these two axes span.
    ///
    /// The resolution counts only if both axes have one and both ranges are valid (minimum < maximum). With a single resolution, shapes
    /// would be distorted.
    /// - Parameter configured: the configured size, in the surface's upright orientation.
    public init(_ description: DeviceDescription, x: UInt16, y: UInt16, configured: SurfaceSize? = nil) {
        let quirks = description.quirks ?? Quirks()
        let reported = Self.reported(description.axes[x], description.axes[y])
        self.reported = reported
        let configured = Self.usable(configured)
        if let size = configured ?? Self.usable(quirks.size) {
            let isTurned = (quirks.swapsAxes == true) != (quirks.rotation?.swapsSides == true)
            self.size = isTurned ? size.turned : size
            source = configured == nil ? .quirk : .setting
            doubt = nil
            return
        }
        let listed = Self.usable(description.databaseSize)
        // a database entry for many models is used if the tablet reports no size; otherwise the tablet's report is more reliable
        let database = quirks.trustsDatabaseSize == false && reported != nil ? nil : listed
        let touch = Self.usable(description.touchSize)
        switch (reported, database, touch) {
        case (let reported?, let database?, _) where Self.agree(reported, database):
            (size, source, doubt) = (reported, .descriptor, nil)
        case (let reported?, let database?, _) where Self.agree(reported.turned, database):
            (size, source, doubt) = (reported.turned, .exchanged, .corrected)
        case (_?, let database?, _):
            (size, source, doubt) = (database, .database, .corrected)
        case (let reported?, nil, let touch?) where !Self.agree(reported, touch):
            (size, source, doubt) = (touch, .touch, .corrected)
        case (let reported?, nil, let touch):
            (size, source) = (reported, .descriptor)
            doubt = touch == nil && !Self.isPlausible(reported) ? .implausible : nil
        case (nil, let database?, _): (size, source, doubt) = (database, .database, nil)
        case (nil, nil, let touch?): (size, source, doubt) = (touch, .touch, nil)
        case (nil, nil, nil): (size, source, doubt) = (nil, nil, nil)
        }
    }

    /// Returns the size of a touch device for its pen; nil if it must not be used. That is the case if the two are paired only because both
    /// are part of the computer's screen, and the pen reports a plausible size: a guess must not override a measurement.
    public static func touchSize(
        _ touch: SurfaceSize?, besides pen: SurfaceSizing, because evidence: DevicePairing.Evidence
    ) -> SurfaceSize? {
        guard evidence == .screen, let reported = pen.reported, isPlausible(reported) else { return touch }
        return nil
    }

    private static func reported(_ x: AxisInfo?, _ y: AxisInfo?) -> SurfaceSize? {
        guard let x, let y, x.span > 0, y.span > 0, x.resolution > 0, y.resolution > 0 else { return nil }
        return SurfaceSize(width: Double(x.span) / Double(x.resolution), height: Double(y.span) / Double(y.resolution))
    }

    private static func usable(_ size: SurfaceSize?) -> SurfaceSize? {
        size.flatMap { $0.width.isFinite && $0.height.isFinite && $0.width > 0 && $0.height > 0 ? $0 : nil }
    }

    private static func agree(_ one: SurfaceSize, _ other: SurfaceSize) -> Bool {
        [one.width / other.width, one.height / other.height].allSatisfy { (1 / tolerance...tolerance).contains($0) }
    }

    private static func isPlausible(_ size: SurfaceSize) -> Bool {
        sides.contains(size.width) && sides.contains(size.height)
            && (1 / longest...longest).contains(size.width / size.height)
    }
}
