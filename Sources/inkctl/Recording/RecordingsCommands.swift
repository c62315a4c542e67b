internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol
internal import PenLog

/// `inkctl record list`.
struct RecordListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List your recordings.",
        discussion: """
            Examples:
              inkctl record list                      a table
              inkctl record list --json | jq .name    one JSON object per line
            """)

    @Flag(help: "Write one JSON object per recording, as defined in org.inkd.Recorder.")
    var json = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let reply = try daemon.connect().recordings()
        try StandardOutput.writeLines(json ? reply.recordings.map(JSONLine.text(of:)) : Self.lines(reply))
    }

    /// Returns the table of recordings and the limit, or a hint if there are no recordings.
    static func lines(_ reply: RecorderInterface.List.Reply) -> [String] {
        guard !reply.recordings.isEmpty else { return ["No recordings. Start one with `inkctl record start`."] }
        var table = TextTable(columns: [
            .init(title: "NAME"), .init(title: "LABEL"), .init(title: "WRITER"), .init(title: "MINUTES", alignment: .right),
            .init(title: "SIZE", alignment: .right), .init(title: "STATE"),
        ])
        table.rows = reply.recordings.map { recording in
            let minutes = recording.began.flatMap { began in recording.ended.map { Double($0 - began) / 60_000 } }
            return [
                recording.name, DisplayText.escaped(recording.label ?? "–"), DisplayText.escaped(recording.writer ?? "–"),
                minutes.map { DisplayText.fixed($0, digits: 1) } ?? "–", DisplayText.size(recording.bytes),
                recording.active ? "being recorded" : recording.problem ?? (recording.ended == nil ? "cut off; intact up to there" : ""),
            ]
        }
        return table.lines + ["", "\(DisplayText.size(reply.bytes)) of \(DisplayText.size(reply.limit)) used."]
    }
}

/// `inkctl record show`.
struct RecordShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the events of a recorded session.",
        discussion: """
            Lists devices, prompts and labels, pauses, losses, suspends of the machine and clock \
            changes, with the seconds since the beginning, but not the ink.

            Examples:
              inkctl record show 2026-11-22-101500
              inkctl record show session.inklog.zst    a file, without the daemon
            """)

    @Argument(help: "A recording's name, as listed by `inkctl record list`, or a file.", completion: .recordings)
    var recording: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let files = try access(recording, F_OK) == 0 ? [LogFile(path: recording)] : kept()
        try StandardOutput.writeLines(LogFormatter(files.flatMap(\.records)).lines)
        for file in files {
            for warning in file.warnings { StandardError.say(warning) }
            if file.unknown > 0 { StandardError.say("\(DisplayText.count(file.unknown, "record")) of a newer kind ignored.") }
        }
    }

    private func kept() throws -> [LogFile] {
        let connection = try daemon.connect()
        guard let found = try connection.recordings().recordings.first(where: { $0.name == recording }) else {
            throw InkctlError.noSuchRecording(recording)
        }
        return try found.files.map { try LogFile(connection.readRecording(recording, file: $0), path: $0) }
    }
}

