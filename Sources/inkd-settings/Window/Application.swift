internal import CGtk4
internal import Glibc
internal import System

/// The application with its single window, which is brought to the front if the application is started again.
@MainActor
final class Application {
    private let socket: String?
    private let page: PageName
    private let isPadOnly: Bool
    private let application: UnsafeMutablePointer<GtkApplication>?
    private var window: (any ApplicationWindow)?
    private var status: Int32 = 0

    init(socket: String?, page: PageName, isPadOnly: Bool) {
        (self.socket, self.page, self.isPadOnly) = (socket, page, isPadOnly)
        // the desktop finds the window's .desktop file by this name
        let name = isPadOnly ? "org.inkd.Pad" : "org.inkd.Settings"
        application = gtk_application_new(name, GApplicationFlags(0))
    }

    /// Runs until the window is closed.
    ///
    /// - Returns: the exit status.
    func run() -> Int32 {
        guard let application, gtk_init_check() != 0 else {
            StandardError.writeLine("inkd-settings: cannot open a display. Set WAYLAND_DISPLAY or DISPLAY to one that runs.")
            return 1
        }
        defer { g_object_unref(application) }
        Signal.connect(application, "activate") { [self] in activate() }
        // the end of the session also quits in order, so that the pad's data is removed from inkd
        for signal in [SIGTERM, SIGINT, SIGHUP] { MainThread.on(signal: signal) { [self] in quit() } }
        let code = application.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_run($0, 0, nil) }
        window?.close()
        return code == 0 ? status : code
    }

    private func quit() { application?.withMemoryRebound(to: GApplication.self, capacity: 1) { g_application_quit($0) } }

    private func activate() {
        if let window { return window.present() }
        Style.install()
        do throws(SystemError) {
            let pad = try Pad(socket: socket)
            // a separate thread for waiting for other programs, because otherwise inkd's answers would wait, too
            let programs = try DaemonThread(socket: socket)
            let window: any ApplicationWindow =
                isPadOnly
                ? PadWindow(pad) : try SettingsWindow(pad, calls: DaemonThread(socket: socket), programs: programs, page: page)
            self.window = window
            // queried again whenever the window becomes active: the preference may have changed meanwhile
            window.widget.on("notify::is-active") {
                programs.work(DesktopTheme.isDark) { if let isDark = $0 { Style.setDark(isDark) } }
            }
            gtk_application_add_window(application, window.widget.cast())
            window.present()
        } catch {
            StandardError.writeLine("inkd-settings: \(error)")
            status = 1
        }
    }
}

/// A window of the application.
@MainActor
protocol ApplicationWindow {
    /// A GtkWindow.
    var widget: Widget { get }
    /// Ends the work for the window, which is already closed.
    func close()
}

extension ApplicationWindow {
    /// Shows the window in front of others.
    func present() { gtk_window_present(widget.cast()) }

    /// Creates a window with a title and a size.
    static func makeWindow(title: String, width: Int32, height: Int32, content: Widget) -> Widget {
        let widget = Widget(gtk_window_new())
        let window: UnsafeMutablePointer<GtkWindow> = widget.cast()
        gtk_window_set_title(window, title)
        gtk_window_set_default_size(window, width, height)
        gtk_window_set_icon_name(window, "org.inkd.Settings")
        gtk_window_set_child(window, content.pointer)
        return widget
    }
}

/// The writing pad alone.
@MainActor
final class PadWindow: ApplicationWindow {
    let widget: Widget
    private let pad: Pad
    private let view: PadView

    init(_ pad: Pad) {
        self.pad = pad
        view = PadView(pad)
        widget = Self.makeWindow(title: "Writing pad", width: 560, height: 420, content: view.widget)
        pad.open()
    }

    func close() { pad.close() }
}
