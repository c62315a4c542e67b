internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// `inkctl forget`.
struct ForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove everything that inkd stores of you, after a question.",
        discussion: """
            Lists your packages, recordings, adaptation, corrected words and settings, asks, and \
            removes them permanently, with your words in the search index. Open packages are \
            closed without saving; a running recording is stopped. Only data of the user who runs \
            the command is removed; with sudo, that is root.

            Models that you installed, exported files and files in your home folder stay. Ink of \
            the pen's editor is only in memory: `inkctl clear` removes it, and its undo history \
            goes when you unplug the tablet. Text that was not inserted into a field is only in \
            the memory of the input method, until you log out.

            Examples:
              inkctl forget --everything --dry-run   only list what would be removed
              inkctl forget --everything             list it, ask, and remove it
              inkctl forget --everything --yes       do not ask
              inkctl packages delete notes           remove one package
              inkctl record delete --all             remove only recordings
              inkctl adapt --reset                   remove only the adaptation
              inkctl config reset --all              remove only settings
            """)

    @Flag(help: "Remove all kinds of data. Required, because nothing can be restored.")
    var everything = false

    @Flag(name: .shortAndLong, help: "Remove without asking.")
    var yes = false

    @Flag(help: "List the data without removing it.")
    var dryRun = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard everything else {
            throw ValidationError("--everything is required. `inkctl forget --help` lists the commands that remove one kind of data")
        }
        guard !yes || !dryRun else { throw ValidationError("--yes and --dry-run exclude each other") }
    }

    func run() throws {
        let connection = try daemon.connect()
        let data = try connection.storedData()
        try StandardOutput.writeLines(Self.lines(data))
        guard !dryRun else { return }
        guard try data.isEmpty || isAgreed() else { return try StandardOutput.writeLine("Nothing was removed.") }
        var problems: [String] = []
        for item in data.items {
            do throws(ClientError) {
                try connection.remove(item)
            } catch {
                problems.append(Self.problem(error))
            }
        }
        for problem in problems { StandardError.say(problem) }
        // data that was stored meanwhile counts as well
        let rest = try connection.storedData()
        guard rest.isEmpty else { throw InkctlError.notForgotten(Self.remainder(rest)) }
        guard problems.isEmpty else { throw ExitCode(EXIT_FAILURE) }
        if !data.isEmpty { try StandardOutput.writeLine("Everything was removed.") }
    }

    /// Whether the user agrees. Without a terminal the user cannot be asked.
    private func isAgreed() throws -> Bool {
        if yes { return true }
        guard isatty(STDIN_FILENO) == 1 else { throw InkctlError.notForgotten("Cannot ask without a terminal. Use --yes or --dry-run.") }
        let answer = try Question.answer(to: "Remove all of this permanently? [y/N] ")?.lowercased() ?? ""
        return answer.hasPrefix("y")
    }

    /// Returns the table of all data.
    static func lines(_ data: StoredData) -> [String] {
        guard !data.isEmpty else { return ["inkd stores nothing of you."] }
        var table = TextTable(columns: [.init(title: "KIND"), .init(title: "NAME"), .init(title: "CONTENT")])
        table.rows = data.items.compactMap(row)
        return table.lines
    }

    /// Returns the row of an item; nil for an adaptation that does not exist, and for a key that only earlier programs use.
    private static func row(_ item: StoredData.Item) -> [String]? {
        switch item {
        case .package(let package):
            let size = package.bytes.map(DisplayText.size) ?? "never saved"
            let states = [(package.open, "open"), (package.unsaved, "unsaved")].filter(\.0).map(\.1)
            return ["package", DisplayText.escaped(package.name), ([size] + states).joined(separator: ", ")]
        case .recording(let recording):
            let state = recording.active ? ", being recorded" : ""
            return ["recording", DisplayText.escaped(recording.name), DisplayText.size(recording.bytes) + state]
        case .adaptation(let state):
            let examples = state.adapted ? "learned from \(DisplayText.count(state.examples ?? 0, "ink"))" : nil
            let words = state.corrections.map { DisplayText.count($0, "corrected word") }
            return item.isEmpty ? nil : ["adaptation", "–", [examples, words].compactMap(\.self).joined(separator: ", ")]
        case .setting(let setting):
            guard !setting.isReplaced else { return nil }
            return ["setting", DisplayText.escaped(setting.key), DisplayText.escaped(setting.value.content?.word ?? "–")]
        }
    }

    /// Returns the message for an item that could not be removed.
    static func problem(_ error: ClientError) -> String {
        guard let use = error.refusal(as: PackagesInterface.PackageInUse.self) else { return error.explanation }
        return "The package \(use.name) was not removed, because a program is using it. Exit that program, such as the writing pad, "
            + "and run the command again."
    }

    /// Returns the message for data that is still stored.
    private static func remainder(_ data: StoredData) -> String {
        let names = data.items.compactMap(row).map { $0[1] == "–" ? $0[0] : "\($0[0]) \($0[1])" }
        return "Still stored: \(names.joined(separator: ", "))."
    }
}
