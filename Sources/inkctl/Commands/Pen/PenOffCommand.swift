internal import ArgumentParser

/// `inkctl pen off`.
struct PenOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Has the pen point, and write no text.",
        discussion: """
            Examples:
              inkctl pen off
              inkctl pen off -q    for a hotkey: says something only if it fails
            """)

    @OptionGroup var options: PenSwitchOptions

    func run() throws { try options.turn(false) }
}
