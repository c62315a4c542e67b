internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl top`.
struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Show latency, losses, queues and quotas of inkd, updated every second.",
        discussion: """
            Shows the frames of each tablet, their latency from the kernel to watching programs \
            (median, 99th percentile, maximum), lost frames, the recognition time of a line, \
            queues, and the use of your quotas. Root sees all users. Ctrl-C stops.

            Examples:
              inkctl top                             until Ctrl-C
              inkctl top --interval 5                every five seconds
              inkctl top --once                      once, for scripts
              inkctl top --once --json | jq .queues  fields as in org.inkd.Devices
            """)

    @Flag(help: "Show the statistics once, and exit.")
    var once = false

    @Flag(help: "Write one JSON object per update, on one line.")
    var json = false

    @Option(help: ArgumentHelp("Seconds between updates, 0.1 to 3600.", valueName: "seconds"))
    var interval = 1.0

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard (0.1...3600).contains(interval) else { throw ValidationError("--interval must be 0.1 to 3600 seconds, not \(interval)") }
    }

    func run() throws {
        var connection = try daemon.connect()
        let first = try connection.statistics()
        guard !once else { return try write(first, isLive: false) }
        let isLive = !json && StandardOutput.isTerminal
        if isLive { try TerminalScreen.begin() }
        var isConnected = true
        try write(first, isLive: isLive)
        while true {
            usleep(UInt32(interval * 1_000_000))
            do {
                if !isConnected { connection = try daemon.connect() }
                let reply = try connection.statistics()
                isConnected = true
                try write(reply, isLive: isLive)
            } catch let error as ClientError {
                // a live display waits, because inkd may be restarting; if a program reads the output, the command ends
                guard isLive, error.isDisconnection else { throw error }
                isConnected = false
                try TerminalScreen.show(["inkd stopped or is restarting. The display continues when it is back. Ctrl-C stops."])
            }
        }
    }

    private func write(_ reply: DevicesInterface.Statistics.Reply, isLive: Bool) throws {
        if json { return try StandardOutput.writeLine(JSONLine.text(of: reply)) }
        let lines = TopFormatter(userName: Self.name).lines(reply)
        if isLive {
            try TerminalScreen.show(lines)
        } else {
            try StandardOutput.writeLines(lines + (once ? [] : [""]))
        }
    }

    /// Returns a user's name; if the system does not know the user, the user ID.
    private static func name(of user: Int) -> String {
        guard let number = uid_t(exactly: user), let entry = getpwuid(number) else { return "user \(user)" }
        return String(cString: entry.pointee.pw_name)
    }
}

extension ClientError {
    /// Whether the error means that the daemon has ended, or is not running yet.
    var isDisconnection: Bool {
        switch self {
        case .cannotConnect, .connectionLost: true
        default: false
        }
    }
}
