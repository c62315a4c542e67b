internal import Accessibility
internal import DBus
internal import Displays
internal import Glibc
internal import InkProtocol
internal import InputMethod
internal import System

/// The loop that forwards events between the addon, on standard input and output, and inkd, until the addon exits.
final class AddonLoop {
    /// The maximum number of bytes without a newline. Longer input does not come from inkd's addon.
    private static let longest = 1 << 20

    private let session: InputMethodSession
    /// The listener that finds text fields; nil if the user has switched the accessibility bus off.
    private let accessibility: AccessibilityBus?
    private let output: AddonOutput
    private var buffer: [UInt8] = []
    private let keys = KeyRelay<AddonKey>()

    /// The output to the addon, for the focused field. A separate object, because the session's closure needs the output before the loop
    /// exists.
    private final class AddonOutput {
        var field = 0
        var isBroken = false

        func send(_ parts: [String]) {
            guard !isBroken else { return }
            let bytes = Array(AddonLine.text(of: parts).utf8)
            isBroken = bytes.withUnsafeBytes { Descriptor.write($0, to: STDOUT_FILENO) } != 0
        }

        func send(_ parts: [String]?) { if let parts { send([String(field)] + parts) } }
    }

    init(socket: String?) {
        let output = AddonOutput()
        self.output = output
        session = InputMethodSession(name: "fcitx5", socket: socket, displays: DesktopDisplays()) { output.send($0.addonLine) }
        session.handle(.client(.fcitx5Silent))
        session.onError = { StandardError.writeLine("inkd-fcitx5: \($0)") }
        // fcitx5 already knows password fields from applications, so the bus is not searched for them
        accessibility =
            AccessibilityChoice.ofUser.isOn ? AccessibilityBus(for: session, trace: Trace(isOn: false), findsPasswords: false) : nil
        accessibility?.start()
    }

    /// Runs until the addon exits.
    func run() {
        while !output.isBroken {
            accessibility?.process()
            session.process()
            releaseHeldKeys()
            var polls = PollSet()
            polls.add(fileDescriptor: STDIN_FILENO)
            polls.add(session)
            for connection in accessibility?.connections ?? [] {
                polls.add(fileDescriptor: connection.fileDescriptor, events: connection.events)
                polls.add(timeout: connection.timeout)
            }
            polls.add(deadline: accessibility?.nextDeadline)
            polls.add(deadline: keys.deadline)
            switch polls.wait() {
            case .first: if !receive() { return }
            case .other: break
            case .failed: return
            }
        }
    }

    /// Reads the available input; returns false if the addon has exited.
    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = read(STDIN_FILENO, &piece, piece.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        buffer += piece[..<count]
        while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: buffer[..<end], as: UTF8.self)
            buffer.removeFirst(end + 1)
            if let message = AddonMessage(line: line) { take(message) }
        }
        return buffer.count <= Self.longest
    }

    private func take(_ message: AddonMessage) {
        switch message {
        case .focusIn(let field, let purpose, let capitals):
            keys.drop()
            output.field = field
            session.handle(.focusIn(purpose))
            session.handle(.capitals(capitals))
        case .focusOut:
            keys.drop()
            session.handle(.focusOut)
        case .field(let purpose, let capitals):
            session.handle(.purpose(purpose))
            session.handle(.capitals(capitals))
        case .seesText(let isSeen): session.handle(.seesText(isSeen))
        case .client(let client): session.handle(.client(client))
        case .text(let cursor, let anchor, let text): session.handle(.surroundingText(text, cursor: cursor, anchor: anchor))
        case .reset: session.handle(.reset)
        case .key(let serial, let key): output.send(["key", serial, keys.handle(key, pause: nil, session) ? "1" : "0"] as [String])
        case .candidate(let index): session.handle(.candidate(index))
        case .caret(let caret): session.setCaret(caret)
        }
    }

    /// Releases the delayed keys whose time has come.
    private func releaseHeldKeys() {
        keys.release(session) { output.send($0.press as [String]?) }
    }
}
