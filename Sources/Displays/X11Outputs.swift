internal import CXrandr
internal import Glibc

/// The outputs of an X server, by RandR.
final class X11Outputs: OutputSource {
    private let display: OpaquePointer
    private(set) var outputs: [Output] = []

    /// Connects to the server that `DISPLAY` names; nil without a server that has RandR 1.3.
    init?() {
        guard getenv("DISPLAY") != nil, let display = XOpenDisplay(nil) else { return nil }
        self.display = display
        var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard XRRQueryExtension(display, &event, &error) != 0, XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 3)
        else {
            XCloseDisplay(display)
            return nil
        }
        XRRSelectInput(display, XDefaultRootWindow(display), Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask))
        read()
    }

    deinit { XCloseDisplay(display) }

    // never nil: Xlib ends the process if the X server exits, and the desktop session has ended then, too
    var fileDescriptor: Int32? { XConnectionNumber(display) }

    func update() -> Bool {
        var hasChanged = false
        while XPending(display) > 0 {
            var event = XEvent()
            XNextEvent(display, &event)
            XRRUpdateConfiguration(&event)
            hasChanged = true
        }
        if hasChanged { read() }
        return hasChanged
    }

    private func read() {
        guard let resources = XRRGetScreenResourcesCurrent(display, XDefaultRootWindow(display)) else { return outputs = [] }
        defer { XRRFreeScreenResources(resources) }
        let known = UnsafeBufferPointer(start: resources.pointee.outputs, count: Int(max(0, resources.pointee.noutput)))
        outputs = known.compactMap { output($0, resources) }
    }

    /// Returns an output; nil if it is not in use.
    private func output(_ number: RROutput, _ resources: UnsafeMutablePointer<XRRScreenResources>) -> Output? {
        guard let info = XRRGetOutputInfo(display, resources, number) else { return nil }
        defer { XRRFreeOutputInfo(info) }
        guard info.pointee.crtc != 0, let controller = XRRGetCrtcInfo(display, resources, info.pointee.crtc) else { return nil }
        defer { XRRFreeCrtcInfo(controller) }
        let degrees =
            switch Int32(controller.pointee.rotation) & (RR_Rotate_90 | RR_Rotate_180 | RR_Rotate_270) {
            case RR_Rotate_90: 90
            case RR_Rotate_180: 180
            case RR_Rotate_270: 270
            default: 0
            }
        let name = UnsafeBufferPointer(start: info.pointee.name, count: Int(max(0, info.pointee.nameLen)))
        return Output(connector: String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self), rotation: degrees)
    }
}
