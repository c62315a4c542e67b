internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// Runs a session of prompts on the terminal: keys come from standard input, readings from the daemon.
struct PromptRun {
    let sentences: [String]
    let label: String?
    let writer: String?
    /// The terms that the writer has accepted, which are stored in the recording.
    var terms: String?

    /// Shows prompts until all sentences are written, or the writer ends the session.
    func run(_ options: DaemonOptions) throws {
        let calls = try options.connect()
        let stream = try options.connect().attachInputMethod(named: "inkctl record prompts")
        guard let session = try stream.next()?.session else { return }
        _ = try calls.startRecording(label: label, writer: writer)
        // ends the recording in every case
        defer { finish(calls) }
        if let terms { try calls.annotateRecording("consent", terms) }
        let link = PromptLink(calls: calls, session: session)
        let terminal = RawTerminal()
        defer { terminal.restore() }
        var prompts = PromptSession(sentences: sentences)
        let screen = PromptScreen()
        try link.focus()
        guard try link.perform(prompts.begin()) else { return }
        screen.show(prompts.screen)
        while true {
            var waits = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stream.fileDescriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { throw InkctlError.waiting(code: errno) }
            while let event = try stream.nextIfAvailable() {
                guard let reading = event.reading else { continue }
                link.note(reading)
                prompts.read(reading.text, line: reading.line)
            }
            guard !stream.isFinished else { return }
            if waits[0].revents != 0 {
                var byte: UInt8 = 0
                let key = read(STDIN_FILENO, &byte, 1) == 1 ? PromptSession.Key(byte) : .quit
                // another window may have had the focus meanwhile
                try link.focus()
                if let key, try !link.perform(prompts.press(key)) { break }
            }
            screen.show(prompts.screen)
        }
        screen.clear()
        try StandardOutput.writeLine("\(DisplayText.count(prompts.accepted, "sentence")) written, \(prompts.skipped) skipped")
    }

    private func finish(_ calls: InkConnection) {
        guard let recording = try? calls.stopRecording() else { return }
        try? StandardOutput.writeLine(
            "Recorded as \(recording.name). Export it with `inkctl record export \(recording.name) --to FILE.jsonl`.")
    }
}

/// Carries out the actions of a prompt session on the daemon.
final class PromptLink {
    private let calls: InkConnection
    private let session: Int
    /// The numbers of the strokes on the tablet, by editor and line.
    private var strokes: [String: [Int: [Int]]] = [:]

    init(calls: InkConnection, session: Int) {
        self.calls = calls
        self.session = session
    }

    /// Requests the focus for text input.
    func focus() throws(ClientError) { _ = try calls.call(TextInputInterface.Focus.self, .init(session: session, purpose: .text)) }

    /// Records the strokes of a reading, so that the action `dropInk` can drop these strokes.
    func note(_ reading: TextInputInterface.Reading) {
        strokes[reading.editor, default: [:]][reading.line] = reading.text.isEmpty ? nil : reading.strokes
    }

    /// Carries out the actions.
    ///
    /// - Returns: false if the session has ended.
    func perform(_ actions: [PromptSession.Action]) throws(ClientError) -> Bool {
        for action in actions {
            switch action {
            case .annotate(let key, let text): try calls.annotateRecording(key, text)
            case .dropInk:
                for (editor, lines) in strokes {
                    _ = try calls.call(
                        TextInputInterface.Take.self,
                        .init(session: session, editor: editor, strokes: lines.values.flatMap(\.self), text: ""))
                }
                strokes = [:]
            case .end: return false
            }
        }
        return true
    }
}
