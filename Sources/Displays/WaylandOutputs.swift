internal import CWayland
internal import Glibc

/// The outputs of a Wayland compositor, by wl_output.
final class WaylandOutputs: OutputSource {
    private let display: OpaquePointer
    private let registry: OpaquePointer
    private var isLost = false
    /// Outputs by the name of their global.
    private var bound: [UInt32: WaylandOutput] = [:]
    /// The listener of the registry. It has a fixed address, because libwayland retains the address.
    private let registryListener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
    /// The listener of all outputs, also at a fixed address.
    private let outputListener = UnsafeMutablePointer<wl_output_listener>.allocate(capacity: 1)

    /// The first version of wl_output that reports connectors.
    private static let version: UInt32 = 4

    /// Connects to the compositor that the environment names; nil without one. The outputs arrive with the first updates.
    init?() {
        guard getenv("WAYLAND_DISPLAY") != nil, let display = wl_display_connect(nil) else { return nil }
        guard let registry = wl_display_get_registry(display) else {
            wl_display_disconnect(display)
            return nil
        }
        (self.display, self.registry) = (display, registry)
        registryListener.initialize(
            to: wl_registry_listener(
                global: { context, _, name, interface, version in
                    guard let context, let interface, strcmp(interface, "wl_output") == 0 else { return }
                    WaylandOutputs.from(context).add(name, version)
                },
                global_remove: { context, _, name in
                    guard let context else { return }
                    WaylandOutputs.from(context).bound[name] = nil
                }))
        outputListener.initialize(
            to: wl_output_listener(
                geometry: { context, _, _, _, _, _, _, _, _, transform in
                    guard let context else { return }
                    // the transforms 4 to 7 are mirrored, with the rotations of 0 to 3
                    WaylandOutput.from(context).next.rotation = Int(transform & 3) * 90
                },
                mode: { _, _, _, _, _, _ in },
                done: { context, _ in
                    guard let context else { return }
                    WaylandOutput.from(context).apply()
                },
                scale: { _, _, _ in },
                name: { context, _, name in
                    guard let context, let name else { return }
                    WaylandOutput.from(context).next.connector = String(cString: name)
                },
                description: { _, _, _ in }))
        wl_registry_add_listener(registry, registryListener, Unmanaged.passUnretained(self).toOpaque())
        wl_display_flush(display)
    }

    deinit {
        bound = [:]
        wl_registry_destroy(registry)
        wl_display_disconnect(display)
        registryListener.deallocate()
        outputListener.deallocate()
    }

    var fileDescriptor: Int32? { isLost ? nil : wl_display_get_fd(display) }

    var outputs: [Output] { isLost ? [] : bound.sorted { $0.key < $1.key }.compactMap(\.value.present) }

    func update() -> Bool {
        guard !isLost else { return false }
        var events: Int32 = 0
        while wl_display_prepare_read(display) != 0 { events += max(0, wl_display_dispatch_pending(display)) }
        wl_display_flush(display)
        var request = pollfd(fd: wl_display_get_fd(display), events: Int16(POLLIN), revents: 0)
        if poll(&request, 1, 0) > 0 { wl_display_read_events(display) } else { wl_display_cancel_read(display) }
        events += max(0, wl_display_dispatch_pending(display))
        // send the bind requests for the outputs that have just been announced
        wl_display_flush(display)
        isLost = wl_display_get_error(display) != 0
        return events > 0 || isLost
    }

    private func add(_ name: UInt32, _ version: UInt32) {
        guard let proxy = inkd_bind_output(registry, name, min(version, Self.version)) else { return }
        let output = WaylandOutput(proxy, hasDone: version >= 2)
        bound[name] = output
        wl_output_add_listener(proxy, outputListener, Unmanaged.passUnretained(output).toOpaque())
    }

    private static func from(_ context: UnsafeMutableRawPointer) -> WaylandOutputs {
        Unmanaged<WaylandOutputs>.fromOpaque(context).takeUnretainedValue()
    }
}

/// One wl_output. Its properties take effect together at the event `done`, or one by one in versions without that event.
private final class WaylandOutput {
    private(set) var present: Output?
    var next = Output(connector: nil, rotation: 0) { didSet { if !hasDone { apply() } } }
    private let hasDone: Bool
    private let proxy: OpaquePointer

    init(_ proxy: OpaquePointer, hasDone: Bool) { (self.proxy, self.hasDone) = (proxy, hasDone) }

    deinit { wl_output_destroy(proxy) }

    func apply() { present = next }

    static func from(_ context: UnsafeMutableRawPointer) -> WaylandOutput {
        Unmanaged<WaylandOutput>.fromOpaque(context).takeUnretainedValue()
    }
}
