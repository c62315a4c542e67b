internal import CWayland
internal import Glibc
internal import Ink

/// The ink under the tip on a Wayland compositor with wlr-layer-shell (sway and other wlroots desktops, KWin).
final class LayerShell: TipSurface {
    private let display: OpaquePointer
    private let registry: OpaquePointer
    private let color: (Double, Double, Double)
    private var globals = LayerOutput.Globals()
    private let listeners = LayerListeners()
    /// The outputs, by the name of their global in the registry.
    private var outputs: [UInt32: LayerOutput] = [:]
    private var isLost = false
    // allocated, because the C library stores the address of the listener
    private let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)

    /// Connects to the compositor that the environment names; nil without one, or without wlr-layer-shell.
    ///
    /// - Parameter color: the ink's color: red, green, blue, 0 to 1.
    init?(color: (Double, Double, Double)) {
        guard getenv("WAYLAND_DISPLAY") != nil, let display = wl_display_connect(nil) else { return nil }
        guard let registry = wl_display_get_registry(display) else {
            wl_display_disconnect(display)
            return nil
        }
        (self.display, self.registry, self.color) = (display, registry, color)
        listener.initialize(
            to: wl_registry_listener(
                global: { context, _, name, interface, version in
                    guard let context, let interface else { return }
                    LayerShell.from(context).add(name, String(cString: interface), version)
                },
                global_remove: { context, _, name in
                    guard let context else { return }
                    LayerShell.from(context).outputs[name] = nil
                }))
        wl_registry_add_listener(registry, listener, Unmanaged.passUnretained(self).toOpaque())
        // the first roundtrip receives the globals, the later ones the outputs' properties
        guard wl_display_roundtrip(display) >= 0, globals.shell != nil, globals.shm != nil, globals.compositor != nil else { return nil }
        bindOutputs()
        wl_display_roundtrip(display)
        wl_display_roundtrip(display)
    }

    deinit {
        outputs = [:]
        for global in [globals.compositor, globals.shm, globals.shell, globals.outputs, globals.viewporter] {
            if let global { wl_proxy_destroy(global) }
        }
        wl_registry_destroy(registry)
        wl_display_disconnect(display)
        listener.deallocate()
    }

    var fileDescriptor: Int32? { isLost ? nil : wl_display_get_fd(display) }

    var erasesCheaply: Bool { true }

    // Wayland reports the pointer only to the window below the pointer
    let hasPointer = false

    var pointer: Point? { nil }

    func scale(at place: Point) -> Double { 1 }

    func process() -> Bool {
        guard !isLost else { return false }
        while wl_display_prepare_read(display) != 0 { wl_display_dispatch_pending(display) }
        wl_display_flush(display)
        var request = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 0) > 0 { wl_display_read_events(display) } else { wl_display_cancel_read(display) }
        wl_display_dispatch_pending(display)
        for output in outputs.values { output.present() }
        wl_display_flush(display)
        isLost = wl_display_get_error(display) != 0
        let isStale = outputs.values.contains(where: \.isStale)
        for output in outputs.values { output.isStale = false }
        return isStale
    }

    func draw(_ lines: [TipInk.Line], in box: Box, isErased: Bool) {
        for output in outputs.values { output.draw(lines, in: box, color: color) }
        wl_display_flush(display)
    }

    func hide() {
        for output in outputs.values { output.hide() }
        wl_display_flush(display)
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> LayerShell {
        Unmanaged<LayerShell>.fromOpaque(context).takeUnretainedValue()
    }

    private func add(_ name: UInt32, _ interface: String, _ version: UInt32) {
        switch interface {
        // version 4 has damage in the buffer's pixels
        case "wl_compositor" where version >= 4: globals.compositor = inkd_bind(registry, name, INKD_COMPOSITOR, 4)
        case "wl_shm": globals.shm = inkd_bind(registry, name, INKD_SHM, 1)
        case "zwlr_layer_shell_v1": globals.shell = inkd_bind(registry, name, INKD_LAYER_SHELL, 1)
        case "zxdg_output_manager_v1": globals.outputs = inkd_bind(registry, name, INKD_XDG_OUTPUT_MANAGER, min(version, 2))
        case "wp_viewporter": globals.viewporter = inkd_bind(registry, name, INKD_VIEWPORTER, 1)
        // version 2 has `done`, version 3 has `release`
        case "wl_output" where version >= 2: waiting.append((name, min(version, 3)))
        default: break
        }
        if isReady { bindOutputs() }
    }

    /// Outputs that were announced before the globals that they need.
    private var waiting: [(name: UInt32, version: UInt32)] = []
    /// Whether all globals that were announced at the start are known.
    private var isReady = false

    private func bindOutputs() {
        isReady = true
        for (name, version) in waiting {
            guard let proxy = inkd_bind_output(registry, name, version) else { continue }
            outputs[name] = LayerOutput(proxy, globals: globals, listeners: listeners)
        }
        waiting = []
    }
}
