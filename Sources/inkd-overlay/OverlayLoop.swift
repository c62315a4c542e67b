internal import Glibc
internal import InkClient
internal import InkProtocol
internal import System

/// The main loop: shows the daemon's events on the screen.
final class OverlayLoop {
    private let socket: String?
    private let desktop: OverlayDesktop
    private var state = OverlayState()
    private var feed: DaemonFeed?
    private var complaint: String?
    private var nextAttempt: Duration = .zero
    private var nextFrame: Duration = .zero
    private var isStale = true
    private let showsCandidates: Bool

    private let start = ContinuousClock.now
    /// The time between frames of the panel, because most screens show no more than 60 frames per second.
    private static let frame: Duration = .milliseconds(16)
    private static let pause: Duration = .milliseconds(500)

    init(socket: String?, desktop: OverlayDesktop, showsCandidates: Bool) {
        (self.socket, self.desktop, self.showsCandidates) = (socket, desktop, showsCandidates)
    }

    /// Runs the loop, which ends only by throwing.
    ///
    /// - Throws: `OverlayError`.
    func run() throws(OverlayError) -> Never {
        while true {
            let now = start.duration(to: .now)
            if feed == nil, now >= nextAttempt { connect(at: now) }
            if feed != nil { listen(at: now) }
            if let choice = desktop.process() { choose(choice, at: now) }
            state.advance(to: now)
            desktop.tip?.advance(to: now)
            // the ink under the tip is drawn before the panel, because people wait for it
            desktop.tip?.draw(state, at: now)
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
        var failure: ClientError?
        do {
            try feed?.takeAvailable(into: &state, tip: desktop.tip, at: now)
            if state.status != nil { complaint = nil }
        } catch {
            failure = error
        }
        if let failure { complain(failure) }
        if failure != nil || feed?.isFinished == true {
            feed = nil
            nextAttempt = now + Self.pause
            state.lose()
        }
        isStale = true
        desktop.tip?.invalidate()
    }

    /// Sends the choice of a candidate to the input method.
    private func choose(_ index: Int, at now: Duration) {
        do {
            try feed?.choose(index)
        } catch {
            complain(error)
        }
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
        try desktop.panel?.draw(state.scene(at: now))
    }

    private func wait(from now: Duration) throws(OverlayError) {
        var due = [isStale ? nextFrame : nil, feed == nil ? nextAttempt : nil, desktop.tip?.nextChange(after: now)].compactMap { $0 }
        if let change = state.nextChange(after: now, frame: Self.frame) { due.append(change) }
        var requests = (desktop.fileDescriptors + (feed?.fileDescriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = due.min().map { max(.zero, $0 - start.duration(to: .now)) }
        let timeout = left.map { Int32(clamping: Int64(min($0 / .milliseconds(1), 1e9).rounded(.up))) } ?? -1
        let count = poll(&requests, nfds_t(requests.count), timeout)
        guard count >= 0 || errno == EINTR else { throw .waiting(errno: errno) }
        if count == 0 {
            isStale = true
            desktop.tip?.invalidate()
        }
    }
}
