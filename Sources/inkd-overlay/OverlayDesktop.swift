internal import Glibc
internal import System

/// The parts of the overlay that this desktop can show: the panel needs an X server; the ink under the tip needs an X server, or a Wayland
/// compositor with wlr-layer-shell.
final class OverlayDesktop {
    /// The panel; nil without an X server.
    let panel: PanelView?
    /// The ink under the tip; nil if the desktop cannot show it, or if the mode is `never`.
    let tip: TipView?
    private let screen: Screen?
    /// The lock that makes this overlay the only one on a desktop without an X server.
    private let lock: LockFile?

    /// - Throws: `OverlayError`.
    init(palette: Palette, showsCandidates: Bool, tipMode: TipMode, mapping: TabletToScreen?) throws(OverlayError) {
        // under wlroots, an X11 window must not show the ink, because it would take the clicks
        let layers = tipMode == .never ? nil : LayerShell(color: palette.ink)
        do {
            screen = try Screen()
        } catch {
            // without an X server there is no panel, but the ink may still be shown
            guard layers != nil else { throw error }
            screen = nil
        }
        if let screen {
            guard screen.claim() else { throw .alreadyThere }
            panel = try PanelView(on: screen, palette: palette, showsCandidates: showsCandidates)
            lock = nil
        } else {
            guard let claim = LockFile() else { throw .alreadyThere }
            lock = consume claim
            panel = nil
        }
        var surface: (any TipSurface)? = layers
        if layers == nil, tipMode != .never, let screen {
            let window = TipWindow(on: screen, color: palette.ink)
            // on Wayland, the desktop may draw the ink itself
            surface = getenv("WAYLAND_DISPLAY") == nil ? window : YieldingTip(window)
        }
        tip = surface.map { TipView(on: $0, mode: tipMode, mapping: mapping) }
    }

    /// The descriptors to wait for with `poll`.
    var fileDescriptors: [Int32] { [screen?.fileDescriptor, tip?.fileDescriptor].compactMap { $0 } }

    /// Handles the desktop's events, without waiting.
    ///
    /// - Returns: the index of the candidate that was clicked; nil without a click.
    func process() -> Int? {
        let events = screen?.drain() ?? .init()
        if events.isExposed { tip?.redraw() }
        tip?.process()
        return events.clicks.lazy.compactMap { [panel] in panel?.choice(at: $0) }.last
    }
}

/// The claim to be a Wayland display's only overlay, held until the process ends.
private struct LockFile: ~Copyable {
    private let file: Descriptor

    /// Claims the display; nil if another process has it.
    init?() {
        let folder = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        let display = getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? "wayland-0"
        let path = "\(folder)/inkd-overlay-\(display.split(separator: "/").last ?? "").lock"
        guard let file = try? Descriptor(opening: path, O_RDWR | O_CREAT), flock(file.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
        self.file = file
    }
}
