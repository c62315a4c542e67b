internal import ArgumentParser
internal import InkClient

/// `inkctl redo`.
struct RedoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo",
        abstract: "Makes a change again that was taken back.",
        discussion: """
            Examples:
              inkctl redo         make the change again that was taken back
              inkctl redo pen1    the same where there are several editors
            """)

    @OptionGroup var options: EditorOptions

    func run() throws {
        try options.perform { connection, editor throws(ClientError) in try connection.redo(editor) }
    }
}
