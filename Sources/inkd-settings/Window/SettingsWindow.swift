internal import CGtk4
internal import InkClient
internal import InkProtocol

/// A page of the window.
@MainActor
protocol Page {
    /// The widget to place in the window.
    var widget: Widget { get }
    /// Called when the page is shown. Requests the page's data again.
    func appear()
}

/// The window with all pages.
@MainActor
final class SettingsWindow: ApplicationWindow {
    let widget: Widget
    private let pad: Pad
    private let stack = PageStack()
    private let pages: [(name: PageName, page: any Page)]

    init(_ pad: Pad, calls: DaemonThread, programs: DaemonThread, page: PageName) {
        self.pad = pad
        pages = PageName.allCases.map { name in
            switch name {
            case .pad: (name, PadPage(pad, calls))
            case .writing: (name, WritingPage(calls, programs: programs))
            case .health: (name, HealthPage(programs))
            case .tablets: (name, TabletsPage(calls))
            case .hand: (name, HandPage(calls))
            case .recordings: (name, RecordingsPage(calls, programs: programs))
            }
        }
        for (name, page) in pages { stack.add(page.widget, name: name.rawValue, title: name.title) }
        let content = LinearBox.row(spacing: 0, [stack.sidebar, Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL)), stack])
        widget = Self.makeWindow(title: "Handwriting", width: 880, height: 600, content: content)
        stack.shown = page.rawValue
        stack.on("notify::visible-child-name") { [weak self] in self?.appear() }
        appear()
    }

    private func appear() {
        pages.first { $0.name.rawValue == stack.shown }?.page.appear()
    }

    func close() { pad.close() }
}

/// The writing pad as a page.
@MainActor
private final class PadPage: Page {
    let widget: Widget
    private let view: PadView
    private let pad: Pad
    private let calls: DaemonThread
    private let guide = PenGuide()

    init(_ pad: Pad, _ calls: DaemonThread) {
        (self.pad, self.calls) = (pad, calls)
        view = PadView(pad, guide: guide)
        widget = view.widget
    }

    /// Connects when the page is first shown, so that a window opened for another page creates nothing in inkd. The guide is only for
    /// users whose pen points and writes.
    func appear() {
        pad.open()
        calls.ask { connection throws(ClientError) in
            try connection.textInputStatus().mode
        } then: { [guide] in
            guide.widget.isVisible = (try? $0.get()) == .pointsAndWrites
        }
    }
}
