internal import ArgumentParser
internal import InkClient

/// `inkctl undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Takes an editor's last change back.",
        discussion: """
            Examples:
              inkctl undo         take back what was written or erased last
              inkctl undo pen1    the same where there are several editors
            """)

    @OptionGroup var options: EditorOptions

    func run() throws {
        try options.perform { connection, editor throws(ClientError) in try connection.undo(editor) }
    }
}
