public import Evdev
internal import Ink

/// What is known of a surface's size, and what of it is believed.
///
/// Descriptors give sizes wrongly: one side for the other, units of the wrong power of ten, another model's. So the reported size is held
/// against the tablet database's and the touch device's of the same screen:
///
/// 1. A size of the configuration, or else of the quirks, goes before everything.
/// 2. The database goes before the descriptor where they differ by more than ``tolerance``; it rounds to inches, so that a descriptor that
///    agrees is the more exact one, also if it agrees with its sides exchanged.
/// 3. A screen's touch device goes before its pen where they differ so; the database's word for the pen is not asked again. Where nothing but
///    the screen joins the two, a size that can be one stays (`touchSize(_:besides:because:)`).
/// 4. What is left alone may still be too small or too long to be written on: then it is believed, and marked.
public struct SurfaceSizing: Sendable, Hashable {
    /// Where a size comes from.
    public enum Source: String, Sendable, Hashable {
        /// Range and resolution of the axes.
        case descriptor
        /// The same, with width and height exchanged.
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

    /// Why a size is doubtful.
    public enum Doubt: String, Sendable, Hashable {
        /// Another source was believed.
        case corrected
        /// No tablet is so small, so large, or so long; nothing else is known.
        case implausible
    }

    /// The believed size of the sensor, before quirks turn it; nil if nothing knows one.
    public let size: SurfaceSize?
    /// Where it comes from; nil if nothing knows one.
    public let source: Source?
    /// nil if nothing speaks against the reported size.
    public let doubt: Doubt?
    /// What range and resolution of the axes give; nil if they give nothing.
    public let reported: SurfaceSize?

    /// Sizes that differ by more than this factor cannot both be right.
    public static let tolerance = 1.5
    /// Millimetres: the sides of the smallest and the largest tablets and screens that pens are made for lie within, with room to spare.
    private static let sides = 40.0...1500.0
    /// The longest screens for pens are laptops' second ones, 3.5 times as wide as high.
    private static let longest = 5.0

    /// Weighs what is known of the surface that these two axes span.
    ///
    /// Resolution counts only if both axes have one and both ranges are true ranges (minimum < maximum): with only one, shapes would be
    /// distorted.
    /// - Parameter configured: the size that the configuration has, as the surface lies upright.
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
        let listed = Self.usable(description.databaseSize.map { SurfaceSize(width: $0, height: $1) })
        // an entry for many models is better than nothing, and worse than what the tablet says of itself
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

    /// The size of a touch device that says something of a pen's: nil where it is taken for the pen's partner only because both are of the
    /// computer's screen, and the pen reports a size that a tablet can have. A guess does not overrule a measure.
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
