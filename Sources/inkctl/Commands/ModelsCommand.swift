internal import ArgumentParser

/// `inkctl models`: what inkd can read.
struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Lists, installs and removes what inkd reads with.",
        discussion: """
            A model is one file: a network that reads text, what a language's texts look like, \
            symbols, shapes or gestures. Its name is a language tag (BCP 47), such as en, \
            mul-Latn or zxx-Zsym-x-shapes.

            Examples:
              inkctl models list                       what there is
              inkctl models show en                    where it is from, its licence
              inkctl models install de.safetensors     add one, for all users
              inkctl models remove de                  take it away again
            """,
        subcommands: [
            ModelsListCommand.self, ModelsShowCommand.self, ModelsResolveCommand.self, ModelsInstallCommand.self,
            ModelsRemoveCommand.self,
        ])
}
