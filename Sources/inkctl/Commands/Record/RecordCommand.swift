internal import ArgumentParser

/// `inkctl record`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records pen sessions for test corpora; nothing is recorded unless you start it.",
        discussion: """
            Everything your pens and touch devices report is kept, before anything is made of
            it, where only inkd can read it and only you can get at it. Handwriting tells who
            wrote it: serial numbers are hashed, the writing itself cannot be. It pauses while
            your session is locked or another user's, and in fields for passwords.

            Examples:
              inkctl record start --label letters --writer w7
              inkctl record status
              inkctl record stop
              inkctl record prompts sentences.txt --writer w7
                                        asks for one sentence after the other
              inkctl record list
              inkctl record export 2026-11-22-101500 --to corpus/w7.jsonl
              inkctl record delete 2026-11-22-101500
            """,
        subcommands: [
            RecordStartCommand.self, RecordStopCommand.self, RecordStatusCommand.self, RecordPromptsCommand.self, RecordListCommand.self,
            RecordExportCommand.self, RecordDeleteCommand.self,
        ])
}
