public import InkProtocol

/// A source of the built-in display's rotation, of the focused window's position, and of the mapping of tablets to the screen.
public protocol DisplaySource: AnyObject {
    /// The descriptors to wait for with `poll`; empty if no further events will come.
    var fileDescriptors: [Int32] { get }
    /// Handles the desktop's events, without waiting, and returns the counterclockwise rotation of the built-in display's picture in
    /// degrees; nil without such a display, or while the rotation is unknown.
    func rotation() -> Int?
    /// Requests the position of the focused window; the answer may come later.
    func locateWindow()
    /// Handles the desktop's events, without waiting, and returns the window's position and the mapping of tablets; nil while the desktop
    /// reports neither.
    func places() -> DesktopPlaces?
}

/// The position of the focused window, and the mapping of tablets to the screen.
public struct DesktopPlaces: Sendable, Hashable {
    /// The window with the keyboard focus; nil if it is unknown.
    public var window: FocusedWindow?
    /// The mapping of tablets to the screen.
    public var tablets: [TextInputInterface.TabletMapping]

    public init(window: FocusedWindow? = nil, tablets: [TextInputInterface.TabletMapping] = []) {
        (self.window, self.tablets) = (window, tablets)
    }
}

/// The changes of the desktop's displays: the rotation, which inkd receives once per change and connection, the position of the focused
/// window, and the mapping of tablets.
struct DisplayChanges {
    private let source: (any DisplaySource)?
    /// The rotation as reported to inkd; nil before the first report.
    private var reportedRotation: Int?
    /// The places returned last.
    private var places: DesktopPlaces?

    /// - Parameter source: The source of the changes; nil if the displays are unknown, so that nothing is reported.
    init(of source: (any DisplaySource)?) { self.source = source }

    /// The descriptors to wait for with `poll`; empty if no further events will come.
    var fileDescriptors: [Int32] { source?.fileDescriptors ?? [] }

    /// Handles the desktop's events, and returns the rotation in degrees if it is not reported to inkd yet.
    func unreportedRotation() -> Int? {
        guard let rotation = source?.rotation(), rotation != reportedRotation else { return nil }
        return rotation
    }

    /// Records that the rotation was sent to inkd.
    mutating func reportRotation(_ rotation: Int) { reportedRotation = rotation }

    /// Forgets the reported rotation, because the next connection starts without one.
    mutating func forgetRotation() { reportedRotation = nil }

    /// Requests the position of the focused window.
    func locateWindow() { source?.locateWindow() }

    /// Handles the desktop's events, and returns the places if they have changed.
    mutating func newPlaces() -> DesktopPlaces? {
        guard let new = source?.places(), new != places else { return nil }
        places = new
        return new
    }
}
