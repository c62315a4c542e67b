internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol
internal import PenLog

/// `inkctl record show`.
struct RecordShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Tells what happened in a recorded session.",
        discussion: """
            Devices, prompts and labels, pauses, losses, sleep of the machine and changes of its
            clock, with the seconds since the beginning; not what was written.

            Examples:
              inkctl record show 2026-11-22-101500
              inkctl record show session.inklog.zst    a file of yours; needs no daemon
            """)

    @Argument(help: "A recording's name, as `inkctl record list` tells it, or a file.")
    var recording: String

    @OptionGroup var daemon: DaemonOptions

    func run() throws {
        let files = try access(recording, F_OK) == 0 ? [LogFile(path: recording)] : kept()
        for line in LogStory(files.flatMap(\.records)).lines { try StandardOutput.writeLine(line) }
        for file in files {
            if let damage = file.damage { StandardError.say(damage.description) }
            if file.unknown > 0 { StandardError.say("\(DisplayText.count(file.unknown, "record")) of a newer kind passed over") }
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
