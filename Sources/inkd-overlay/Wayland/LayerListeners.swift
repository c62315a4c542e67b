internal import CWayland
internal import Ink

/// The callbacks of outputs and their surfaces. The C library stores the addresses of the callbacks until the proxies are destroyed, so
/// this object must outlive all `LayerOutput`s, which own the proxies and are passed unretained.
final class LayerListeners {
    private let output = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)
    private let details = UnsafeMutablePointer<inkd_xdg_output_listener>.allocate(capacity: 1)
    private let layer = UnsafeMutablePointer<inkd_layer_surface_listener>.allocate(capacity: 1)
    init() {
        output.initialize(
            to: wl_output_listener(
                geometry: { context, _, _, _, _, _, _, _, _, transform in
                    guard let context else { return }
                    LayerListeners.output(context).next.transform = Int(transform)
                },
                mode: { context, _, flags, width, height, _ in
                    guard let context, flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0 else { return }
                    LayerListeners.output(context).next.mode = (Int(width), Int(height))
                },
                done: { context, _ in
                    guard let context else { return }
                    LayerListeners.output(context).applyGeometry()
                },
                scale: { context, _, scale in
                    guard let context else { return }
                    LayerListeners.output(context).next.scale = max(1, Int(scale))
                },
                name: { _, _, _ in }, description: { _, _, _ in }))
        details.initialize(
            to: inkd_xdg_output_listener(
                logical_position: { context, _, x, y in
                    guard let context else { return }
                    LayerListeners.output(context).next.position = Point(x: Double(x), y: Double(y))
                },
                logical_size: { context, _, width, height in
                    guard let context else { return }
                    LayerListeners.output(context).next.logicalSize = (Int(width), Int(height))
                },
                // since version 3 of xdg-output, only the output's own `done` is sent; earlier versions send both events
                done: { context, _ in
                    guard let context else { return }
                    LayerListeners.output(context).applyGeometry()
                },
                name: { _, _, _ in }, description: { _, _, _ in }))
        layer.initialize(
            to: inkd_layer_surface_listener(
                configure: { context, _, serial, width, height in
                    guard let context else { return }
                    LayerListeners.output(context).configure(serial: serial, width: Int(width), height: Int(height))
                },
                closed: { context, _ in
                    guard let context else { return }
                    LayerListeners.output(context).closeSurface()
                }))
    }

    deinit {
        output.deallocate()
        details.deallocate()
        layer.deallocate()
    }

    func listen(to proxy: OpaquePointer, for target: LayerOutput) {
        wl_output_add_listener(proxy, output, Unmanaged.passUnretained(target).toOpaque())
    }

    func listen(toDetails proxy: OpaquePointer, for target: LayerOutput) {
        inkd_xdg_output_add_listener(proxy, details, Unmanaged.passUnretained(target).toOpaque())
    }

    func listen(toLayer proxy: OpaquePointer, for target: LayerOutput) {
        inkd_layer_surface_add_listener(proxy, layer, Unmanaged.passUnretained(target).toOpaque())
    }

    private static func output(_ context: UnsafeMutableRawPointer) -> LayerOutput {
        Unmanaged<LayerOutput>.fromOpaque(context).takeUnretainedValue()
    }
}
