internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol

/// `inkctl watch`.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Shows devices, pens, strokes and text as they come and go, until Ctrl-C or until inkd ends.",
        discussion: """
            Examples:
              inkctl watch                        lines to read, and a pointer that moves
              inkctl watch --plain > session.txt  the same without control characters
              inkctl watch | jq -r 'select(.reply.line.final) | .reply.line.text'
                                                  in a pipe: one JSON object a line

            A JSON line is {"interface":"org.inkd.Editor","reply":{…}}; the interface \
            (org.inkd.Devices, org.inkd.Editor or org.inkd.Pointer) says what the reply of \
            its method Watch holds.

            It goes on when inkd is restarted by systemd, and says so. Editors that nothing \
            happened to meanwhile have "missed":false then, all others "missed":true.
            """)

    @Flag(help: "Write one JSON object a line; so it is anyway where standard output is no terminal.")
    var json = false

    @Flag(help: "Write lines to read, without control characters and without a moving pointer.")
    var plain = false

    @Flag(inversion: .prefixedNo, help: "Tell what pointers do, too.")
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

    /// Ends the process on an interrupt; all output so far is written.
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
