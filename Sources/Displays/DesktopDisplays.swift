internal import Glibc
public import InputMethod

/// The displays of the desktop, by Wayland or else by X11: the rotation of the built-in one, and the places of windows and pens on them.
public final class DesktopDisplays: DisplaySource {
    private let source: any OutputSource
    /// nil where the desktop does not say.
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

/// A connection to a desktop that reports where its windows and pens are on the screen.
protocol PlaceSource: AnyObject {
    /// The descriptor to wait for with `poll`; nil once the connection is lost.
    var fileDescriptor: Int32? { get }
    /// The places, as last reported.
    var places: DesktopPlaces { get }
    /// Asks for the place of the focused window; it may arrive with a later update.
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
    /// The counterclockwise rotation of its picture in degrees: 0, 90, 180 or 270.
    var rotation: Int

    /// The connectors of panels within a case, as the kernel's DRM names them (drm_connector.c).
    private static let internalConnectors = ["eDP", "LVDS", "DSI"]

    /// Returns the built-in display: the first one on an internal connector; without any, the only display.
    static func builtIn(among outputs: [Output]) -> Output? {
        outputs.first { output in internalConnectors.contains { output.connector?.hasPrefix($0) == true } }
            ?? (outputs.count == 1 ? outputs[0] : nil)
    }
}
