internal import ArgumentParser

/// `inkctl config`: how ink is written, read and exported.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows and changes how ink is written, read and exported.",
        discussion: """
            What is set holds for all your editors, until inkd ends; with --editor for one of \
            them. An editor follows what is set for all where it has nothing of its own.

            Examples:
              inkctl config list                           all keys, and what they mean
              inkctl config get undo.limit                 one value
              inkctl config set eraser.mode pixel          for all your editors
              inkctl config set --editor pen0 pen.colour '#204080'
              inkctl config unset eraser.mode              back to the built-in value
            """,
        subcommands: [ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigUnsetCommand.self])
}
