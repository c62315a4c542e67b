internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol

/// `inkctl watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show devices, pens, strokes and text as they change, until Ctrl-C or until inkd stops.",
        discussion: """
            Examples:
              inkctl watch                        lines of text, and a moving pointer
              inkctl watch --plain > session.txt  the same without control characters
              inkctl watch | jq -r 'select(.reply.line.final) | .reply.line.text'
                                                  in a pipe: one JSON object per line

            A JSON line is {"interface":"org.inkd.Editor","reply":{…}}; the interface \
            (org.inkd.Devices, org.inkd.Editor or org.inkd.Pointer) defines the reply of its \
            method Watch.

            The watch continues when systemd restarts inkd, and reports this. Unchanged editors \
            then have "missed":false, all others "missed":true.
            """)

    @Flag(help: "Write one JSON object per line; this is the default if standard output is not a terminal.")
    var json = false

    @Flag(help: "Write plain lines, without control characters and without the moving pointer.")
    var plain = false

    @Flag(inversion: .prefixedNo, help: "Also show pointer events.")
    var pointers = true

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard !(json && plain) else { throw ValidationError("--json and --plain exclude each other") }
    }

    func run() throws {
        let isLive = !json && !plain && StandardOutput.isTerminal
        let isForPrograms = json || (!plain && isatty(STDOUT_FILENO) != 1)
        let present = try isForPrograms ? [] : daemon.connect().devices()
        let session = try WatchSession(daemon, pointers: pointers)
        endOnInterrupt(isLive)
        if isForPrograms {
            repeat { try session.run(writing: WatchRecords()) } while try session.connectAgain { StandardError.say(WatchSession.goneOn) }
        } else {
            let screen = WatchScreen(isLive: isLive, isStyled: StandardOutput.isStyled)
            try screen.begin(with: present)
            repeat { try session.run(on: screen) } while try session.connectAgain { try screen.goOn() }
            try screen.end()
        }
    }

    /// Ends the process on an interrupt. All output before the interrupt has been written.
    private func endOnInterrupt(_ isLive: Bool) {
        if isLive {
            signal(SIGINT) { _ in
                let restore: StaticString = "\u{1b}[0m\u{1b}[?7h\n"
                write(STDOUT_FILENO, restore.utf8Start, restore.utf8CodeUnitCount)
                _exit(0)
            }
        } else {
            signal(SIGINT) { _ in _exit(0) }
        }
    }
}
