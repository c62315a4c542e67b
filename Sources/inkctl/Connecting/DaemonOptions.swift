internal import ArgumentParser
internal import InkClient

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
