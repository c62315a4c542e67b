private import CXtst

/// A virtual keyboard of the X server (the XTEST extension), for applications that accept no keys from IBus.
///
/// Its keys reach the focused window through the input method, like the keys of a real keyboard. Each key uses a new connection. Xlib is
/// prevented from ending this program if the X server is gone or refuses something.
enum FakeKeyboard {
    /// The offset of X11's key codes from those of linux/input-event-codes.h (the evdev rules of XKB).
    private static let offset: UInt32 = 8

    /// Presses or releases the key; returns false without an X server that has the extension.
    static func send(_ key: KeyPress) -> Bool {
        guard let display = XOpenDisplay(nil) else { return false }
        defer { XCloseDisplay(display) }
        XSetErrorHandler { _, _ in 0 }
        XSetIOErrorHandler { _ in 0 }
        // the handler returns instead of exiting; then the calls below do nothing on the closed connection
        XSetIOErrorExitHandler(display, { _, _ in }, nil)
        var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else { return false }
        let isSent = XTestFakeKeyEvent(display, key.code + offset, key.isRelease ? 0 : 1, UInt(CurrentTime)) != 0
        XSync(display, 0)
        return isSent
    }
}
