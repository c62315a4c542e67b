internal import ArgumentParser
internal import InkClient
internal import InkProtocol

/// Options that select a part of a package, or an editor.
struct ContentOptions: ParsableArguments {
    /// The surface of the command's own editors: a page of A4, in millimeters. Ink may extend beyond the page.
    static let page = (width: 210.0, height: 297.0)

    @Argument(help: ArgumentHelp("The package's name.", valueName: "package"), completion: .packages)
    var package: String?

    @Argument(help: ArgumentHelp("The part's index in the package, from 0, as listed by `inkctl packages parts`.", valueName: "part"))
    var part = 0

    @Option(
        help: ArgumentHelp("Use the ink of this editor, such as pen1, instead of a package's.", valueName: "editor"), completion: .editors)
    var editor: String?

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        guard package == nil || editor == nil else { throw ValidationError("a package and --editor exclude each other") }
        guard part >= 0 else { throw ValidationError("the part must be 0 or more, not \(part)") }
    }

    /// Calls `work` with an editor for the part, the named editor, or the editor of the only pen.
    ///
    /// - Parameter changes: whether the work changes the content.
    /// - Throws: `ClientError`, `noEditor`, `severalEditors`, and the errors of the work.
    func perform<Result>(changes: Bool, _ work: (InkConnection, String) throws -> Result) throws -> Result {
        let connection = try daemon.connect()
        guard let package else { return try work(connection, try editor ?? EditorOptions.only(on: connection)) }
        return try PackageSession.perform(package, changes: changes, on: connection) {
            let part = try connection.part(at: part, of: package)
            return try Self.edit(part.id, of: package, on: connection) { try work(connection, $0) }
        }
    }

    /// Waits until all ink is recognized, changes the ink, and then prints the newly recognized text, if any.
    ///
    /// - Throws: as `perform`, and `unwritable`.
    func change(_ work: (InkConnection, String) throws -> Void) throws {
        let state = try perform(changes: true) { connection, editor in
            try connection.waitForIdle(editor)
            try work(connection, editor)
            return try connection.waitForIdle(editor)
        }
        if let text = state.text, !text.isEmpty { try StandardOutput.writeLines(of: text) }
    }

    /// Performs the work on a temporary editor.
    static func edit<Result>(
        _ part: Int, of package: String, on connection: InkConnection, _ work: (String) throws -> Result
    ) throws -> Result {
        let editor = try connection.createEditor()
        defer { try? connection.closeEditor(editor) }
        try connection.setViewSize(of: editor, width: page.width, height: page.height)
        try connection.setPart(of: editor, to: part, in: package)
        return try work(editor)
    }
}

/// Opens a package for one command. If the package was closed before, it is saved (if changed) and closed after the command. If other
/// clients have the package open, it stays open, and changes are not saved.
enum PackageSession {
    /// Performs the work on the package.
    ///
    /// - Throws: `ClientError`, and the errors of the work.
    static func perform<Result>(
        _ name: String, _ option: PackagesInterface.OpenOption = .existing, changes: Bool, on connection: InkConnection,
        _ work: () throws -> Result
    ) throws -> Result {
        let wasOpen = try connection.packages().contains { $0.name == name && $0.open }
        try connection.openPackage(name, option)
        do {
            let result = try work()
            if changes, !wasOpen { try connection.savePackage(name) }
            if !wasOpen { try close(name, on: connection) }
            return result
        } catch {
            // a new package that could not be completed is discarded
            if !wasOpen { try? connection.closePackage(name, discardingChanges: option == .createNew) }
            throw error
        }
    }

    /// Closes the package. A package with unsaved changes from elsewhere, such as from an interrupted run, stays open.
    private static func close(_ name: String, on connection: InkConnection) throws(ClientError) {
        do {
            try connection.closePackage(name)
        } catch let error where error.refusal(as: PackagesInterface.UnsavedChanges.self) != nil {
            StandardError.say("\(name) has unsaved changes and stays open. `inkctl packages save \(name)` saves them.")
        }
    }
}
