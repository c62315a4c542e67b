internal import ArgumentParser
internal import InkClient

/// `inkctl clear`.
struct ClearCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Removes all ink of an editor; can be undone.",
        discussion: """
            Examples:
              inkctl clear        remove all ink
              inkctl clear pen1   the same where there are several editors
            """)

    @OptionGroup var options: EditorOptions

    func run() throws {
        try options.perform { connection, editor throws(ClientError) in try connection.clear(editor) }
    }
}
