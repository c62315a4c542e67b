private import CXtst

/// A keyboard that the X server makes up (the XTEST extension), for applications that take no keys from IBus.
///
/// Its keys reach whatever has the focus, through the input method like those of a real keyboard. The connection is made anew each time, and
/// Xlib is kept from its habit of ending a program whose X server has gone or refuses something.
enum FakeKeyboard {
    /// X11's codes of keys are those of linux/input-event-codes.h and this (the evdev rules of XKB).
    private static let offset: UInt32 = 8

    /// Presses the key, or lets it go; false without an X server that has the extension.
    static func send(_ key: KeyPress) -> Bool {
        guard let display = XOpenDisplay(nil) else { return false }
        defer { XCloseDisplay(display) }
        XSetErrorHandler { _, _ in 0 }
        XSetIOErrorHandler { _ in 0 }
        // where it returns, the calls below do nothing on a connection that has ended
        XSetIOErrorExitHandler(display, { _, _ in }, nil)
        var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else { return false }
        let isSent = XTestFakeKeyEvent(display, key.code + offset, key.isRelease ? 0 : 1, UInt(CurrentTime)) != 0
        XSync(display, 0)
        return isSent
    }
}
