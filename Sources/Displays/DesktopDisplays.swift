internal import Glibc
public import InputMethod

/// The displays of the desktop, through Wayland, or X11 if Wayland is not available, for the rotation of the built-in display.
public final class DesktopDisplays: DisplaySource {
    private let source: any OutputSource
    private var known: Int?

    /// Connects to the desktop that the environment names; nil without a desktop.
    public init?() {
        guard let source: any OutputSource = WaylandOutputs() ?? X11Outputs() else { return nil }
        self.source = source
        known = Output.builtIn(among: source.outputs)?.rotation
    }

    public var fileDescriptor: Int32? { source.fileDescriptor }

    public func rotation() -> Int? {
        if source.update() { known = Output.builtIn(among: source.outputs)?.rotation }
        return known
    }
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
