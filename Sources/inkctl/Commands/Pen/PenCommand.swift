internal import ArgumentParser

/// `inkctl pen`: whether the pen writes text into the field that has the focus.
struct PenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pen",
        abstract: "Turns writing text with the pen on and off.",
        discussion: """
            While it is on, and an input method of inkd's has a field with the focus, the pen \
            writes there and does not point. Holding the lower button lets it point until it \
            has been away.

            Examples:
              inkctl pen status         how things stand, and why
              inkctl pen toggle         on, or off: for a hotkey
              inkctl pen off -q         without a word
            """,
        subcommands: [PenOnCommand.self, PenOffCommand.self, PenToggleCommand.self, PenStatusCommand.self])
}
