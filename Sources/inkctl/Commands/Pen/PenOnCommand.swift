internal import ArgumentParser

/// `inkctl pen on`.
struct PenOnCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Has the pen write text into the field that has the focus.",
        discussion: """
            Examples:
              inkctl pen on
              inkctl pen on -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(true) }
}
