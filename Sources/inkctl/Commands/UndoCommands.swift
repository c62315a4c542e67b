internal import ArgumentParser
internal import InkClient

/// `inkctl undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo an editor's last change.",
        discussion: """
            Examples:
              inkctl undo         undo the last change of the only editor
              inkctl undo pen1    of this editor
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
        abstract: "Redo the last undone change.",
        discussion: """
            Examples:
              inkctl redo         redo the last undone change
              inkctl redo pen1    of this editor
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
        abstract: "Remove all ink of an editor; can be undone.",
        discussion: """
            Examples:
              inkctl clear        remove all ink
              inkctl clear pen1   of this editor
            """)

    @OptionGroup var options: EditorOptions

    func run() throws {
        try options.perform { connection, editor throws(ClientError) in try connection.clear(editor) }
    }
}
