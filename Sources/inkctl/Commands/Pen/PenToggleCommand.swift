internal import ArgumentParser

/// `inkctl pen toggle`.
struct PenToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Turns writing text on if it is off, and off if it is on.",
        discussion: """
            Examples:
              inkctl pen toggle
              inkctl pen toggle -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(nil) }
}
