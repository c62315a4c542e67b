/// The displays of the desktop.
public protocol DisplaySource: AnyObject {
    /// The descriptor to wait for with `poll`; nil if nothing more is reported.
    var fileDescriptor: Int32? { get }
    /// Handles the desktop's events, without waiting, and returns the counterclockwise rotation of the built-in display's picture in degrees;
    /// nil without such a display, or while it is unknown.
    func rotation() -> Int?
}

/// The rotation of the built-in display, which inkd receives once per change and connection.
struct DisplayRotation {
    private let source: (any DisplaySource)?
    /// The rotation that inkd has; nil before the first report.
    private var reported: Int?

    /// - Parameter source: nil if the displays are unknown: nothing is reported.
    init(of source: (any DisplaySource)?) { self.source = source }

    /// The descriptor to wait for with `poll`; nil if nothing more is reported.
    var fileDescriptor: Int32? { source?.fileDescriptor }

    /// Handles the desktop's events, and returns the rotation in degrees if inkd does not have it yet.
    func unreported() -> Int? {
        guard let rotation = source?.rotation(), rotation != reported else { return nil }
        return rotation
    }

    /// Records that the rotation is on its way to inkd.
    mutating func report(_ rotation: Int) { reported = rotation }

    /// Forgets the reported rotation, because the next connection starts without one.
    mutating func forget() { reported = nil }
}
