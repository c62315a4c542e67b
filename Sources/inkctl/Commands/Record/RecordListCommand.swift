internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl record list`.
struct RecordListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists your recordings.",
        discussion: """
            Examples:
              inkctl record list                      a table
              inkctl record list --json | jq .name    one JSON object a line
            """)

    @Flag(help: "Write one JSON object for each recording, as org.inkd.Recorder describes it.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let reply = try daemon.connect().recordings()
        let lines = try json ? reply.recordings.map { try JSONLine.text(of: $0) } : Self.lines(reply)
        for line in lines { try StandardOutput.writeLine(line) }
    }

    /// The table and what may be kept, or what to do if there is nothing.
    static func lines(_ reply: RecorderInterface.List.Reply) -> [String] {
        guard !reply.recordings.isEmpty else { return ["No recordings. Make one with `inkctl record start`."] }
        var table = TextTable(columns: [
            .init(title: "NAME"), .init(title: "LABEL"), .init(title: "WRITER"), .init(title: "MINUTES", alignment: .right),
            .init(title: "SIZE", alignment: .right), .init(title: "STATE"),
        ])
        table.rows = reply.recordings.map { recording in
            let minutes = recording.began.flatMap { began in recording.ended.map { Double($0 - began) / 60_000 } }
            return [
                recording.name, DisplayText.escaped(recording.label ?? "–"), DisplayText.escaped(recording.writer ?? "–"),
                minutes.map { DisplayText.fixed($0, digits: 1) } ?? "–", DisplayText.size(recording.bytes),
                recording.active ? "being recorded" : recording.problem ?? (recording.ended == nil ? "cut off; whole up to there" : ""),
            ]
        }
        return table.lines + ["", "\(DisplayText.size(reply.bytes)) of \(DisplayText.size(reply.limit)) that may be kept."]
    }
}
