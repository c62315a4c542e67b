internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The main loop: shows the daemon's events on the screen.
final class OverlayLoop {
    private let socket: String?
    private let screen: Screen
    private let window: PanelWindow
    private var state = OverlayState()
    private var feed: DaemonFeed?
    private var complaint: String?
    private var nextAttempt: Duration = .zero
    private var nextFrame: Duration = .zero
    private var isStale = true
    private let palette: Palette
    private let showsCandidates: Bool
    /// The visible panel. It stays where it appeared, unless the caret moves below it.
    private var shown: ShownPanel?

    private struct ShownPanel {
        var extent: Extent?
        var caret: TextInputInterface.Caret?
        let monitor: Monitor
        let isTranslucent: Bool
        /// The message for the user, which replaces all other content.
        var message = ""
        var layout: PanelLayout
    }

    private let start = ContinuousClock.now
    /// The time between frames: most screens show at most 60 per second.
    private static let frame: Duration = .milliseconds(16)
    private static let pause: Duration = .milliseconds(500)

    /// - Throws: `OverlayError`.
    init(socket: String?, palette: Palette, showsCandidates: Bool) throws(OverlayError) {
        self.socket = socket
        self.palette = palette
        self.showsCandidates = showsCandidates
        screen = try Screen()
        guard screen.claim() else { throw .alreadyThere }
        window = try PanelWindow(on: screen)
    }

    /// Runs the loop, which ends only by throwing.
    ///
    /// - Throws: `OverlayError`.
    func run() throws(OverlayError) -> Never {
        while true {
            let now = start.duration(to: .now)
            if feed == nil, now >= nextAttempt { connect(at: now) }
            if feed != nil { listen(at: now) }
            screen.drain()
            state.advance(to: now)
            if isStale, now >= nextFrame { try draw(at: now) }
            try wait(from: now)
        }
    }

    private func connect(at now: Duration) {
        nextAttempt = now + Self.pause
        do {
            feed = try DaemonFeed(socket: socket, isDisplay: showsCandidates)
        } catch {
            complain(error)
        }
    }

    private func listen(at now: Duration) {
        var words: ClientError?
        do {
            try feed?.takeAvailable(into: &state, at: now)
            if state.status != nil { complaint = nil }
        } catch {
            words = error
        }
        if let words { complain(words) }
        if words != nil || feed?.isFinished == true {
            feed = nil
            nextAttempt = now + Self.pause
            state.lose()
        }
        isStale = true
    }

    /// Reports a problem only once, not at each attempt.
    private func complain(_ error: ClientError) {
        guard complaint != error.description else { return }
        complaint = error.description
        StandardError.writeLine("inkd-overlay: \(error)")
    }

    private func draw(at now: Duration) throws(OverlayError) {
        isStale = false
        nextFrame = now + Self.frame
        guard let scene = state.scene(at: now) else {
            shown = nil
            return window.hide()
        }
        let panel = panel(for: scene)
        shown = panel
        let painter = PanelPainter(layout: panel.layout, scale: screen.scale, isTranslucent: panel.isTranslucent, palette: palette)
        try window.show(at: panel.layout.frame) { painter.paint(scene, on: $0) }
    }

    /// Returns the panel that continues the visible one, or a new one.
    private func panel(for scene: Scene) -> ShownPanel {
        guard scene.message.isEmpty else { return panel(of: scene.message, at: scene.caret) }
        let shown = shown.flatMap { $0.message.isEmpty ? $0 : nil }
        let extent = scene.extent.map { shown?.extent?.followed(by: $0) ?? $0 } ?? shown?.extent
        var caret = shown.map(\.caret) ?? scene.caret
        if let now = scene.caret, now != caret, caret == nil || shown?.layout.covers(now) == true { caret = now }
        if let shown, shown.extent == extent, shown.caret == caret { return shown }
        let monitor = shown?.monitor ?? Monitor.of(caret, among: screen.monitors)
        let layout = PanelLayout(extent: extent, caret: caret, monitor: monitor, scale: screen.scale, showsCandidates: showsCandidates)
        return ShownPanel(
            extent: extent, caret: caret, monitor: monitor, isTranslucent: shown?.isTranslucent ?? window.isTranslucent, layout: layout)
    }

    private func panel(of message: String, at caret: TextInputInterface.Caret?) -> ShownPanel {
        if let shown, shown.message == message { return shown }
        let monitor = Monitor.of(caret, among: screen.monitors)
        let width = PanelLayout.messageWidth(on: monitor, scale: screen.scale)
        let lines = PanelPainter.lineCount(of: message, width: width, scale: screen.scale)
        return ShownPanel(
            caret: caret, monitor: monitor, isTranslucent: window.isTranslucent, message: message,
            layout: PanelLayout(lines: lines, caret: caret, monitor: monitor, scale: screen.scale))
    }

    private func wait(from now: Duration) throws(OverlayError) {
        var due = [isStale ? nextFrame : nil, feed == nil ? nextAttempt : nil].compactMap { $0 }
        if let change = state.nextChange(after: now, frame: Self.frame) { due.append(change) }
        let left = due.min().map { max(.zero, $0 - start.duration(to: .now)) }
        var requests = ([screen.fileDescriptor] + (feed?.fileDescriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let timeout = left.map { Int32(clamping: Int64(min($0 / .milliseconds(1), 1e9).rounded(.up))) } ?? -1
        let count = poll(&requests, nfds_t(requests.count), timeout)
        guard count >= 0 || errno == EINTR else { throw .waiting(errno: errno) }
        if count == 0 { isStale = true }
    }
}

/// The daemon's event streams for the overlay, each over its own connection.
private final class DaemonFeed {
    private let devices: Watch<DevicesInterface.Watch>
    private let text: Watch<TextInputInterface.Watch>
    private let socket: String?
    /// Open only while an input method accepts ink, so that pointing pens do not wake this process.
    private var pointers: Watch<PointerInterface.Watch>?

    /// Connects.
    ///
    /// - Parameter isDisplay: whether to receive candidates and messages of input methods that cannot show them themselves.
    /// - Throws: `ClientError`.
    init(socket: String?, isDisplay: Bool) throws(ClientError) {
        self.socket = socket
        devices = try InkConnection(path: socket).watchDevices()
        text = try InkConnection(path: socket).watchTextInput(display: isDisplay)
    }

    /// The descriptors to wait for with `poll`.
    var fileDescriptors: [Int32] {
        [devices.fileDescriptor, text.fileDescriptor] + (pointers.map { [$0.fileDescriptor] } ?? [])
    }

    /// Whether the daemon has ended a stream.
    var isFinished: Bool { devices.isFinished || text.isFinished || pointers?.isFinished == true }

    /// Handles all available events. Focus events are handled first, so that ink is never shown that the focused field does not accept.
    ///
    /// - Throws: `ClientError`; the feed must then be closed.
    func takeAvailable(into state: inout OverlayState, at now: Duration) throws(ClientError) {
        while let reply = try devices.nextIfAvailable() { state.take(reply) }
        while let event = try text.nextIfAvailable() { state.take(event, at: now) }
        guard state.takesInk else { return pointers = nil }
        if pointers == nil { pointers = try InkConnection(path: socket).watchPointer() }
        while let reply = try pointers?.nextIfAvailable() { state.take(reply, at: now) }
    }
}
