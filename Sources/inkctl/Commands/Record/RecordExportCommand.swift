internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import PenLog

/// `inkctl record export`.
struct RecordExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a recording to files of yours.",
        discussion: """
            As ink (.jsonl) there is an ink for every prompt that was written, with the prompt
            as its label; where nothing was asked for, one for every pause of two seconds. To a
            folder go the logs as they are, for `inkd --replay`, `inkctl replay` and
            `inkctl convert`. The files are for you alone (mode 0600).

            Examples:
              inkctl record export 2026-11-22-101500 --to w7.jsonl
              inkctl record export 2026-11-22-101500 --to corpus/
            """)

    @Argument(help: "The recording's name, as `inkctl record list` tells it.")
    var name: String

    @Option(help: ArgumentHelp("A .jsonl file, or a folder that is there.", valueName: "path"))
    var to: String

    @Flag(help: "Overwrite files that are there.")
    var force = false

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let connection = try daemon.connect()
        guard let recording = try connection.recordings().recordings.first(where: { $0.name == name }) else {
            throw InkctlError.noSuchRecording(name)
        }
        var status = stat()
        let isFolder = stat(to, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        guard isFolder || to.hasSuffix(".jsonl") else { throw InkctlError.noPlaceForRecording(to) }
        var bar = ProgressBar()
        defer { bar.clear() }
        var records: [LogRecord] = []
        for (number, file) in recording.files.enumerated() {
            let bytes = try connection.readRecording(name, file: file) { read, size in
                let part = Double(read) / Double(max(1, size))
                bar.show((Double(number) + part) / Double(recording.files.count), "reading \(file)")
            }
            if isFolder {
                try ContentFile.write(bytes, to: "\(to)/\(name)-\(file)", mode: 0o600, overwrites: force)
            } else {
                let log = try LogFile(bytes, path: file)
                if let damage = log.damage { StandardError.say("\(file): \(damage)") }
                records += log.records
            }
        }
        bar.clear()
        guard !isFolder else { return try StandardOutput.writeLine(DisplayText.count(recording.files.count, "file")) }
        let accepted = records.count { if case .annotation(let annotation) = $0 { annotation.key == "accepted" } else { false } }
        let inks = LogInks.inks(of: records, session: name)
        let text = inks.map { $0.line + "\n" }.joined()
        try ContentFile.write(Array(text.utf8), to: to, mode: 0o600, overwrites: force)
        let labelled = inks.count { $0.label != nil }
        try StandardOutput.writeLine("\(DisplayText.count(inks.count, "ink")), \(labelled) of them with a label")
        if accepted > labelled {
            StandardError.say(
                "\(DisplayText.count(accepted - labelled, "sentence")) left out: interrupted, empty, or written with two pens")
        }
    }
}
