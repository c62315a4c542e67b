internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// Where the daemon is.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Talk to inkd on this socket.", discussion: "Default: INKD_SOCKET, or else \(InkConnection.defaultPath).", valueName: "path"))
    var socket: String?

    /// Opens a connection.
    ///
    /// - Throws: `ClientError`.
    func connect() throws(ClientError) -> InkConnection { try InkConnection(path: socket) }
}

/// Which editor a command is about.
struct EditorOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The editor's name; not needed if there is just one.", valueName: "editor"))
    var editor: String?

    @OptionGroup var daemon: DaemonOptions

    /// Lets the editor do something and says how it is afterwards.
    func perform(_ action: (InkConnection, String) throws(ClientError) -> EditorInterface.State) throws {
        let connection = try daemon.connect()
        let name = try editor ?? Self.only(on: connection)
        let state = try action(connection, name)
        // what is left of its ink is read again; as it is by then if that takes more than a second
        let settled = state.idle ? state : (try? connection.waitForIdle(name, timeout: .seconds(1))) ?? state
        try StandardOutput.writeLine(settled.summary)
    }

    /// The one pen's editor there is.
    ///
    /// - Throws: `noEditor`, `severalEditors`.
    static func only(on connection: InkConnection) throws -> String {
        try only(connection.editors().filter { $0.device != nil }.map(\.editor))
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
            + (text.map { $0.isEmpty ? "" : ", \"\(DisplayText.escaped($0))\"" } ?? "")
    }
}
