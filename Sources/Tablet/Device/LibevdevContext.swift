internal import CLibevdev

/// Takes the messages of the libraries beneath. They name codes and devices, never positions.
public typealias TabletLog = @Sendable (_ message: String) -> Void

/// libevdev's view of one device.
struct LibevdevContext: ~Copyable {
    let pointer: OpaquePointer
    private let log: UnsafeMutablePointer<inkd_libevdev_log>
    private let sink: Unmanaged<Sink>

    private final class Sink {
        let log: TabletLog
        init(_ log: @escaping TabletLog) { self.log = log }
    }

    /// A context without a device; nil if there is no memory. Messages go to `log` from the first call on.
    init?(log report: @escaping TabletLog) {
        guard let pointer = libevdev_new() else { return nil }
        self.pointer = pointer
        sink = Unmanaged.passRetained(Sink(report))
        log = .allocate(capacity: 1)
        log.initialize(
            to: inkd_libevdev_log(
                sink: { context, message in
                    guard let context, let message else { return }
                    Unmanaged<Sink>.fromOpaque(context).takeUnretainedValue().log(String(cString: message))
                },
                context: sink.toOpaque()))
        inkd_libevdev_set_log(pointer, log)
    }

    deinit {
        libevdev_free(pointer)
        log.deallocate()
        sink.release()
    }
}
