internal import CWayland
internal import Ink

/// One output of a Wayland compositor, and the surface on it that shows ink: as large as the output, above all windows, without input.
///
/// The surface exists while nothing is shown, but has no buffer: ink can be shown without waiting, and the compositor has nothing to draw.
final class LayerOutput {
    /// The globals of the compositor.
    struct Globals {
        var compositor: OpaquePointer?
        var shm: OpaquePointer?
        var shell: OpaquePointer?
        var outputs: OpaquePointer?
        var viewporter: OpaquePointer?
    }

    private(set) var geometry = OutputGeometry()
    /// The geometry that applies at the next `done`.
    var next = OutputGeometry()
    private let globals: Globals
    private let listeners: LayerListeners
    private let output: OpaquePointer
    private var details: OpaquePointer?
    private var surface: Layer?
    private var canvas: InkCanvas?
    private var buffers: [ShmBuffer] = []
    /// Whether the surface is new, or has another size, so that ink has to be drawn anew.
    var isStale = false
    /// The area in which the surface differs from the canvas.
    private var pending = PixelArea.empty

    private struct Layer {
        let surface: OpaquePointer
        let layer: OpaquePointer
        let viewport: OpaquePointer?
        /// The size of the surface in logical pixels; nil before the compositor has reported it.
        var size: (width: Int, height: Int)?
    }

    /// The maximum number of buffers: one that is shown, one that the compositor has not released yet, and one to draw.
    private static let bufferLimit = 3
    private static let margin = 128

    init(_ output: OpaquePointer, globals: Globals, listeners: LayerListeners) {
        (self.output, self.globals, self.listeners) = (output, globals, listeners)
        listeners.listen(to: output, for: self)
        if let manager = globals.outputs, let details = inkd_xdg_output_get(manager, output) {
            self.details = details
            listeners.listen(toDetails: details, for: self)
        }
    }

    deinit {
        closeSurface()
        if let details { inkd_xdg_output_destroy(details) }
        if wl_proxy_get_version(output) >= UInt32(WL_OUTPUT_RELEASE_SINCE_VERSION) {
            wl_output_release(output)
        } else {
            wl_output_destroy(output)
        }
    }

    /// Applies a new geometry.
    func applyGeometry() {
        guard geometry != next || surface == nil else { return }
        geometry = next
        openSurface()
    }

    /// The number of pixels per logical pixel.
    var scale: Double { geometry.pixelScale(canScale: globals.viewporter != nil) }

    /// The frame of the surface in the layout of the outputs, in logical pixels; nil before the compositor has reported the size.
    var frame: Box? { surface?.size.map { geometry.frame(width: $0.width, height: $0.height) } }

    /// Creates the surface, without a buffer.
    func openSurface() {
        closeSurface()
        guard let compositor = globals.compositor, let shell = globals.shell, let surface = wl_compositor_create_surface(compositor)
        else { return }
        guard let layer = inkd_layer_shell_get_surface(shell, surface, output, "inkd-overlay") else { return wl_surface_destroy(surface) }
        listeners.listen(toLayer: layer, for: self)
        inkd_layer_surface_fill_output(layer)
        if let nothing = wl_compositor_create_region(compositor) {
            wl_surface_set_input_region(surface, nothing)
            wl_region_destroy(nothing)
        }
        self.surface = Layer(
            surface: surface, layer: layer, viewport: globals.viewporter.flatMap { inkd_viewporter_get_viewport($0, surface) })
        wl_surface_commit(surface)
    }

    func closeSurface() {
        (canvas, buffers, pending) = (nil, [], .empty)
        guard let surface else { return }
        self.surface = nil
        if let viewport = surface.viewport { inkd_viewport_destroy(viewport) }
        inkd_layer_surface_destroy(surface.layer)
        wl_surface_destroy(surface.surface)
    }

    /// Accepts the size that the compositor gives the surface.
    func configure(serial: UInt32, width: Int, height: Int) {
        guard let layer = surface?.layer else { return }
        inkd_layer_surface_ack_configure(layer, serial)
        if let size = surface?.size, size == (width, height) { return }
        surface?.size = (width, height)
        (canvas, buffers, pending) = (nil, [], .empty)
        isStale = true
    }

    /// Draws the lines within a box of the layout.
    func draw(_ lines: [TipInk.Line], in box: Box, color: (Double, Double, Double)) {
        guard let frame else { return }
        let pen = InkCanvas.Pen(color: color, scale: scale, origin: Point(x: frame.x, y: frame.y))
        let ink = lines.compactMap(\.path.box).filter { $0.intersects(frame) }.map { pen.pixels(of: $0).intersection(whole) }
            .reduce(PixelArea.empty) { $0.union($1) }
        guard !ink.isEmpty || self.canvas != nil else { return }
        let area = (self.canvas?.area ?? .empty).windowFrame(covering: ink, on: whole, margin: Int(Double(Self.margin) * scale))
        if self.canvas?.area != area {
            guard let next = InkCanvas(area) else { return }
            if let canvas = self.canvas { next.copy(from: canvas) }
            self.canvas = next
        }
        guard let canvas = self.canvas else { return }
        let part = pen.pixels(of: box).intersection(area)
        guard !part.isEmpty else { return }
        canvas.draw(lines, in: part, pen)
        pending = pending.union(part)
        for buffer in buffers { buffer.stale = buffer.stale.union(part) }
        present()
    }

    /// The pixels of the whole output.
    private var whole: PixelArea {
        guard let size = surface?.size else { return .empty }
        func pixels(_ length: Int) -> Int { Int((Double(length) * scale).rounded()) }
        return PixelArea(left: 0, top: 0, right: pixels(size.width), bottom: pixels(size.height))
    }

    /// Shows drawn ink that the surface does not show yet. Without a free buffer, the ink waits for the next call.
    func present() {
        guard !pending.isEmpty, let canvas, let surface, let size = surface.size, let buffer = freeBuffer() else { return }
        buffer.update(from: canvas)
        buffer.attach(to: surface.surface)
        if let viewport = surface.viewport {
            inkd_viewport_set_destination(viewport, Int32(clamping: size.width), Int32(clamping: size.height))
        } else {
            wl_surface_set_buffer_scale(surface.surface, Int32(clamping: geometry.scale))
        }
        wl_surface_damage_buffer(
            surface.surface, Int32(clamping: pending.left), Int32(clamping: pending.top), Int32(clamping: pending.width),
            Int32(clamping: pending.height))
        wl_surface_commit(surface.surface)
        pending = .empty
    }

    private func freeBuffer() -> ShmBuffer? {
        if let free = buffers.first(where: { !$0.isBusy }) { return free }
        let whole = whole
        guard buffers.count < Self.bufferLimit, let shm = globals.shm,
            let buffer = ShmBuffer(width: whole.width, height: whole.height, shm: shm)
        else { return nil }
        buffer.stale = canvas?.area ?? .empty
        buffers.append(buffer)
        return buffer
    }

    /// Removes all ink.
    func hide() {
        guard canvas != nil else { return }
        // a surface that loses its buffer has to be configured again, so it is replaced by a new surface, which waits without a buffer
        openSurface()
    }
}
