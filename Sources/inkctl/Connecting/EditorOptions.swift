internal import ArgumentParser
internal import InkClient
internal import InkCorpus
internal import InkProtocol

/// Options for the connection to the daemon.
struct DaemonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Path of the daemon's socket.", discussion: "Default: INKD_SOCKET, otherwise \(InkConnection.defaultPath).", valueName: "path"),
        completion: .file())
    var socket: String?

    /// Opens a connection.
    ///
    /// - Throws: `ClientError`.
    func connect() throws(ClientError) -> InkConnection { try InkConnection(path: socket) }
}

/// Options that select an editor.
struct EditorOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The editor's name; optional if there is only one.", valueName: "editor"), completion: .editors)
    var editor: String?

    @OptionGroup var daemon: DaemonOptions

    /// Performs an action on the editor and writes a summary of its state.
    func perform(_ action: (InkConnection, String) throws(ClientError) -> EditorInterface.State) throws {
        let connection = try daemon.connect()
        let name = try editor ?? Self.only(on: connection)
        let state = try action(connection, name)
        // recognition runs again; if recognition takes longer than one second, the summary shows the current state
        let settled = state.idle ? state : (try? connection.waitForIdle(name, timeout: .seconds(1))) ?? state
        try StandardOutput.writeLine(settled.summary)
    }

    /// Returns the editor of the only pen.
    ///
    /// - Throws: `noEditor`, `severalEditors`; `PermissionDenied` as a `ClientError`.
    static func only(on connection: InkConnection) throws -> String {
        let names = try connection.editors().filter { $0.device != nil }.map(\.editor)
        if names.isEmpty { try connection.checkAccess() }
        return try only(names)
    }

    /// Returns the only name of a list of editors.
    ///
    /// - Throws: `noEditor`, `severalEditors`.
    static func only(_ names: [String]) throws(InkctlError) -> String {
        guard let first = names.first else { throw .noEditor }
        guard names.count == 1 else { throw .severalEditors(names) }
        return first
    }
}

extension InkConnection {
    /// Fails for a user without access. The lists of devices and editors do not fail, because any user may request them; for a user without
    /// access the lists are empty.
    ///
    /// - Throws: `PermissionDenied` as a `ClientError`.
    func checkAccess() throws(ClientError) { _ = try recorderState() }

    /// Returns the devices that the user may use.
    ///
    /// - Throws: `PermissionDenied` as a `ClientError` for a user without access to any device, whatever is plugged in.
    func accessibleDevices() throws(ClientError) -> [DevicesInterface.Device] {
        let devices = try devices()
        if devices.isEmpty { try checkAccess() }
        return devices
    }
}

extension EditorInterface.State {
    /// The state in one line: `pen1: 3 strokes, "hello"`.
    var summary: String {
        "\(DisplayText.escaped(editor)): \(DisplayText.count(strokes, "stroke"))"
            + (text.map { $0.isEmpty ? "" : ", \"\(DisplayText.escaped($0))\"" } ?? "")
    }
}
