internal import InkClient
internal import InkProtocol

/// A package for the time of one command. One that was not open is opened, and afterwards saved, if the command changes it, and closed; one
/// that others have open stays as it is, its changes unsaved.
enum PackageSession {
    /// Does the work on the package.
    ///
    /// - Throws: `ClientError`, and what the work throws.
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
            if !wasOpen { try? connection.closePackage(name) }
            throw error
        }
    }

    /// Changes that are not this command's, such as work that an earlier run left behind, stay, and the package with them.
    private static func close(_ name: String, on connection: InkConnection) throws(ClientError) {
        do {
            try connection.closePackage(name)
        } catch let error where error.refusal(as: PackagesInterface.UnsavedChanges.self) != nil {
            StandardError.say("\(name) has unsaved changes, and stays open: `inkctl packages save \(name)` keeps them")
        }
    }
}
