internal import Glibc
public import InputMethod

/// The displays of the desktop, on Wayland or else on X11: the rotation of the built-in display, the position of the focused window, and
/// the mapping of pens to the screen.
public final class DesktopDisplays: DisplaySource {
    private let source: any OutputSource
    /// The source of the window's position and of the mapping of pens; nil if the desktop does not report them.
    private let placeSource: (any PlaceSource)?
    private var known: Int?

    /// Connects to the desktop that the environment names; nil without a desktop.
    public init?() {
        if let source = WaylandOutputs() {
            self.source = source
            placeSource = SwayDesktop() ?? GnomeDesktop()
        } else if let source = X11Outputs() {
            self.source = source
            placeSource = X11Desktop()
        } else {
            return nil
        }
        known = Output.builtIn(among: source.outputs)?.rotation
    }

    public var fileDescriptors: [Int32] { [source.fileDescriptor, placeSource?.fileDescriptor].compactMap(\.self) }

    public func rotation() -> Int? {
        if source.update() { known = Output.builtIn(among: source.outputs)?.rotation }
        return known
    }

    public func locateWindow() { placeSource?.locateWindow() }

    public func places() -> DesktopPlaces? {
        placeSource?.update()
        return placeSource?.places
    }
}

/// A connection to a desktop that reports the position of its focused window, and the mapping of its pens to the screen.
protocol PlaceSource: AnyObject {
    /// The descriptor to wait for with `poll`; nil once the connection is lost.
    var fileDescriptor: Int32? { get }
    /// The window's position and the mapping of pens, as last reported.
    var places: DesktopPlaces { get }
    /// Requests the position of the focused window. The answer may arrive with a later update.
    func locateWindow()
    /// Handles the desktop's events, without waiting.
    func update()
}

/// A connection to a display server that lists outputs.
protocol OutputSource: AnyObject {
    /// The descriptor to wait for with `poll`; nil once the connection is lost.
    var fileDescriptor: Int32? { get }
    /// The outputs in use, as last reported.
    var outputs: [Output] { get }
    /// Handles the server's events, without waiting.
    /// - Returns: Whether `outputs` may have changed.
    func update() -> Bool
}

/// A monitor in use.
struct Output: Hashable {
    /// The connector, such as "eDP-1"; nil if the server does not report it.
    var connector: String?
    /// The counterclockwise rotation of the monitor's picture in degrees: 0, 90, 180 or 270.
    var rotation: Int

    /// The connectors of panels within a case, as the kernel's DRM names them (drm_connector.c).
    private static let internalConnectors = ["eDP", "LVDS", "DSI"]

    /// Returns the built-in display: the first display on an internal connector, or else the only display. Returns nil if neither exists.
    static func builtIn(among outputs: [Output]) -> Output? {
        outputs.first { output in internalConnectors.contains { output.connector?.hasPrefix($0) == true } }
            ?? (outputs.count == 1 ? outputs[0] : nil)
    }
}
