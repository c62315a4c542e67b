internal import ArgumentParser

/// Whose configuration a command is about.
struct ConfigurationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Of this editor, in place of all.", valueName: "editor"))
    var editor: String?

    @OptionGroup var daemon: DaemonOptions
}
