internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkProtocol

/// Which editor a command is about.
struct EditorOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The editor's name; not needed if there is just one.", valueName: "editor"))
    var editor: String?

    @OptionGroup var daemon: DaemonOptions

    /// Lets the editor do something and says how it is afterwards.
    func perform(_ action: (InkConnection, String) throws(ClientError) -> EditorInterface.State) throws {
        let connection = try daemon.connect()
        let name = try editor ?? Self.only(connection.editors().map(\.editor))
        try StandardOutput.writeLine(Self.settled(try action(connection, name), connection).summary)
    }

    /// The editor when what is left of its ink has been read again; as it is by then if that takes more than a second.
    private static func settled(_ state: EditorInterface.State, _ connection: InkConnection) -> EditorInterface.State {
        var state = state
        for _ in 0..<50 where !state.idle {
            usleep(20_000)
            guard let next = try? connection.state(of: state.editor).state else { break }
            state = next
        }
        return state
    }

    /// The one editor there is.
    ///
    /// - Throws: `noEditor`, `severalEditors`.
    static func only(_ names: [String]) throws(InkctlError) -> String {
        guard let first = names.first else { throw .noEditor }
        guard names.count == 1 else { throw .severalEditors(names) }
        return first
    }
}

extension EditorInterface.State {
    /// `pen0: 3 strokes, "hello"`.
    var summary: String {
        "\(DisplayText.escaped(editor)): \(DisplayText.count(strokes, "stroke"))"
            + (text.isEmpty ? "" : ", \"\(DisplayText.escaped(text))\"")
    }
}
