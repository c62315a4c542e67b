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
