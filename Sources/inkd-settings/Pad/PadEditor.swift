internal import Glibc
internal import InkClient
internal import InkProtocol

/// The pad's own editor, in a temporary package. Blocking; used on the pad's thread.
final class PadEditor {
    private let socket: String?
    private var connection: InkConnection?
    private var editor = ""

    /// The prefix of a pad's package. The process ID follows, so that two windows have separate packages, and the package of a killed
    /// process can be recognized.
    private static let prefix = "writing-pad-"
    /// The timeout for each answer while closing, when the user waits for the window to close.
    private static let patience = Duration.seconds(1)
    private static var package: String { "\(prefix)\(getpid())" }

    init(socket: String?) { self.socket = socket }

    /// Connects, creates an empty editor of a size in millimeters, and returns the watch of its changes.
    func open(width: Double, height: Double) throws(ClientError) -> Watch<EditorInterface.Watch> {
        let connection = try InkConnection(path: socket)
        self.connection = connection
        removeLeftovers(over: connection)
        try connection.openPackage(Self.package, .truncateExisting)
        // the package is excluded from searches, so that the pad's words are in no file except the package's own
        _ = try connection.call(PackagesInterface.SetMetadata.self, .init(package: Self.package, metadata: ["search": .init(flag: false)]))
        let part = try connection.createPart("Text", in: Self.package).id
        editor = try connection.createEditor()
        try connection.setViewSize(of: editor, width: width, height: height)
        try connection.setPart(of: editor, to: part, in: Self.package)
        return try InkConnection(path: socket).watchEditors(editor)
    }

    /// Removes packages left by pads whose process was killed, and the package of this process.
    private func removeLeftovers(over connection: InkConnection) {
        let list = try? connection.call(PackagesInterface.List.self, .init(), timeout: Self.patience).packages
        for package in list ?? [] where package.name.hasPrefix(Self.prefix) {
            guard let process = pid_t(package.name.dropFirst(Self.prefix.count)) else { continue }
            guard process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { continue }
            if package.open {
                _ = try? connection.call(PackagesInterface.Close.self, .init(name: package.name, discard: true), timeout: Self.patience)
            }
            _ = try? connection.call(PackagesInterface.Delete.self, .init(name: package.name), timeout: Self.patience)
        }
    }

    /// Sets the editor's size.
    func resize(width: Double, height: Double) throws(ClientError) { try use().setViewSize(of: editor, width: width, height: height) }

    /// Sends a pointer's events.
    func send(_ events: [EditorInterface.PointerEvent]) throws(ClientError) { try use().send(events, to: editor) }

    /// Returns the editor's state with the recognized text.
    func state() throws(ClientError) -> EditorInterface.GetState.Reply { try use().state(of: editor) }

    /// Returns the editor's ink.
    func ink() throws(ClientError) -> [[PadPoint]] {
        try use().strokes(of: editor).strokes.map { stroke in
            stroke.x.indices.map { index in
                PadPoint(x: stroke.x[index], y: stroke.y[index], force: stroke.force[index], time: stroke.time[index])
            }
        }
    }

    /// Corrects a word.
    func correct(_ word: PadWord, to text: String) throws(ClientError) {
        try use().selectCandidate(text, forWord: word.index, ofLine: word.line, in: editor)
    }

    /// Undoes the last change, if any.
    func undo() throws(ClientError) {
        do {
            try use().undo(editor)
        } catch {
            guard error.refusal(as: EditorInterface.NothingToUndo.self) == nil else { return }
            throw error
        }
    }

    /// Removes all ink, also from the package's files. Undoing restores it from inkd's memory.
    func clear() throws(ClientError) {
        let connection = try use()
        try connection.clear(editor)
        try connection.savePackageToTemp(Self.package)
    }

    /// Removes the editor and its package, if inkd answers soon. A new connection removes the package, which exists even after inkd's
    /// restart.
    func close() {
        // a package in use by an editor is not closed
        _ = try? connection?.call(EditorInterface.Close.self, .init(editor: editor), timeout: Self.patience)
        connection = nil
        if let connection = try? InkConnection(path: socket) { removeLeftovers(over: connection) }
    }

    private func use() throws(ClientError) -> InkConnection {
        guard let connection else { throw .connectionLost(errno: 0) }
        return connection
    }
}