/// `inkctl record export`.
struct RecordExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export a recording to files.",
        discussion: """
            A .jsonl file gets one ink per accepted prompt, with the prompt as its label. Without \
            prompts, all ink of the recording is one ink with the recording's label; without a \
            label, a pause of two seconds begins the next ink. .inkml and .unp get the same inks. \
            .yml (libinput) and .events (evemu, the first device only) get the reports of the \
            devices. A folder gets the logs unchanged, for `inkd --replay`, `inkctl replay` and \
            `inkctl convert`. Only you can read the files (mode 0600).

            Of damaged logs all intact content is written; missing content is reported on standard \
            error.

            Examples:
              inkctl record export 2026-11-22-101500 --to w7.jsonl
              inkctl record export 2026-11-22-101500 --to w7.yml
              inkctl record export 2026-11-22-101500 --to corpus/
            """)

    @Argument(help: "The recording's name, as listed by `inkctl record list`.", completion: .recordings)
    var name: String

    @Option(
        help: ArgumentHelp("A .jsonl, .inkml, .unp, .yml or .events file, or an existing folder.", valueName: "path"),
        completion: .file())
    var to: String

    @Flag(help: "Overwrite existing files.")
    var force = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        guard let recording = try connection.recordings().recordings.first(where: { $0.name == name }) else {
            throw InkctlError.noSuchRecording(name)
        }
        var status = stat()
        let isFolder = stat(to, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let format = ExchangeFormat(path: to)
        guard isFolder || [.jsonLines, .inkML, .unipen, .evemu, .libinput].contains(format) else {
            throw InkctlError.noPlaceForRecording(to)
        }
        var bar = ProgressBar()
        defer { bar.clear() }
        var records: [LogRecord] = []
        var logs: [[UInt8]] = []
        for (number, file) in recording.files.enumerated() {
            let bytes = try connection.readRecording(name, file: file) { read, size in
                let part = Double(read) / Double(max(1, size))
                bar.show((Double(number) + part) / Double(recording.files.count), "reading \(file)")
            }
            if isFolder {
                try ContentFile.write(bytes, to: "\(to)/\(name)-\(file)", mode: 0o600, overwrites: force)
            } else if format?.isOfDevices == true {
                logs.append(bytes)
            } else {
                let log = try LogFile(bytes, path: file)
                for warning in log.warnings { StandardError.say("\(file): \(warning)") }
                records += log.records
            }
        }
        bar.clear()
        guard !isFolder else { return try StandardOutput.writeLine(DisplayText.count(recording.files.count, "file")) }
        if let format, format.isOfDevices { return try writeFrames(logs, as: format) }
        let accepted = records.count { if case .annotation(let annotation) = $0 { annotation.key == "accepted" } else { false } }
        let inks = LogInks.inks(of: records, session: name)
        try write(inks, as: format ?? .jsonLines)
        let labeled = inks.count { $0.label != nil }
        try StandardOutput.writeLine("\(DisplayText.count(inks.count, "ink")), \(labeled) of them labeled")
        if accepted > labeled {
            StandardError.say(
                "\(DisplayText.count(accepted - labeled, "sentence")) omitted: interrupted, empty, or written with two pens")
        }
    }
}

extension RecordExportCommand {
    private func write(_ inks: [JSONInk], as format: ExchangeFormat) throws {
        let written: (bytes: [UInt8], losses: Losses)
        do throws(RecordingError) {
            written = try Exchange(strokes: PenStrokes.ink).write(.inks(inks), as: format)
        } catch {
            throw InkctlError.notConverted(path: name, reason: error.description)
        }
        try ContentFile.write(written.bytes, to: to, mode: 0o600, overwrites: force)
        for loss in written.losses.sentences { StandardError.say("Not converted: \(loss)") }
    }

    /// Writes the devices' reports, frame by frame.
    private func writeFrames(_ logs: [[UInt8]], as format: ExchangeFormat) throws {
        let scratch = try ScratchFile()
        guard let conversion = RecordingConversion(RecordingFile(logs: logs), to: format) else { return }
        let outcome: RecordingConversion.Outcome
        do throws(RecordingError) {
            outcome = try conversion.write(to: scratch.descriptor)
        } catch {
            throw InkctlError.notConverted(path: name, reason: error.description)
        }
        let file = try NewFile(path: to, isReplacing: force)
        try scratch.forEachPiece { try file.write($0) }
        try file.finish()
        let devices = "\(DisplayText.count(outcome.frames, "frame")) of \(DisplayText.count(outcome.devices, "device"))"
        try StandardOutput.writeLine(devices)
        for sentence in outcome.leftOut { StandardError.say(sentence) }
        for loss in outcome.losses.sentences { StandardError.say("Not converted: \(loss)") }
    }
}

/// `inkctl record delete`.
struct RecordDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete recordings and all their files permanently.",
        discussion: """
            Examples:
              inkctl record delete 2026-11-22-101500
              inkctl record delete --all
            """)

    @Argument(help: "Names, as listed by `inkctl record list`.", completion: .recordings)
    var names: [String] = []

    @Flag(help: "Delete all your recordings except a running one.")
    var all = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard all == names.isEmpty else { throw ValidationError("give either names or --all") }
    }

    func run() throws {
        let connection = try daemon.connect()
        let chosen = all ? try connection.recordings().recordings.filter { !$0.active }.map(\.name) : names
        for name in chosen {
            try connection.deleteRecording(name)
            try StandardOutput.writeLine("\(DisplayText.escaped(name)): deleted")
        }
    }
}
