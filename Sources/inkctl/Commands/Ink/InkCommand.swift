internal import ArgumentParser

/// `inkctl ink`: a part's strokes.
struct InkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ink",
        abstract: "Lists strokes, erases, removes and moves them.",
        discussion: """
            Strokes have numbers, which `inkctl ink strokes` lists. Places and sizes are \
            millimetres from the page's upper left corner.

            Examples:
              inkctl ink strokes notes 0                       list them
              inkctl ink path notes 0 --stroke 3 | jq .        all there is to one
              inkctl ink erase notes 0 --along 10,20 60,20     rub along a line
              inkctl ink remove notes 0 --strokes 3 4          take two out
              inkctl ink move notes 0 --strokes 3 4 --by 0,15
            """,
        subcommands: [
            InkStrokesCommand.self, InkPathCommand.self, InkEraseCommand.self, InkRemoveCommand.self, InkMoveCommand.self,
        ])
}
