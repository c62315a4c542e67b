internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// `inkctl import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Takes in what was exported as JIIX, and perhaps edited.",
        discussion: """
            Examples:
              inkctl export notes 0 --to page.jiix      get it out, change labels,
              inkctl import notes 0 --from page.jiix    and have the words say so
              inkctl packages add notes Text            or put all ink and text
              inkctl import notes 1 --from page.jiix    into an empty part
            """)

    @Option(help: ArgumentHelp("The file; - is standard input.", valueName: "file"))
    var from: String

    @OptionGroup var content: ContentOptions

    func run() throws {
        let text = try ContentFile.text(at: from)
        let (chosen, state) = try content.perform(changes: true) { connection, editor in
            let chosen = try connection.importText(text, into: editor)
            return (chosen, try connection.waitForIdle(editor))
        }
        try StandardOutput.writeLines(of: state.text ?? "")
        if chosen > 0 { StandardError.say("\(DisplayText.count(chosen, "word")) chosen") }
    }
}
